// Days on which rules of access begin and end.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace wax::collection {

// Today in UTC: "20070531".
[[nodiscard]] std::string today_of_utc();

// The day so many "days", "months" or "years" before `today`; the last one of
// its month when that has no such day, "00000000" when no date of four digits
// for the year can say it.
[[nodiscard]] std::string day_before(std::string_view today, uint64_t count,
                                     std::string_view unit);

}  // namespace wax::collection
