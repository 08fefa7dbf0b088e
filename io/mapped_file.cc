#include "io/mapped_file.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "io/crc32.h"
#include "io/error.h"
#include "io/lost_files.h"

namespace wax::io {
namespace {

constexpr std::string_view kEndsEarly =
    "this index file is damaged: it ends too early";

#ifdef MADV_POPULATE_READ
constexpr int kPopulate = MADV_POPULATE_READ;
#else
constexpr int kPopulate = 22;  // Linux 5.14
#endif

}  // namespace

MappedFile::MappedFile(std::string path, const BlockSums* expected)
    : path_(std::move(path)), expected_(expected) {
  int fd = ::open(path_.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) throw IoError(path_, "open", errno);
  struct stat status {};
  int code = ::fstat(fd, &status) == 0 ? 0 : errno;
  if (code == 0 && !S_ISREG(status.st_mode)) code = EISDIR;
  const char* operation = "open";
  size_ = code == 0 ? static_cast<uint64_t>(status.st_size) : 0;
  if (size_ > 0) {
    void* bytes = ::mmap(nullptr, size_, PROT_READ, MAP_SHARED, fd, 0);
    if (bytes == MAP_FAILED) {
      code = errno;
      // Some file systems of clusters and virtual machines cannot.
      operation = "map into memory";
    } else {
      bytes_ = static_cast<const uint8_t*>(bytes);
    }
  }
  ::close(fd);
  if (code != 0) throw IoError(path_, operation, code);
  uint64_t blocks = (size_ + BlockSums::kBlock - 1) / BlockSums::kBlock;
  if (expected_ != nullptr &&
      (size_ != expected_->size || blocks != expected_->blocks.size())) {
    ::munmap(const_cast<uint8_t*>(bytes_), size_);
    throw FormatError(path_, size_, "this index file is truncated");
  }
  checked_ = std::make_unique<std::atomic<bool>[]>(blocks);
  if (bytes_ != nullptr) add_mapping({bytes_, size_, checked_.get(), blocks});
}

MappedFile::~MappedFile() {
  if (bytes_ == nullptr) return;
  remove_mapping(bytes_);
  ::munmap(const_cast<uint8_t*>(bytes_), size_);
}

void MappedFile::check_block(uint64_t block) const {
  uint64_t begin = block * BlockSums::kBlock;
  uint64_t size = std::min(size_ - begin, BlockSums::kBlock);
  if (is_lost_mapping(bytes_)) throw IoError(path_, "read", EIO);
  // The system says here what would else be a SIGBUS. Older ones cannot.
  while (::madvise(const_cast<uint8_t*>(bytes_ + begin), size, kPopulate) !=
         0) {
    if (errno == EINVAL || errno == ENOSYS) break;
    if (errno != EINTR && errno != EAGAIN) throw IoError(path_, "read", EIO);
  }
  if (expected_ != nullptr) {
    const auto* first = reinterpret_cast<const char*>(bytes_ + begin);
    if (crc32({first, size}) != expected_->blocks[block]) {
      throw FormatError(path_, begin,
                        "this index file is damaged; the checksum of a block "
                        "differs from the manifest");
    }
  }
  checked_[block] = true;
  if (is_lost_mapping(bytes_)) {  // meanwhile; its bytes are zeros
    checked_[block] = false;
    throw IoError(path_, "read", EIO);
  }
}

void MappedFile::release() const {
  if (size_ == 0) return;
  uint64_t blocks = (size_ + BlockSums::kBlock - 1) / BlockSums::kBlock;
  for (uint64_t i = 0; i < blocks; ++i) checked_[i] = false;
  ::madvise(const_cast<uint8_t*>(bytes_), size_, MADV_DONTNEED);
}

void FileSlice::fail(uint64_t at, std::string_view text) const {
  throw FormatError(file->path(), begin + at, text);
}

const uint8_t* FileSlice::at(uint64_t at, uint64_t size) const {
  if (at > this->size() || size > this->size() - at) {
    fail(this->size(), kEndsEarly);
  }
  for (uint64_t next = begin + at; next < begin + at + size;) {
    next = file->check(next);
  }
  return file->bytes() + begin + at;
}

uint32_t FileSlice::int_at(uint64_t at) const {
  return ByteCursor(*this, at).fixed_int();
}

uint64_t FileSlice::long_at(uint64_t at) const {
  return ByteCursor(*this, at).fixed_long();
}

void ByteCursor::seek(uint64_t at) {
  if (at > slice_.size()) slice_.fail(slice_.size(), kEndsEarly);
  next_ = ready_ = slice_.file->bytes() + slice_.begin + at;
}

void ByteCursor::prepare() {
  auto at = static_cast<uint64_t>(ready_ - slice_.file->bytes());
  if (at >= slice_.end) slice_.fail(slice_.size(), kEndsEarly);
  ready_ = slice_.file->bytes() + std::min(slice_.file->check(at), slice_.end);
}

uint64_t ByteCursor::long_number(int most) {
  uint64_t number = 0;
  for (int i = 0; i < most; ++i) {
    uint8_t next = byte();
    number |= static_cast<uint64_t>(next & 0x7F) << (7 * i);
    if (next < 0x80) return number;
  }
  fail("this index file is damaged: it has an impossible number");
}

uint32_t ByteCursor::fixed_int() {
  uint32_t number = 0;
  for (int i = 0; i < 4; ++i) number = number << 8 | byte();
  return number;
}

uint64_t ByteCursor::fixed_long() {
  uint64_t high = fixed_int();
  return high << 32 | fixed_int();
}

std::string_view ByteCursor::bytes(uint64_t size) {
  if (size > left()) slice_.fail(slice_.size(), kEndsEarly);
  while (static_cast<uint64_t>(ready_ - next_) < size) prepare();
  const auto* first = reinterpret_cast<const char*>(next_);
  next_ += size;
  return {first, size};
}

void ByteCursor::skip(uint64_t size) {
  if (size <= static_cast<uint64_t>(ready_ - next_)) {
    next_ += size;
  } else {
    if (size > left()) slice_.fail(slice_.size(), kEndsEarly);
    next_ = ready_ = next_ + size;
  }
}

void ByteCursor::skip_vints(uint64_t count) {
  // The last byte of each number has a zero in its highest bit.
  constexpr uint64_t kHigh = 0x8080808080808080;
  constexpr uint64_t kOnes = 0x0101010101010101;
  while (count > 0) {
    if (ready_ - next_ < 8) {
      if (byte() < 0x80) --count;
      continue;
    }
    uint64_t eight;
    std::memcpy(&eight, next_, 8);
    uint64_t ends = ~eight & kHigh;
    uint64_t ended = (ends >> 7) * kOnes >> 56;
    if (ended < count) {
      count -= ended;
      next_ += 8;
      continue;
    }
    for (; count > 1; --count) ends &= ends - 1;
    next_ += std::countr_zero(ends) / 8 + 1;
    return;
  }
}

}  // namespace wax::io
