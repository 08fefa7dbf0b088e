// Reports of the counts of CDX files: for people, for programs, as a plot.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "cdx/stats/capture_stats.h"

namespace wax::cdx {

// Lines of names and numbers, then tables of the `top` most frequent media
// types and statuses, of the hosts that were counted one by one, and of years.
// The row "(others)" sums up what a table leaves out.
[[nodiscard]] std::string stats_tables(const CaptureStats& stats, uint64_t top);

// The same as one JSON object on one line, in ASCII; with months instead of
// years.
[[nodiscard]] std::string stats_json(const CaptureStats& stats, uint64_t top);

// An SVG document with one bar per month; one per year when there would be more
// than 72 bars or a month is not known. A bar has three parts: first captures,
// duplicates and revisits. Captures with invalid dates are left out; their
// number is written below the bars.
[[nodiscard]] std::string month_plot(
    const std::map<std::string, MonthCounts>& months);

}  // namespace wax::cdx
