#include "io/buffered_source.h"

#include <algorithm>
#include <cstring>

namespace wax::io {

size_t BufferedSource::read_into(char* out, size_t n) {
  size_t done = std::min(n, end_ - begin_);
  if (done > 0) std::memcpy(out, buffer_.data() + begin_, done);
  consume(done);
  // Whoever reads like that does not need the buffer any more.
  if (done < n && n >= buffer_.size()) buffer_ = {};
  while (done < n && !at_end_) {
    // Nothing is left in the buffer, nor does it lie after what is read.
    begin_ = end_ = 0;
    size_t part = read_part(out + done, n - done);
    offset_ += part;
    done += part;
  }
  return done;
}

bool BufferedSource::seek(uint64_t offset) {
  uint64_t buffered = offset_ - begin_;
  if (offset >= buffered && offset - buffered <= end_) {
    begin_ = static_cast<size_t>(offset - buffered);
    offset_ = offset;
    return true;
  }
  if (!go_to(offset)) return false;
  begin_ = end_ = 0;
  offset_ = offset;
  at_end_ = false;
  return true;
}

void BufferedSource::fill(size_t at_least) {
  if (begin_ == end_) {
    begin_ = end_ = 0;
  } else if (begin_ > 0 && buffer_.size() - begin_ < at_least) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
  }
  if (end_ == buffer_.size() || buffer_.size() - begin_ < at_least) {
    buffer_.resize(std::max(buffer_.size() + block_, begin_ + at_least));
  }
  end_ += read_part(buffer_.data() + end_, buffer_.size() - end_);
}

size_t BufferedSource::read_part(char* out, size_t room) {
  const size_t got = read_some(out, room);
  if (got == 0) at_end_ = true;
  return got;
}

}  // namespace wax::io
