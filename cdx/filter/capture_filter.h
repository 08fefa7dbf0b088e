// Selects captures: by conditions, URL lists, samples, and the last of a key.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cdx/files/field_lines.h"
#include "cdx/filter/condition.h"
#include "cdx/filter/expression_set.h"
#include "cdx/url/url_key.h"
#include "lines/line_stream.h"
#include "warc/record/date.h"

namespace wax::cdx {

// A line of a list is one of
//   com,example)/private   all URL keys that begin with it
//   http://example.com/a   all URL keys that begin with the key of this URL;
//                          the scheme may be left out ("example.com"), and a
//                          "*" at the end changes nothing
//   *.example.com          all URLs of this host and its subdomains; for SURT
//   =com,example)/a        this URL key
//   =http://example.com/   the URL key of this URL
//   ~REGEX                 all URLs (not keys) in which it is found
// Blank lines and lines that begin with "#" are comments. White space around a
// line is ignored. A hundred thousand lines of any kind hardly slow a look-up:
// keys are searched in order, and a pattern is tried only where the URL
// contains its fixed parts (expression_set.h), or always when it has no fixed
// part of four bytes.
class UrlList {
 public:
  // `kind`: of the keys that are made from URLs.
  explicit UrlList(UrlKeyKind kind) : kind_(kind) {}

  // Throws LineError for an invalid pattern and for a key that no URL has;
  // IoError.
  void add_file(const std::string& path);
  void add(std::string_view line);  // UsageError for the same
  // Call once, after the last line and before contains().
  void finish();

  // The kind of its keys, when one of them tells it.
  [[nodiscard]] std::optional<UrlKeyKind> kind() const {
    return tells_kind_ ? std::optional(kind_) : std::nullopt;
  }
  [[nodiscard]] bool empty() const {
    return keys_.empty() && prefixes_.empty() && !has_patterns();
  }
  // Whether contains() needs the URL.
  [[nodiscard]] bool has_patterns() const { return patterns_ > 0; }
  // `url` may be anything when there are no patterns. Fastest when keys come
  // in order. For one thread at a time: it remembers the place of the last key.
  [[nodiscard]] bool contains(std::string_view key, std::string_view url);

 private:
  // Sorted texts, with the place of the last look-up.
  struct Sorted {
    std::vector<std::string> texts;
    size_t after = 0;  // the first text that is greater than the last key

    // The greatest text that is not greater than `key`.
    const std::string* below(std::string_view key);
    [[nodiscard]] bool empty() const { return texts.empty(); }
  };

  void add_key(std::string_view text);
  void add_prefix(std::string_view text);
  void add_domain(std::string_view host);
  void add_pattern(std::string_view pattern);
  // Whether a text begins a key, and not a URL, whose scheme may be left out.
  // Throws UsageError for a text that no key begins with.
  [[nodiscard]] bool is_key(std::string_view text) const;

  UrlKeyKind kind_;
  bool tells_kind_ = false;
  Sorted keys_;
  Sorted prefixes_;  // none begins with another
  size_t patterns_ = 0;
  std::vector<std::string> literals_;
  LiteralSet literal_set_;
  ExpressionSet expressions_;
};

// A sample of URL keys: the same keys for the same seed. The sample of a
// greater share contains that of a smaller one.
class KeySample {
 public:
  // `share` is from 0 to 1.
  KeySample(double share, uint64_t seed);
  [[nodiscard]] bool has(std::string_view key) const;

 private:
  uint64_t below_;  // of hashes of 63 bits
  uint64_t seed_;
};

// A sample of at most `most` of the added lines: the same lines for the same
// seed, in any order of adding. Memory: these lines.
class LineSample {
 public:
  LineSample(uint64_t most, uint64_t seed) : most_(most), seed_(seed) {}

  // False when this line or an earlier one is dropped.
  bool add(std::string_view line);
  // Adds a line that always stays and is not counted.
  void add_metadata(std::string_view line);
  // Call after all lines are added: takes out the lines one by one, in the
  // order in which they were added. False after the last one.
  [[nodiscard]] bool take(std::string& line);

 private:
  struct Entry {
    uint64_t hash;
    uint64_t number;  // in the order of lines
    std::string line;
    bool operator<(const Entry& other) const;
  };

  void put_in_order();

  uint64_t most_;
  uint64_t seed_;
  uint64_t lines_ = 0;
  std::vector<Entry> sample_;  // a heap with the greatest hash in front
  std::vector<Entry> metadata_;
  std::vector<Entry> in_order_;
  bool is_in_order_ = false;
  size_t next_ = 0;
};

// Holds the last lines of a key until another key begins. Memory: `most` lines.
class LatestLines {
 public:
  explicit LatestLines(uint64_t most) : most_(most) {}

  // True when the oldest line is dropped instead.
  bool hold(std::string_view line) {
    if (held_.size() < most_) {
      held_.emplace_back(line);
      return false;
    }
    held_.push_back(std::move(held_.front()));
    held_.pop_front();
    held_.back().assign(line);
    return true;
  }
  // The lines held so far stay. Call when all earlier lines are taken out.
  void release() { ready_.swap(held_); }
  // Adds a line that always stays.
  void pass_on(std::string_view line) { ready_.emplace_back(line); }
  // Takes out the next line that stays. False when no line is ready yet.
  [[nodiscard]] bool take(std::string& line) {
    if (ready_.empty()) return false;
    line.swap(ready_.front());
    ready_.pop_front();
    return true;
  }

 private:
  uint64_t most_;
  std::deque<std::string> held_;
  std::deque<std::string> ready_;
};

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
  // Called once in some thousand captures: what it throws ends the reading.
  std::function<void()> tick = nullptr;
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
  uint64_t captures_ = 0;
  LatestLines latest_;
  LineSample sample_;
  std::string given_;
  bool ended_ = false;
};

}  // namespace wax::cdx
