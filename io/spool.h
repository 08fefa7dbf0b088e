// Bytes that are put aside until all of them have been seen.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "io/byte_source.h"

namespace wax::io {

// A new temporary file without a name, as a descriptor that the caller closes.
// `directory` empty: $TMPDIR, else /tmp. Throws IoError.
[[nodiscard]] int open_unnamed(const std::string& directory);

// Written once, then read from the front: what exceeds `memory` bytes lies in a
// temporary file that has no name, so that nothing of it can stay behind.
class Spool final : public ByteSource {
 public:
  // `directory` empty: $TMPDIR, else /tmp.
  explicit Spool(std::string directory = {}, size_t memory = kMemory);
  ~Spool() override;
  Spool(const Spool&) = delete;
  Spool& operator=(const Spool&) = delete;

  // Throws IoError.
  void write(std::string_view bytes);
  [[nodiscard]] uint64_t size() const { return size_; }
  // Forgets all; what follows is written.
  void clear();

  // From the first byte on, when all is written.
  std::string_view peek(size_t at_least) override;
  void consume(size_t n) override;
  // Back to the first byte.
  void rewind();

  static constexpr size_t kMemory = 8 * 1024 * 1024;

 private:
  void spill();

  std::string directory_;
  size_t memory_;
  std::string held_;  // of the file: a window that ends at file_read_
  size_t at_ = 0;     // of the next unread byte in held_
  uint64_t size_ = 0;
  uint64_t file_written_ = 0;
  uint64_t file_read_ = 0;
  int fd_ = -1;
};

}  // namespace wax::io
