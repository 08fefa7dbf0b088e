// Merges the lines of several files in a range, in one of three orders.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cdx/files/searchable.h"
#include "lines/line_stream.h"

namespace wax::cdx {

class RangeMerger {
 public:
  // In byte order; equal lines in the order of their files.
  static RangeMerger ascending(
      const std::vector<std::unique_ptr<Searchable>>& files,
      const SearchRange& range);
  // From the last to the first, read from the end.
  static RangeMerger descending(
      const std::vector<std::unique_ptr<Searchable>>& files,
      const SearchRange& range);
  // For a range "KEY " to "KEY!" with the date in the second field: the line
  // nearest to `date` first, and equally near ones in byte order. A binary
  // search finds the date; lines are read from there in both directions.
  static RangeMerger closest(
      const std::vector<std::unique_ptr<Searchable>>& files,
      const SearchRange& range, std::string_view date);

  // These lines in their order, as those of the first file.
  static RangeMerger of(std::unique_ptr<lines::LineStream> lines);

  [[nodiscard]] bool next(std::string_view& line);
  // The index of the file that the line comes from.
  [[nodiscard]] size_t file() const { return runs_[current_].file; }

 private:
  enum class Order { kAscending, kDescending, kClosest };
  // Lines of one file in the order of the merge.
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
