// Reads the captures of a range with their fields.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cdx/files/searchable.h"
#include "cdx/format/line_fields.h"
#include "cdx/lookup/range_merger.h"
#include "cdx/lookup/revisit_resolver.h"
#include "io/problem.h"

namespace wax::cdx {

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
                const std::vector<size_t>& optional = {});

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
