// Reports of the counts of CDX files, for people and for programs.
#pragma once

#include <cstdint>
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

}  // namespace wax::cdx
