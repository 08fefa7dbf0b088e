// Periods in which shares are counted. Any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace wax::posts {

enum class SharePeriod : uint8_t { kAll, kDay, kWeek, kMonth, kYear };

// "day", "week", "month", "year"; nothing for another word.
[[nodiscard]] std::optional<SharePeriod> share_period(std::string_view name);
// Empty for kAll.
[[nodiscard]] std::string_view name(SharePeriod period);

// The period of a date of 14 digits: "2010-07-14", "2010-W28" (ISO 8601: a week
// begins on Monday and is of the year that has its Thursday), "2010-07",
// "2010"; empty for all. "-" for a date that no calendar has, and for none.
[[nodiscard]] std::string period_of(SharePeriod period, std::string_view date);

// The first day, with 8 digits, of the period that follows that of a date of 14
// digits; empty for all, and for a date that no calendar has.
[[nodiscard]] std::string start_after(SharePeriod period,
                                      std::string_view date);
// The first day, with 8 digits, of the period of a date of 14 digits; empty
// likewise.
[[nodiscard]] std::string start_of(SharePeriod period, std::string_view date);

}  // namespace wax::posts
