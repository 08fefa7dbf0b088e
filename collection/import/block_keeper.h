// A reader that keeps the blocks that are read through it.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "collection/import/block_check.h"
#include "collection/import/crawler_fields.h"
#include "io/problem.h"
#include "io/spool.h"
#include "warc/http/http.h"
#include "warc/reader/reader.h"
#include "warc/record/named_original.h"

namespace wax::collection {

// Reads from an archive's reader for cdx::Indexer. The indexer alone decides
// key, digest and date of a capture, and the block that it read is still there
// afterwards without reading it again.
//
// The blocks of responses, resources, conversions and revisits are appended to
// `arena`, up to the limit; the rest of a block is skipped, and so is what an
// HTTP head has beyond warc::kMaxHttpHead, but for warc::HeadEnd::fields(). A
// block is complete after finish(). next() removes the bytes of a record that
// it skips from the arena.
//
// When captures come later than their records, because requests are paired,
// blocks wait beside the arena: those of as many records as an indexer holds.
class BlockKeeper final : public warc::Reader {
 public:
  struct Kept {
    warc::RecordType type = warc::RecordType::kUnknown;
    size_t start = 0;                 // in the arena
    uint64_t size = 0;                // of the whole block
    std::shared_ptr<io::Spool> rest;  // what comes after the arena; or null
    bool whole = false;               // the limit left nothing out
    bool intact = false;
    bool first_segment = false;    // of several records (WARC-Segment-Number)
    std::string content_type;      // of the block, as the record header has it
    std::string record_id;         // WARC-Record-ID as written; empty: none
    warc::NamedOriginal original;  // of a revisit
    std::string container;         // which that names; empty: none
    CrawlerValues crawler_values;
  };

  // `types`: the records that captures are made of.
  BlockKeeper(std::unique_ptr<warc::Reader> reader, uint64_t limit,
              bool captures_come_later,
              const std::vector<warc::RecordType>& types);

  // Documents that are read from their end (document::is_read_from_end()) are
  // kept up to this limit: what is beyond the other in a temporary file.
  void keep_documents_to(uint64_t limit, std::string tmpdir);

  // From now on, blocks that are kept are compared with their digests, unless
  // they are compressed (block_check.h). `archive` is the reader itself; all of
  // it outlives this.
  void check_blocks(const warc::ArchiveReader& archive, std::string path,
                    ProblemSink& problems);

  // The arena for the next blocks; never null while records are read.
  void use(std::string* arena);
  // What is kept of the record of the indexer's last capture; valid until the
  // next call. Call it once for each capture, in their order.
  [[nodiscard]] const Kept& take();

  // Between next() and finish(): the block at hand is not needed, and what was
  // kept of it is removed. Not when captures come later.
  void pass_over();

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
    uint64_t more_room = 0;  // in a temporary file
    const std::string* tmpdir = nullptr;
    size_t start = 0;               // of the block in the arena
    std::string_view content_type;  // of the block
    std::shared_ptr<io::Spool> rest;
    uint64_t size = 0;
    bool whole = true;
    bool in_long_head = false;
    BlockCheck* check = nullptr;  // null: the block is not compared

   private:
    // How many of the bytes to be consumed are of a head that is too long.
    [[nodiscard]] size_t rest_of_head(std::string_view bytes);
    // How many of the bytes are kept beside the arena, which is full.
    [[nodiscard]] size_t keep_rest(std::string_view bytes);

    std::string_view seen_;
    warc::HeadEnd head_end_;
  };

  struct Waiting {
    Kept kept;
    std::string block;
  };

  // Where blocks are compared.
  struct Checked {
    const warc::ArchiveReader* archive;
    std::string path;
    ProblemSink* problems;
  };

  void drop();

  std::unique_ptr<warc::Reader> reader_;
  uint64_t limit_;
  uint64_t document_limit_ = 0;
  std::string tmpdir_;
  const bool later_;
  const std::vector<warc::RecordType>& types_;
  std::deque<Waiting> waiting_;  // finished records, when captures come later
  std::string block_;            // of the record that is read, likewise
  std::string* arena_ = nullptr;
  std::optional<Checked> checked_;
  BlockCheck check_;
  Tee tee_;
  Kept kept_;
  bool open_ = false;
};

}  // namespace wax::collection
