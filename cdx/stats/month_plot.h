// Captures over time as a picture.
#pragma once

#include <map>
#include <string>

#include "cdx/stats/capture_stats.h"

namespace wax::cdx {

// An SVG document of bars, one a month, or one a year where that would be more
// than 72 or a month is not known: what was captured first, duplicates and
// revisits on one another. Captures with invalid dates are left out and counted
// below it.
[[nodiscard]] std::string month_plot(
    const std::map<std::string, MonthTally>& months);

}  // namespace wax::cdx
