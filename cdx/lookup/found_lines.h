// The answer of a look-up, before it is put in order and limited.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cdx/lookup/lookup_options.h"
#include "cdx/lookup/lookup_plan.h"
#include "cdx/lookup/range_captures.h"
#include "lines/line_stream.h"

namespace wax::cdx {

// The captures of a range that pass the filters, collapsed, with the requested
// fields.
class FoundLines final : public lines::LineStream {
 public:
  // `merged` reads `files`. Throws what LookupPlan and RangeCaptures throw.
  FoundLines(const std::vector<std::unique_ptr<Searchable>>& files,
             RangeMerger merged, const LookupOptions& options,
             ProblemSink& problems);

  bool next(std::string_view& line) override;
  // The date of the line that next() gave last. Only with options.closest.
  [[nodiscard]] std::string_view date() const {
    return captures_.fields()[plan_.date];
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

  // The next line before captures are collapsed to the last one.
  [[nodiscard]] bool next_first(std::string_view& line);
  [[nodiscard]] bool passes(std::string_view line);
  [[nodiscard]] bool redirects_to_itself();
  // Whether the capture has the values of the previous one that passed.
  [[nodiscard]] bool repeats();
  [[nodiscard]] std::string_view value_of(const LookupPlan::Part& part);
  [[nodiscard]] std::string_view shown_fields();
  void hold(std::string_view line, std::string_view value);

  LookupOptions options_;
  LookupPlan plan_;
  RangeCaptures captures_;
  LastValue time_;
  LastValue first_value_;
  std::string time_text_;
  std::string digest_;
  std::string redirect_key_;
  std::string shown_;
  // The last of the lines with one value so far; given out when another value
  // begins.
  std::string held_value_;
  std::string held_;
  bool held_any_ = false;
  std::string given_;
};

}  // namespace wax::cdx
