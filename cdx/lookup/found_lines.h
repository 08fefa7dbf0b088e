// The answer of a look-up before it is ordered and limited; its fields. An
// object is for one thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "cdx/filter/condition.h"
#include "cdx/lookup/asked_url.h"
#include "cdx/lookup/lookup_options.h"
#include "cdx/lookup/range_merger.h"
#include "lines/line_stream.h"
#include "warc/record/date.h"

namespace wax::cdx {

// A field is an index into `names`, which LineFields reads in this order.
struct LookupPlan {
  static constexpr size_t kNoField = SIZE_MAX;
  // The part of a field that collapsing compares: its first characters.
  struct Part {
    size_t field = kNoField;
    size_t size = SIZE_MAX;
    bool is_digest = false;
  };

  // Throws UsageError for invalid conditions and parts.
  explicit LookupPlan(const LookupOptions& options);

  std::vector<std::string> names;
  // A condition without a field is for the whole line.
  std::vector<std::pair<Condition, size_t>> filters;
  // Fields that a file may lack.
  std::vector<size_t> optional;
  size_t date = kNoField;
  size_t status = kNoField;
  // For AskedUrl::rank().
  size_t asked_url = kNoField;
  size_t asked_status = kNoField;
  size_t key = kNoField;
  size_t redirect = kNoField;
  size_t digest = kNoField;
  Part first_of;
  Part last_of;
  std::vector<size_t> shown;

 private:
  [[nodiscard]] size_t field(std::string_view name);
  // The same; a file may lack it, if nothing else asks for it.
  [[nodiscard]] size_t optional_field(std::string_view name);
  // Reads "FIELD" or "FIELD:N".
  [[nodiscard]] Part part(std::string_view text);
};

// A place between the lines of an answer: after the n-th of the stored lines
// with this key and date.
struct LinePlace {
  std::string key_and_date;
  uint64_t n = 0;

  // Goes after the next stored line.
  void pass(std::string_view line);
  [[nodiscard]] bool is_behind(const LinePlace& other) const;
  // "com,example)/ 20070101000000 1"; parse() throws UsageError for another
  // text. "com,example)/ 20070101000001", as Wayback's server writes it, is the
  // place before the lines of that key and date.
  [[nodiscard]] std::string text() const;
  [[nodiscard]] static LinePlace parse(std::string_view text);
};

// Whether what is asked of a line depends on those before it.
[[nodiscard]] bool needs_order(const LookupOptions& options);

// The captures of a range that pass the filters, collapsed, with the requested
// fields.
class FoundLines final : public lines::LineStream {
 public:
  // `merged` reads `files`. Throws what LookupPlan and RangeCaptures throw.
  FoundLines(const std::vector<std::unique_ptr<Searchable>>& files,
             RangeMerger merged, const LookupOptions& options,
             ProblemSink& problems);

  bool next(std::string_view& line) override;
  // The place after the line that next() gave last. Only with
  // options.resumable or options.resume.
  [[nodiscard]] const LinePlace& place() const { return given_place_; }
  // The date of the line that next() gave last. Only with options.closest.
  [[nodiscard]] std::string_view date() const {
    return captures_.fields()[plan_.date];
  }
  // AskedUrl::rank() of the line that next() gave last. Only with
  // options.closest and options.asked_url.
  [[nodiscard]] uint32_t rank() const {
    const LineFields& fields = captures_.fields();
    return asked_->rank(fields[plan_.asked_url], fields[plan_.asked_status]);
  }

 private:
  // The value of the previous capture.
  class LastValue {
   public:
    // Whether the value is equal to the previous one, which it replaces.
    bool repeats(std::string_view value);

   private:
    std::string value_;
    bool any_ = false;
  };

  // Without regard to options.resume.
  [[nodiscard]] bool next_last(std::string_view& line);
  // The next line before captures are collapsed to the last one.
  [[nodiscard]] bool next_first(std::string_view& line);
  [[nodiscard]] bool passes(std::string_view line);
  [[nodiscard]] bool redirects_to_itself();
  // Whether the capture has the values of the previous one that passed.
  [[nodiscard]] bool repeats();
  [[nodiscard]] std::string_view value_of(const LookupPlan::Part& part);
  [[nodiscard]] std::string_view shown_fields();
  [[nodiscard]] uint64_t count_before();
  [[nodiscard]] std::string_view with_count(std::string_view line,
                                            uint64_t count);
  void hold(std::string_view line, std::string_view value);

  LookupOptions options_;
  LookupPlan plan_;
  warc::Period period_;
  bool has_period_;
  RangeCaptures captures_;
  std::optional<AskedUrl> asked_;
  LastValue time_;
  LastValue first_value_;
  std::string time_text_;
  std::string digest_;
  std::string redirect_key_;
  std::string shown_;
  std::string counted_;
  std::string counted_key_;
  std::unordered_map<std::string, uint64_t> digests_;  // of counted_key_
  uint64_t read_ = 0;
  bool has_places_;
  LinePlace resume_;
  LinePlace read_place_;
  LinePlace held_place_;
  LinePlace given_place_;
  // The last of the lines with one value so far; given out when another value
  // begins.
  std::string held_value_;
  std::string held_;
  bool held_any_ = false;
  std::string given_;
};

}  // namespace wax::cdx
