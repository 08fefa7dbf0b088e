#include "cdx/files/sorted_file.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "cdx/format/legend.h"
#include "io/error.h"

namespace wax::cdx {
namespace {

constexpr size_t kProbe = 8 * 1024;
constexpr size_t kScan = 256 * 1024;
constexpr uint64_t kKeptProbes = 2048;  // 11 halvings
constexpr size_t kMostKeptLine = 1024;

constexpr size_t kRunBlock = 4096;

}  // namespace

SortedFile::SortedFile(const std::string& path)
    : file_(io::open_random(path)), size_(file_->size()) {
  if (bytes(0, 2).starts_with("\x1f\x8b")) {
    throw FormatError(
        path, 0,
        "the file is compressed by gzip, so it cannot be searched; give its "
        ".idx file, or make a ZipNum with wax-cdx-zipnum");
  }
  read_top();
}

void SortedFile::read_top() {
  uint64_t offset = 0;
  std::string_view line;
  while (read(offset, line) && (is_header(line) || is_metadata(line))) {
    top_.emplace_back(line);
    begin_ = offset;
  }
}

void SortedFile::end_top_at(bool (*is_searched)(std::string_view line)) {
  uint64_t offset = 0;
  std::string_view line;
  for (size_t i = 0; i < top_.size(); ++i) {
    uint64_t start = offset;
    if (read(offset, line) && is_searched(line)) {
      begin_ = start;
      top_.resize(i);
    }
  }
}

std::string_view SortedFile::bytes(uint64_t offset, size_t at_least) {
  if (offset >= size_) return {};
  at_least = static_cast<size_t>(std::min<uint64_t>(at_least, size_ - offset));
  uint64_t end = buffer_offset_ + buffered_;
  if (offset < buffer_offset_ || offset + at_least > end) {
    // Whoever goes on where the last bytes end is reading on, not searching.
    bool reads_on = !searching_ && buffered_ > 0 && offset >= buffer_offset_ &&
                    offset <= end;
    read_on_ = reads_on ? std::min(4 * read_on_, kScan) : kProbe;
    size_t size = std::max(at_least, read_on_);
    if (buffer_.size() < size) buffer_.resize(size);
    buffered_ = 0;
    buffer_offset_ = offset;
    buffered_ = file_->read_at(offset, buffer_.data(), at_least, size);
    if (buffered_ < at_least) {
      throw FormatError(path(), offset,
                        "the file became shorter while it was being read");
    }
  }
  size_t skipped = static_cast<size_t>(offset - buffer_offset_);
  return {buffer_.data() + skipped, buffered_ - skipped};
}

bool SortedFile::read(uint64_t& offset, std::string_view& line) {
  size_t at_least = 1;
  while (offset < size_) {
    std::string_view seen = bytes(offset, at_least);
    size_t end = seen.find('\n');
    if (end == seen.npos && seen.size() < size_ - offset) {
      at_least = seen.size() < kProbe ? seen.size() + 1 : 2 * seen.size();
      continue;
    }
    line = seen.substr(0, end);
    offset += line.size() + (end == seen.npos ? 0 : 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (!line.empty()) return true;
    at_least = 1;
  }
  return false;
}

bool SortedFile::read_back(uint64_t& offset, std::string_view& line) {
  size_t window = kProbe;
  while (offset > begin_) {
    uint64_t end = buffer_offset_ + buffered_;
    bool here = buffer_offset_ + 1 < offset && offset <= end;
    uint64_t from = here && window == kProbe ? buffer_offset_
                    : offset < window        ? 0
                                             : offset - window;
    from = std::max(from, begin_);
    auto size = static_cast<size_t>(offset - from);
    std::string_view seen = bytes(from, size).substr(0, size);
    if (seen.ends_with('\n')) seen.remove_suffix(1);
    size_t before = seen.rfind('\n');
    if (before == seen.npos && from > begin_) {
      // Reading on backwards: larger steps.
      window = std::max(kScan, 2 * window);
      continue;
    }
    window = kProbe;
    line = seen.substr(before + 1);
    offset = from + before + 1;
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (!line.empty()) return true;
  }
  return false;
}

uint64_t SortedFile::line_start(uint64_t offset) {
  if (offset <= begin_) return begin_;
  --offset;
  while (offset < size_) {
    std::string_view seen = bytes(offset, 1);
    size_t end = seen.find('\n');
    if (end != seen.npos) return offset + end + 1;
    offset += seen.size();
  }
  return size_;
}

bool SortedFile::probe(uint64_t node, uint64_t middle, Probe& read_line,
                       const Probe*& kept) {
  if (node < kKeptProbes) {
    auto found = probes_.find(node);
    if (found != probes_.end()) {
      kept = &found->second;
      return true;
    }
  }
  read_line.start = line_start(middle);
  read_line.next = read_line.start;
  std::string_view line;
  if (!read(read_line.next, line)) return false;
  read_line.line = line;
  kept = &read_line;
  if (node < kKeptProbes && line.size() <= kMostKeptLine) {
    probes_.emplace(node, read_line);
  }
  return true;
}

uint64_t SortedFile::lower_bound(std::string_view text) {
  // The lines that begin before `low` are less than `text`, those that begin at
  // `high` or after it are not.
  uint64_t low = begin_;
  uint64_t high = size_;
  uint64_t node = 1;
  std::string less;
  std::optional<std::string> not_less;
  Probe read_line;
  searching_ = true;
  while (low < high) {
    if (high - low <= kProbe / 2) bytes(low, static_cast<size_t>(high - low));
    uint64_t middle = low + (high - low) / 2;
    const Probe* met = nullptr;
    if (!probe(node, middle, read_line, met)) {
      high = middle;
      node = 2 * node;
      continue;
    }
    std::string_view part =
        checked_ == nullptr ? std::string_view(met->line) : checked_(met->line);
    if (part < less || (not_less && part > *not_less)) {
      searching_ = false;
      throw_unsorted(met->start);
    }
    if (met->line < text) {
      less = part;
      low = met->next;
      node = 2 * node + 1;
    } else {
      not_less = part;
      high = middle;
      node = 2 * node;
    }
  }
  searching_ = false;
  return low;
}

std::optional<uint64_t> SortedFile::line_before(uint64_t offset) {
  for (size_t back = kProbe; offset > begin_; back *= 2) {
    uint64_t from = offset - begin_ > back ? offset - back : begin_;
    uint64_t start = line_start(from);
    std::optional<uint64_t> found;
    std::string_view line;
    while (start < offset) {
      uint64_t next = start;
      if (!read(next, line) || next > offset) break;
      found = start;
      start = next;
    }
    if (found) return found;
    if (from == begin_) break;
  }
  return std::nullopt;
}

void SortedFile::throw_unsorted(uint64_t offset) const {
  throw FormatError(
      path(), offset,
      "this line is out of order; the file is not sorted in byte order "
      "(wax-cdx-sort sorts it)");
}

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
