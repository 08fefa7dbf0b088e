#include "io/spool.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "io/error.h"

namespace wax::io {
namespace {

constexpr size_t kSpoolWindow = 256 * 1024;

std::string temporary_directory() {
  const char* name = ::getenv("TMPDIR");
  return name != nullptr && *name != '\0' ? name : "/tmp";
}

}  // namespace

int open_unnamed(const std::string& directory) {
  std::string folder = directory.empty() ? temporary_directory() : directory;
  std::string name = folder + "/wax-XXXXXX";
  int fd = ::mkostemp(name.data(), O_CLOEXEC);
  if (fd < 0) throw IoError(folder, "create a temporary file", errno);
  ::unlink(name.c_str());
  return fd;
}

Spool::Spool(std::string directory, size_t memory)
    : directory_(std::move(directory)), memory_(memory) {
  if (directory_.empty()) directory_ = temporary_directory();
}

Spool::~Spool() {
  if (fd_ >= 0) ::close(fd_);
}

void Spool::clear() {
  // The room on the disk is given back; that it is not harms nobody.
  if (file_written_ > 0) static_cast<void>(::ftruncate(fd_, 0) == 0);
  held_.clear();
  at_ = 0;
  size_ = file_written_ = file_read_ = 0;
}

void Spool::write(std::string_view bytes) {
  held_.append(bytes);
  size_ += bytes.size();
  if (held_.size() > memory_) spill();
}

void Spool::spill() {
  if (fd_ < 0) fd_ = open_unnamed(directory_);
  std::string_view left = held_;
  while (!left.empty()) {
    ssize_t n = ::pwrite(fd_, left.data(), left.size(),
                         static_cast<off_t>(file_written_));
    if (n < 0) {
      if (errno == EINTR) continue;
      throw IoError(directory_, "write a temporary file", errno);
    }
    file_written_ += static_cast<size_t>(n);
    left.remove_prefix(static_cast<size_t>(n));
  }
  held_.clear();
}

void Spool::rewind() {
  if (file_written_ > 0) {
    if (file_written_ < size_) spill();
    held_.clear();
  }
  at_ = 0;
  file_read_ = 0;
}

std::string_view Spool::peek(size_t at_least) {
  if (file_written_ > 0 && file_written_ < size_) rewind();
  while (held_.size() - at_ < at_least && file_read_ < file_written_) {
    held_.erase(0, std::exchange(at_, 0));
    size_t before = held_.size();
    size_t room = static_cast<size_t>(std::min<uint64_t>(
        std::max(kSpoolWindow, at_least - before), file_written_ - file_read_));
    held_.resize(before + room);
    ssize_t n = ::pread(fd_, held_.data() + before, room,
                        static_cast<off_t>(file_read_));
    int code = n < 0 ? errno : EIO;  // none: somebody cut the file
    held_.resize(before + static_cast<size_t>(std::max<ssize_t>(n, 0)));
    if (n < 0 && code == EINTR) continue;
    if (n <= 0) throw IoError(directory_, "read a temporary file", code);
    file_read_ += static_cast<size_t>(n);
  }
  return std::string_view(held_).substr(at_);
}

void Spool::consume(size_t n) { at_ += n; }

}  // namespace wax::io
