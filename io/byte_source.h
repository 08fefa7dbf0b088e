// A stream of bytes that is read once from front to back, without copies.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace wax::io {

class ByteSource {
 public:
  virtual ~ByteSource() = default;

  // The next unread bytes: at least `at_least` of them, or fewer if the stream
  // ends before; none at the end. The view is valid until the next non-const
  // call. Implementations buffer `at_least` bytes, so it must be small.
  // Throws IoError when the system fails to read.
  [[nodiscard]] virtual std::string_view peek(size_t at_least = 1) = 0;

  // Marks the first n bytes of the last peek() as read.
  virtual void consume(size_t n) = 0;

  // Reads up to n bytes into `out`, and returns how many; fewer only at the
  // end. Some sources put them there without another copy.
  virtual size_t read_into(char* out, size_t n);
};

// The same.
inline size_t read(ByteSource& source, char* out, size_t n) {
  return source.read_into(out, n);
}
// Passes over up to n bytes, and returns how many there were.
uint64_t skip(ByteSource& source, uint64_t n);
// All unread bytes, but at most `limit`; the rest stays unread.
[[nodiscard]] std::string read_all(ByteSource& source, uint64_t limit);
// Calls each(bytes) for all unread bytes, piece by piece.
template <typename Each>
void read_pieces(ByteSource& source, Each each) {
  for (;;) {
    const std::string_view piece = source.peek();
    if (piece.empty()) return;
    each(piece);
    source.consume(piece.size());
  }
}

// Bytes in memory, which must outlive the source.
class MemorySource final : public ByteSource {
 public:
  explicit MemorySource(std::string_view bytes) : rest_(bytes) {}
  std::string_view peek(size_t) override { return rest_; }
  void consume(size_t n) override { rest_.remove_prefix(n); }

 private:
  std::string_view rest_;
};

// The first `size` bytes of another source, which must outlive it.
class LimitedSource final : public ByteSource {
 public:
  LimitedSource(ByteSource& source, uint64_t size)
      : source_(&source), left_(size) {}
  std::string_view peek(size_t at_least = 1) override;
  void consume(size_t n) override;
  [[nodiscard]] uint64_t left() const { return left_; }

 private:
  ByteSource* source_;
  uint64_t left_;
};

// A file, or standard input for "-", read in large blocks.
class FileSource : public ByteSource {
 public:
  // The path for messages.
  [[nodiscard]] virtual const std::string& path() const = 0;
  // Bytes consumed so far: the offset of the next unread byte.
  [[nodiscard]] virtual uint64_t offset() const = 0;
  // Total bytes, or nothing for a pipe.
  [[nodiscard]] virtual bool size(uint64_t& bytes) const = 0;
  // Moves to an absolute offset. Returns false and changes nothing if the input
  // cannot go there. A pipe can go back over bytes that are still buffered.
  virtual bool seek(uint64_t offset) = 0;
  // Whether seek() can go back to every offset where it has been, as far as the
  // source knows.
  [[nodiscard]] virtual bool seeks_back() const {
    uint64_t bytes = 0;
    return size(bytes);
  }
};

inline constexpr size_t kFileBlock = 1024 * 1024;

// Reads `block` bytes at a time, and keeps as many. Throws IoError for a
// missing file and for a directory.
[[nodiscard]] std::unique_ptr<FileSource> open_file(const std::string& path,
                                                    size_t block = kFileBlock);

}  // namespace wax::io
