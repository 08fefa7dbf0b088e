// A picture of captures over time.
#pragma once

#include <map>
#include <string>

#include "cdx/stats/capture_stats.h"

namespace wax::cdx {

// An SVG document with one bar per month; one per year when there would be more
// than 72 bars or a month is not known. A bar has three parts: first captures,
// duplicates and revisits. Captures with invalid dates are left out; their
// number stands below.
[[nodiscard]] std::string month_plot(
    const std::map<std::string, MonthCounts>& months);

}  // namespace wax::cdx
