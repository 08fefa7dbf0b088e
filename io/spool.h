// Bytes that are kept until all of them have been seen.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "io/byte_source.h"
#include "io/output.h"
#include "io/temp_files.h"

namespace wax::io {

// Bytes are written once, then read from the front. More than `memory` bytes
// go to an UnnamedFile.
class Spool final : public ByteSource {
 public:
  explicit Spool(std::string folder = {}, size_t memory = kMemory)
      : folder_(std::move(folder)), memory_(memory) {}

  // Throws IoError.
  void write(std::string_view bytes);
  [[nodiscard]] uint64_t size() const { return size_; }
  // Forgets all bytes; new ones may be written.
  void clear();

  // Starts at the first byte, once all bytes are written.
  std::string_view peek(size_t at_least) override;
  void consume(size_t n) override;
  // Goes back to the first byte.
  void rewind();

  static constexpr size_t kMemory = 8 * 1024 * 1024;

 private:
  void spill();

  std::string folder_;
  size_t memory_;
  std::string held_;  // of the file: a window that ends at file_read_
  size_t at_ = 0;     // of the next unread byte in held_
  uint64_t size_ = 0;
  uint64_t file_written_ = 0;
  uint64_t file_read_ = 0;
  std::unique_ptr<UnnamedFile> file_;
};

// Writes to a spool, which outlives it.
class SpoolOutput final : public Output {
 public:
  explicit SpoolOutput(Spool& spool) : spool_(&spool) {}
  void write(std::string_view bytes) override { spool_->write(bytes); }
  void flush() override {}
  void finish() override {}

 private:
  Spool* spool_;
};

// A spool as a file. Messages call it `name`.
[[nodiscard]] std::unique_ptr<FileSource> open_spool(
    std::unique_ptr<Spool> spool, std::string name);

}  // namespace wax::io
