// The lines that several files have in a range, in the order that is asked for.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cdx/files/searchable.h"
#include "lines/line_stream.h"

namespace wax::cdx {

// No date of 14 digits is later.
inline constexpr std::string_view kLastDate = "99991231235959";

// A date of up to 14 digits in seconds, at its end; days that a month has not
// are its last.
[[nodiscard]] int64_t last_second(std::string_view date);

class RangeMerger {
 public:
  // In byte order; the lines of files that are equal as the files stand.
  static RangeMerger ascending(
      const std::vector<std::unique_ptr<Searchable>>& files,
      const SearchRange& range);
  // From the last to the first, read from the end.
  static RangeMerger descending(
      const std::vector<std::unique_ptr<Searchable>>& files,
      const SearchRange& range);
  // Of a range that is all of one key, with a date in the second field: the
  // nearest to `date` first, in byte order where several are as near. Found by
  // halves and read from there on in both directions.
  static RangeMerger closest(
      const std::vector<std::unique_ptr<Searchable>>& files,
      const SearchRange& range, std::string_view date);

  // As they come, of the first file.
  static RangeMerger of(std::unique_ptr<lines::LineStream> lines);

  [[nodiscard]] bool next(std::string_view& line);
  // Which of the files the line is of.
  [[nodiscard]] size_t file() const { return runs_[current_].file; }

 private:
  enum class Order { kAscending, kDescending, kClosest };
  // Lines of one file that come in the order.
  struct Run {
    size_t file;
    std::unique_ptr<lines::LineStream> lines;
    std::unique_ptr<Searchable> opened = nullptr;  // for lines, which go first
    std::string_view line = {};
    int64_t distance = 0;
    bool ended = false;
  };

  explicit RangeMerger(Order order) : order_(order) {}
  void advance(Run& run);
  [[nodiscard]] bool goes_before(const Run& a, const Run& b) const;

  Order order_;
  int64_t second_ = 0;
  std::vector<Run> runs_;
  size_t current_ = SIZE_MAX;
  bool begun_ = false;
};

}  // namespace wax::cdx
