// A reader that keeps what passes through it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "warc/reader/reader.h"

namespace wax::index {

// Stands between an archive's reader and cdx::Indexer, so that the indexer
// alone decides what a capture's key, digest and date are, and yet the block it
// read is there afterwards, read once.
//
// Of responses, resources and conversions the block is appended to `arena`, as
// far as it and the limit go; the rest is passed over. It is whole after
// finish(). What next() finds in the arena of a record it passes over is
// removed.
class BlockKeeper final : public warc::Reader {
 public:
  struct Kept {
    warc::RecordType type = warc::RecordType::kUnknown;
    size_t start = 0;   // in the arena
    uint64_t size = 0;  // of the whole block
    bool intact = false;
    std::string content_type;  // of the block, as the record header has it
  };

  BlockKeeper(std::unique_ptr<warc::Reader> reader, uint64_t limit);

  // Where blocks go from now on; never null while records are read.
  void use(std::string* arena);
  // Of the record that was last finished.
  [[nodiscard]] const Kept& kept() const { return kept_; }

  bool next(warc::Record& record) override;
  warc::Extent finish() override;
  bool intact() const override { return reader_->intact(); }
  uint64_t position() const override { return reader_->position(); }

 private:
  class Tee final : public io::ByteSource {
   public:
    std::string_view peek(size_t at_least = 1) override;
    void consume(size_t n) override;

    io::ByteSource* source = nullptr;
    std::string* arena = nullptr;  // null: nothing is kept
    uint64_t room = 0;
    uint64_t size = 0;

   private:
    std::string_view seen_;
  };

  void drop();

  std::unique_ptr<warc::Reader> reader_;
  uint64_t limit_;
  std::string* arena_ = nullptr;
  Tee tee_;
  Kept kept_;
  bool open_ = false;
};

}  // namespace wax::index
