// A file in memory whose blocks are checked, and its numbers, which are read
// within bounds. Messages call it an index file.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace wax::io {

// What a file must be.
struct BlockSums {
  static constexpr uint64_t kBlock = 64 * 1024;

  uint64_t size = 0;
  std::vector<uint32_t> blocks;  // CRC-32 of each
};

// Mapped, so that processes share the memory. The first use of a block makes
// the system read it, so that a failing device is an error and no signal, and
// compares it with its checksum. Any number of threads may read.
class MappedFile {
 public:
  // Without `expected`, blocks are not compared. It must outlive this. Throws
  // IoError, and FormatError when the file has another size.
  MappedFile(std::string path, const BlockSums* expected);
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  [[nodiscard]] const std::string& path() const { return path_; }
  // Null for an empty file.
  [[nodiscard]] const uint8_t* bytes() const { return bytes_; }
  [[nodiscard]] uint64_t size() const { return size_; }

  // The end of the bytes from `at`, which is in the file, that may be read
  // now. Throws IoError, FormatError.
  [[nodiscard]] uint64_t check(uint64_t at) const {
    uint64_t block = at / BlockSums::kBlock;
    if (!checked_[block].load(std::memory_order_relaxed)) check_block(block);
    uint64_t end = (block + 1) * BlockSums::kBlock;
    return end < size_ ? end : size_;
  }
  // Gives the memory back to the system, as if nothing had been read. Bytes
  // stay where they are: who uses them again reads them again.
  void release() const;

 private:
  void check_block(uint64_t block) const;

  std::string path_;
  const BlockSums* expected_;
  const uint8_t* bytes_ = nullptr;
  uint64_t size_ = 0;
  std::unique_ptr<std::atomic<bool>[]> checked_;
};

// A part of a file, such as a file within a compound file. The file must
// outlive it.
struct FileSlice {
  const MappedFile* file = nullptr;
  uint64_t begin = 0;
  uint64_t end = 0;

  [[nodiscard]] uint64_t size() const { return end - begin; }
  // So many bytes from `at` on, more than none, which stay where they are.
  // Throws FormatError, IoError.
  [[nodiscard]] const uint8_t* at(uint64_t at, uint64_t size) const;
  // Names the byte `at` of the slice.
  [[noreturn]] void fail(uint64_t at, std::string_view text) const;
  // The number at `at`, big-endian, of four or eight bytes.
  [[nodiscard]] uint32_t int_at(uint64_t at) const;
  [[nodiscard]] uint64_t long_at(uint64_t at) const;
};

// Reads a slice. All methods throw FormatError past its end and on damage, and
// IoError.
class ByteCursor {
 public:
  ByteCursor() = default;
  explicit ByteCursor(const FileSlice& slice, uint64_t at = 0) : slice_(slice) {
    seek(at);
  }

  void seek(uint64_t at);
  [[nodiscard]] uint64_t at() const {
    return static_cast<uint64_t>(next_ - slice_.file->bytes()) - slice_.begin;
  }
  [[nodiscard]] uint64_t left() const { return slice_.size() - at(); }

  [[nodiscard]] uint8_t byte() {
    if (next_ == ready_) prepare();
    return *next_++;
  }
  // Numbers of seven bits a byte, the lowest first.
  [[nodiscard]] uint32_t vint() {
    if (next_ != ready_ && *next_ < 0x80) return *next_++;
    return static_cast<uint32_t>(long_number(5));
  }
  [[nodiscard]] uint64_t vlong() {
    if (next_ != ready_ && *next_ < 0x80) return *next_++;
    return long_number(10);
  }
  // Big-endian, four or eight bytes.
  [[nodiscard]] uint32_t fixed_int();
  [[nodiscard]] uint64_t fixed_long();
  // The next `size` bytes, which stay where they are.
  [[nodiscard]] std::string_view bytes(uint64_t size);
  void skip(uint64_t size);
  // Skips so many VInts.
  void skip_vints(uint64_t count);

  [[noreturn]] void fail(std::string_view text) const {
    slice_.fail(at(), text);
  }

  // For loops that decode by themselves: the bytes up to ready() may be read;
  // prepare() moves ready() on, or throws at the end.
  [[nodiscard]] const uint8_t* next() const { return next_; }
  [[nodiscard]] const uint8_t* ready() const { return ready_; }
  void set_next(const uint8_t* next) { next_ = next; }
  void prepare();

 private:
  uint64_t long_number(int most);

  FileSlice slice_;
  const uint8_t* next_ = nullptr;
  const uint8_t* ready_ = nullptr;
};

}  // namespace wax::io
