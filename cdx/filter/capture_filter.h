// Which captures stay.
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

namespace wax::cdx {

struct FilterOptions {
  std::vector<Condition> conditions;
  bool any = false;  // one condition is enough
  // Dates of 1 to 14 digits, as far as they go: "2007" to "2008" are two
  // years. Empty: no bound.
  std::string from;
  std::string to;
  std::unique_ptr<UrlList> blocked;  // none of these
  std::unique_ptr<UrlList> allowed;  // only these
  // Of each URL key this share stays: all its captures or none, the same ones
  // for the same seed, and the more the greater the share.
  double sample = 1;
  uint64_t seed = 0;
  // So many captures stay of all that all else leaves: the same ones for the
  // same seed, whatever the order of the lines. 0: all. Not with `latest`.
  uint64_t sample_count = 0;
  // Of each URL key so many captures stay of what all else leaves; 0: all.
  uint64_t max_per_key = 0;
  bool latest = false;                     // the last ones, not the first
  UrlKeyKind url_key = UrlKeyKind::kSurt;  // for files without keys
};

// Captures that were read, and those that were dropped, by the first reason
// that was found.
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

// The lines that stay, in their order, as they are; CDXJ metadata lines and
// blank lines stay. Memory: the lists; with `latest` max_per_key lines, with
// `sample_count` so many lines and the metadata lines.
class FilteredLines final : public lines::LineStream {
 public:
  // `problems` outlives this.
  FilteredLines(std::vector<std::string> paths, FilterOptions options,
                ProblemSink& problems);
  ~FilteredLines() override;

  // With max_per_key, throws LineError where keys are not in order.
  [[nodiscard]] bool next(std::string_view& line) override;

  [[nodiscard]] const std::string& header() const { return lines_->header(); }
  [[nodiscard]] FilterCounts counts() const;
  // Fields of CDXJ that are asked for and that no line has had.
  [[nodiscard]] std::vector<std::string> fields_not_seen() const;

 private:
  // The next line of the files that stays, before --latest and --sample-count.
  [[nodiscard]] bool next_that_stays(std::string_view& line);
  [[nodiscard]] bool next_latest(std::string_view& line);
  [[nodiscard]] bool next_of_sample(std::string_view& line);
  void take_sample();

  // Of the last capture.
  [[nodiscard]] bool stays(std::string_view line);
  // What counts captures that are dropped for the first reason that is found;
  // null when there is none.
  [[nodiscard]] uint64_t* dropped_by(std::string_view line);
  [[nodiscard]] uint64_t* dropped_by_key(std::string_view key);
  [[nodiscard]] bool is_in_dates() const;
  [[nodiscard]] bool conditions_hold(std::string_view line) const;
  // Throws UsageError when the lists have keys of another kind.
  void check_lists(std::string_view key);
  // Whether the capture has the key of the one before it.
  [[nodiscard]] bool same_key(std::string_view key);

  FilterOptions options_;
  std::vector<std::string> names_;  // of the fields that are looked at
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
