// The answer of a look-up, except for its order and its length.
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

// The captures of a range that pass the filters, collapsed, with the fields
// that are asked for.
class FoundLines final : public lines::LineStream {
 public:
  // `merged` is of `files`. Throws what LookupPlan and RangeCaptures do.
  FoundLines(const std::vector<std::unique_ptr<Searchable>>& files,
             RangeMerger merged, const LookupOptions& options,
             ProblemSink& problems);

  bool next(std::string_view& line) override;
  // The date of the line that next() gave last, where options.closest asks for
  // dates.
  [[nodiscard]] std::string_view date() const {
    return captures_.fields()[plan_.date];
  }

 private:
  // The value of the capture before.
  class LastValue {
   public:
    // Whether the value is equal to the one before, which it replaces.
    bool repeats(std::string_view value);

   private:
    std::string value_;
    bool any_ = false;
  };

  // Without collapsing to the last one of a row.
  [[nodiscard]] bool next_first(std::string_view& line);
  [[nodiscard]] bool passes(std::string_view line);
  [[nodiscard]] bool redirects_to_itself();
  // Whether the capture is like the one before it, of those that passed.
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
  // The last line of a row so far, which goes out when the next row begins.
  std::string held_value_;
  std::string held_;
  bool held_any_ = false;
  std::string given_;
};

}  // namespace wax::cdx
