// Ranges of dates as terms of years, months and days.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace wax::index {

struct DateRanges {
  struct Terms {
    std::string_view field;  // "year", "month", "day"
    std::string first;
    std::string last;  // included
  };
  // What lies in the range as a whole.
  std::vector<Terms> whole;
  // Terms of "day" of which only some dates are in the range: two at most.
  std::vector<std::string> parts;
};

// Makes ranges of terms from one date of 14 digits to another, both included.
// Together these are all dates of the range that a clock can show.
[[nodiscard]] DateRanges date_ranges(std::string_view first,
                                     std::string_view last);

}  // namespace wax::index
