#include "cdx/files/sorted_run.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "io/error.h"

namespace wax::cdx {
namespace {

constexpr size_t kRunBlock = 4096;

}  // namespace

SortedRun::SortedRun(std::string path)
    : path_(std::move(path)), fd_(::open(path_.c_str(), O_RDONLY | O_CLOEXEC)) {
  struct stat status {};
  if (fd_ < 0 || ::fstat(fd_, &status) != 0) {
    int code = errno;
    if (fd_ >= 0) ::close(fd_);
    throw IoError(path_, "open", code);
  }
  size_ = static_cast<uint64_t>(status.st_size);
  for (std::string_view line; line_at(at_, line) && line.starts_with("# ");) {
    at_ += line.size() + 1;
  }
}

SortedRun::~SortedRun() { ::close(fd_); }

std::string_view SortedRun::bytes(uint64_t offset, size_t at_least) {
  if (offset >= size_) return {};
  at_least = static_cast<size_t>(std::min<uint64_t>(at_least, size_ - offset));
  if (offset < buffer_offset_ ||
      offset + at_least > buffer_offset_ + buffered_) {
    size_t wanted = std::max(at_least, kRunBlock);
    if (buffer_.size() < wanted) buffer_.resize(wanted);
    buffer_offset_ = offset;
    for (buffered_ = 0; buffered_ < at_least;) {
      ssize_t got = ::pread(fd_, buffer_.data() + buffered_, wanted - buffered_,
                            static_cast<off_t>(offset + buffered_));
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) {
        buffered_ = 0;
        throw IoError(path_, "read", got < 0 ? errno : EIO);
      }
      buffered_ += static_cast<size_t>(got);
    }
  }
  return std::string_view(buffer_.data(), buffered_)
      .substr(static_cast<size_t>(offset - buffer_offset_));
}

bool SortedRun::line_at(uint64_t offset, std::string_view& line) {
  size_t want = 1;
  while (true) {
    std::string_view text = bytes(offset, want);
    if (text.empty()) return false;
    size_t end = text.find('\n');
    if (end != text.npos || offset + text.size() == size_) {
      line = text.substr(0, end);
      return true;
    }
    want = text.size() * 2;
  }
}

uint64_t SortedRun::line_behind(uint64_t offset) {
  std::string_view rest;
  if (!line_at(offset, rest)) return size_;
  return std::min(size_, offset + rest.size() + 1);
}

void SortedRun::seek(std::string_view prefix) {
  auto is_less = [&](uint64_t offset) {
    std::string_view line;
    return line_at(offset, line) && line < prefix;
  };
  if (!is_less(at_)) return;
  // The line at `low` is less; the one at `high` is not, or is the end.
  uint64_t low = at_;
  uint64_t high = size_;
  for (uint64_t step = kRunBlock; low + step < size_; step *= 2) {
    uint64_t probe = line_behind(low + step);
    if (!is_less(probe)) {
      high = probe;
      break;
    }
    low = probe;
  }
  while (high - low > kRunBlock) {
    uint64_t probe = line_behind(low + (high - low) / 2);
    if (probe >= high) break;
    (is_less(probe) ? low : high) = probe;
  }
  do {
    low = line_behind(low);
  } while (is_less(low));
  at_ = low;
}

bool SortedRun::next(std::string_view prefix, std::string_view& line) {
  if (!line_at(at_, line) || !line.starts_with(prefix)) return false;
  at_ += line.size() + 1;
  return true;
}

}  // namespace wax::cdx
