#include "crawl/seen/filter_file.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <utility>

#include "io/crc32.h"
#include "io/error.h"
#include "io/temp_files.h"

namespace wax::crawl {
namespace {

constexpr uint64_t kBlock = io::BlockSums::kBlock;

uint64_t size_of(const FilterShape& shape) { return (shape.bits + 7) / 8; }

uint8_t mask_of(uint64_t bit) {
  return static_cast<uint8_t>(0x80U >> (bit % 8));
}

std::string_view block_at(const uint8_t* bytes, uint64_t at, uint64_t size) {
  return {reinterpret_cast<const char*>(bytes) + at,
          static_cast<size_t>(std::min(size - at, kBlock))};
}

}  // namespace

FilterFile::FilterFile(std::string path, const FilterShape& shape,
                       io::BlockSums sums)
    : shape_(shape),
      sums_(std::make_unique<const io::BlockSums>(std::move(sums))),
      file_(std::move(path), sums_.get()) {
  if (file_.size() != size_of(shape)) {
    throw FormatError(file_.path(), 0, "the filter has another size");
  }
}

bool FilterFile::holds(std::string_view key) const {
  const BitPositions bits(shape_, key);
  return std::all_of(bits.begin(), bits.end(), [&](uint64_t bit) {
    static_cast<void>(file_.check(bit / 8));
    return (file_.bytes()[bit / 8] & mask_of(bit)) != 0;
  });
}

void FilterFile::check() const {
  for (uint64_t at = 0; at < file_.size(); at += kBlock) {
    static_cast<void>(file_.check(at));
  }
}

FilterWriter::FilterWriter(std::string path, const FilterShape& shape,
                           const FilterFile* before)
    : path_(std::move(path)),
      shape_(shape),
      size_(size_of(shape)),
      part_(path_ + ".part-" + std::to_string(::getpid())) {
  sums_.size = size_;
  const uint64_t blocks = (size_ + kBlock - 1) / kBlock;
  changed_.assign(blocks, before == nullptr);
  sums_.blocks.resize(blocks);
  temp_ = std::make_unique<io::TempFile>(part_);
  try {
    open();
    if (before != nullptr) fill(*before);
  } catch (...) {
    close();
    throw;
  }
}

FilterWriter::~FilterWriter() { close(); }

// A page of a mapping for which there is no room on the disk would end the
// process with a signal, so all of them are asked for here.
void FilterWriter::open() {
  fd_ = ::open(part_.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (fd_ < 0) throw IoError(part_, "open", errno);
  int code = ::posix_fallocate(fd_, 0, static_cast<off_t>(size_));
  if (code != 0) throw IoError(part_, "make room", code);
  void* bytes =
      ::mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_SHARED, fd_, 0);
  if (bytes == MAP_FAILED) throw IoError(part_, "map", errno);
  bytes_ = static_cast<uint8_t*>(bytes);
}

void FilterWriter::fill(const FilterFile& before) {
  before.check();
  std::memcpy(bytes_, before.file().bytes(), size_);
  sums_ = before.sums();
}

void FilterWriter::close() {
  if (bytes_ != nullptr) ::munmap(bytes_, size_);
  if (fd_ >= 0) {
    ::close(fd_);
    ::unlink(part_.c_str());
  }
  bytes_ = nullptr;
  fd_ = -1;
}

bool FilterWriter::holds(std::string_view key) const {
  const BitPositions bits(shape_, key);
  return std::all_of(bits.begin(), bits.end(), [&](uint64_t bit) {
    return (bytes_[bit / 8] & mask_of(bit)) != 0;
  });
}

bool FilterWriter::add(std::string_view key) {
  bool is_new = false;
  for (uint64_t bit : BitPositions(shape_, key)) {
    uint8_t& byte = bytes_[bit / 8];
    if ((byte & mask_of(bit)) != 0) continue;
    byte = static_cast<uint8_t>(byte | mask_of(bit));
    changed_[bit / 8 / kBlock] = true;
    is_new = true;
  }
  return is_new;
}

io::BlockSums FilterWriter::finish() {
  for (size_t block = 0; block < changed_.size(); ++block) {
    if (!changed_[block]) continue;
    sums_.blocks[block] = io::crc32(block_at(bytes_, block * kBlock, size_));
  }
  if (::msync(bytes_, size_, MS_SYNC) != 0) throw IoError(part_, "sync", errno);
  if (::fsync(fd_) != 0) throw IoError(part_, "sync", errno);
  if (::rename(part_.c_str(), path_.c_str()) != 0) {
    throw IoError(path_, "rename", errno);
  }
  ::munmap(bytes_, size_);
  ::close(fd_);
  bytes_ = nullptr;
  fd_ = -1;
  temp_.reset();
  return std::move(sums_);
}

}  // namespace wax::crawl
