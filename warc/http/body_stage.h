// What the stages that take the body of an HTTP message apart have in common.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/problem.h"

namespace wax::warc {

// Stages look so far ahead, and decompress so much at a time.
inline constexpr size_t kBodyBlock = 64 * 1024;

// Reports the faults of one body, with where it lies.
class BodyReporter {
 public:
  BodyReporter(ProblemSink& problems, const Problem& where)
      : problems_(&problems), file_(where.file), offset_(where.offset) {}

  void report(Severity severity, std::string_view id, std::string text);
  // Once a stage has all of its data: there are more.
  void trailing_bytes();

 private:
  ProblemSink* problems_;
  std::string file_;
  std::optional<uint64_t> offset_;
};

// Bytes on their way from one stage to the next.
class StageBuffer {
 public:
  [[nodiscard]] std::string_view view() const {
    return {bytes_.data() + begin_, end_ - begin_};
  }
  void consume(size_t n) {
    begin_ += n;
    if (begin_ == end_) begin_ = end_ = 0;
  }
  // Room for n bytes more; say how many were used with `grow`.
  char* room(size_t n) {
    if (bytes_.size() - end_ < n && begin_ > 0) {
      std::memmove(bytes_.data(), bytes_.data() + begin_, end_ - begin_);
      end_ -= begin_;
      begin_ = 0;
    }
    if (bytes_.size() - end_ < n) bytes_.resize(end_ + n);
    return bytes_.data() + end_;
  }
  void grow(size_t n) { end_ += n; }
  void append(std::string_view bytes) {
    std::memcpy(room(bytes.size()), bytes.data(), bytes.size());
    grow(bytes.size());
  }

 private:
  std::vector<char> bytes_;
  size_t begin_ = 0;
  size_t end_ = 0;
};

}  // namespace wax::warc
