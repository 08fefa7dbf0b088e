// A file that is read in blocks, wherever its bytes come from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "io/byte_source.h"

namespace wax::io {

// Keeps a block, and goes to other offsets. Those who inherit read the bytes.
class BufferedSource : public FileSource {
 public:
  // The first byte that read_some() gives is at `offset`. Reads `block` bytes
  // at a time, and keeps as many.
  explicit BufferedSource(std::string path, size_t block = kFileBlock,
                          uint64_t offset = 0)
      : path_(std::move(path)), block_(block), offset_(offset) {}

  std::string_view peek(size_t at_least) override {
    while (end_ - begin_ < at_least && !at_end_) fill(at_least);
    return {buffer_.data() + begin_, end_ - begin_};
  }
  void consume(size_t n) override {
    begin_ += n;
    offset_ += n;
  }
  size_t read_into(char* out, size_t n) override;
  const std::string& path() const override { return path_; }
  uint64_t offset() const override { return offset_; }
  bool seek(uint64_t offset) override;

 protected:
  // Reads up to `room` bytes from due() on; none at the end.
  [[nodiscard]] virtual size_t read_some(char* out, size_t room) = 0;
  // Goes to an offset, at which read_some() reads next; false if it cannot.
  [[nodiscard]] virtual bool go_to(uint64_t offset) = 0;
  // The offset of the byte that read_some() reads next.
  [[nodiscard]] uint64_t due() const { return offset_ + (end_ - begin_); }

 private:
  void fill(size_t at_least);
  size_t read_part(char* out, size_t room);

  std::string path_;
  size_t block_;
  std::vector<char> buffer_;
  size_t begin_ = 0;
  size_t end_ = 0;
  uint64_t offset_;
  bool at_end_ = false;
};

}  // namespace wax::io
