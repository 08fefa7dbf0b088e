// Selects captures.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cdx/files/field_lines.h"
#include "cdx/filter/condition.h"
#include "cdx/filter/latest_lines.h"
#include "cdx/filter/line_sample.h"
#include "cdx/filter/url_list.h"
#include "lines/line_stream.h"
#include "warc/record/date.h"

namespace wax::cdx {

struct FilterOptions {
  std::vector<Condition> conditions;
  bool any = false;                  // one condition is enough
  warc::Period period;               // captured in this time
  std::unique_ptr<UrlList> blocked;  // none of these
  std::unique_ptr<UrlList> allowed;  // only these
  // The share of URL keys that stay, with all their captures. The same seed
  // selects the same keys, and a greater share adds keys to those of a smaller.
  double sample = 1;
  uint64_t seed = 0;
  // The number of captures that stay of those that pass all other options: the
  // same ones for the same seed, in any order of lines. 0: all. Not with
  // `latest`.
  uint64_t sample_count = 0;
  // The number of captures of each URL key that stay of those that pass all
  // other options; 0: all.
  uint64_t max_per_key = 0;
  bool latest = false;                     // the last ones, not the first
  UrlKeyKind url_key = UrlKeyKind::kSurt;  // for files without keys
};

// Captures that were read, and captures that were dropped by the first reason
// found.
struct FilterCounts {
  uint64_t metadata_lines = 0;  // and blank lines, which stay
  uint64_t read = 0;
  uint64_t bad = 0;
  uint64_t by_date = 0;
  uint64_t by_condition = 0;
  uint64_t blocked = 0;
  uint64_t not_allowed = 0;
  uint64_t not_sampled = 0;
  uint64_t above_limit = 0;
};

// The lines that stay, unchanged and in their order. CDXJ metadata lines and
// blank lines stay. Memory: the lists; with `latest` max_per_key lines; with
// `sample_count` that many lines and the metadata lines.
class FilteredLines final : public lines::LineStream {
 public:
  // `problems` outlives this.
  FilteredLines(std::vector<std::string> paths, FilterOptions options,
                ProblemSink& problems);
  ~FilteredLines() override;

  // With max_per_key, throws LineError where keys are not in order.
  [[nodiscard]] bool next(std::string_view& line) override;

  // What the files have on top.
  [[nodiscard]] const SharedHeader& header() const { return lines_->header(); }
  [[nodiscard]] FilterCounts counts() const;
  // CDXJ fields of the conditions that no line had.
  [[nodiscard]] std::vector<std::string> fields_not_seen() const;

 private:
  // The next line of the files that stays, before --keep-last and
  // --sample-count.
  [[nodiscard]] bool next_that_stays(std::string_view& line);
  [[nodiscard]] bool next_latest(std::string_view& line);
  [[nodiscard]] bool next_of_sample(std::string_view& line);
  void take_sample();

  // For the last capture.
  [[nodiscard]] bool stays(std::string_view line);
  // The counter of the first reason to drop the capture; null when it stays.
  [[nodiscard]] uint64_t* dropped_by(std::string_view line);
  [[nodiscard]] uint64_t* dropped_by_key(std::string_view key);
  [[nodiscard]] bool is_in_dates() const;
  [[nodiscard]] bool conditions_hold(std::string_view line) const;
  // Throws UsageError when the lists have keys of another kind.
  void check_lists(std::string_view key);
  // Whether the capture has the key of the one before it.
  [[nodiscard]] bool same_key(std::string_view key);

  FilterOptions options_;
  std::vector<std::string> names_;  // of the fields that are read
  std::vector<size_t> condition_fields_;
  bool has_key_ = false;
  size_t key_ = 0;
  size_t date_ = 0;
  size_t url_ = 0;
  std::optional<FieldLines> lines_;
  FilterCounts counts_;
  bool lists_checked_ = false;
  KeySample keys_;
  std::string last_key_;
  uint64_t of_key_ = 0;  // captures of last_key_ so far
  LatestLines latest_;
  LineSample sample_;
  std::string given_;
  bool ended_ = false;
};

}  // namespace wax::cdx
