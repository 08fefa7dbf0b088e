// Which captures stay.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cdx/files/field_lines.h"
#include "cdx/filter/condition.h"
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
  uint64_t notes = 0;  // notes and blank lines, which stay
  uint64_t read = 0;
  uint64_t bad = 0;
  uint64_t by_date = 0;
  uint64_t by_condition = 0;
  uint64_t blocked = 0;
  uint64_t not_allowed = 0;
  uint64_t not_sampled = 0;
  uint64_t above_limit = 0;
};

// The lines that stay, in their order, as they are; CDXJ notes and blank lines
// stay. Memory: none but the lists; with `latest` max_per_key lines, with
// `sample_count` so many lines and the notes.
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
  [[nodiscard]] bool stays(std::string_view line);
  [[nodiscard]] bool conditions_hold(std::string_view line) const;
  // Whether the capture has the key of the one before it.
  [[nodiscard]] bool same_key(std::string_view key);
  [[nodiscard]] bool next_latest(std::string_view& line);
  [[nodiscard]] bool next_of_sample(std::string_view& line);
  void take_sample();
  // Throws UsageError when the lists have keys of another kind.
  void check_lists(std::string_view key);

  FilterOptions options_;
  std::vector<std::string> names_;
  std::vector<size_t> condition_fields_;
  size_t key_ = 0;
  size_t date_ = 0;
  size_t url_ = 0;
  uint64_t sampled_below_ = 0;
  std::optional<FieldLines> lines_;
  FilterCounts counts_;
  bool lists_checked_ = false;
  std::string last_key_;
  uint64_t of_key_ = 0;
  std::deque<std::string> held_;   // the last captures of last_key_
  std::deque<std::string> ready_;  // what goes out next
  std::string given_;
  bool ended_ = false;
};

}  // namespace wax::cdx
