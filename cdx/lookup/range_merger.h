// Merges the lines of several files in a range, in one of three orders. An
// object is for one thread.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cdx/files/searchable.h"
#include "cdx/format/line_fields.h"
#include "cdx/lookup/revisit_resolver.h"
#include "io/problem.h"
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

  // Before the first line: reads the lines of another one as well, which was
  // made in the same way of the same files.
  void join(RangeMerger other);

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

// In the order of `merged`. When fields are read, lines that are not captures
// are reported as "cdx-bad-line" and left out.
class RangeCaptures {
 public:
  // `merged` reads `files`. With `resolve_revisits`, the lines are as
  // RevisitResolver makes them. Throws UsageError for fields that a file lacks,
  // but for the `optional` ones, which are places in `names`.
  RangeCaptures(const std::vector<std::unique_ptr<Searchable>>& files,
                RangeMerger merged, const std::vector<std::string>& names,
                bool resolve_revisits, ProblemSink& problems,
                const std::vector<size_t>& optional = {},
                FindOriginal elsewhere = nullptr);

  [[nodiscard]] bool next(std::string_view& line);
  // The last line as it is in its file.
  [[nodiscard]] std::string_view stored() const { return stored_; }
  // The fields of the last line.
  [[nodiscard]] const LineFields& fields() const { return current_->fields; }

 private:
  struct File {
    std::string name;
    LineFields fields;
    std::unique_ptr<RevisitColumns> revisits;  // null: not resolved
  };

  // Reads the fields of a line, which may be replaced by the resolved one.
  [[nodiscard]] bool read(std::string_view& line);
  void report_bad(std::string_view line);

  RangeMerger merged_;
  bool has_fields_;
  ProblemSink* problems_;
  std::vector<File> files_;
  File* current_ = nullptr;
  RevisitResolver resolver_;
  std::string_view stored_;
  std::string resolved_;
};

// The format of a file's lines, by its header or its first line.
[[nodiscard]] LineFormat format_of(Searchable& file);

}  // namespace wax::cdx
