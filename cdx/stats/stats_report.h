// What was counted in CDX files, for people and for programs.
#pragma once

#include <cstdint>
#include <string>

#include "cdx/stats/capture_stats.h"

namespace wax::cdx {

// Lines of names and numbers, then tables of the `top` most frequent media
// types and statuses, of the hosts that were counted one by one, and of years.
// What a table leaves out is its row "(others)".
[[nodiscard]] std::string stats_tables(const CaptureStats& stats, uint64_t top);

// The same as one JSON object on a line, in ASCII; with months for years.
[[nodiscard]] std::string stats_json(const CaptureStats& stats, uint64_t top);

}  // namespace wax::cdx
