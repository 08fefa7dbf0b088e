#include "posts/shares/share_period.h"

#include <array>
#include <chrono>
#include <utility>

#include "text/number.h"
#include "warc/record/date.h"

namespace wax::posts {
namespace {

constexpr std::array<std::pair<std::string_view, SharePeriod>, 4> kNames = {
    {{"day", SharePeriod::kDay},
     {"week", SharePeriod::kWeek},
     {"month", SharePeriod::kMonth},
     {"year", SharePeriod::kYear}}};

std::string week_of(int64_t seconds) {
  using namespace std::chrono;
  const sys_days day = floor<days>(sys_seconds(std::chrono::seconds(seconds)));
  // Days since Monday.
  const auto since = weekday(day) - Monday;
  const sys_days thursday = day - since + days(3);
  const year of = year_month_day(thursday).year();
  const auto week = (thursday - sys_days(of / January / 1)) / days(7) + 1;
  std::string text = std::to_string(static_cast<int>(of)) + "-W";
  if (week < 10) text += '0';
  return text + std::to_string(week);
}

}  // namespace

std::optional<SharePeriod> share_period(std::string_view name) {
  for (const auto& [word, period] : kNames) {
    if (word == name) return period;
  }
  return {};
}

std::string period_of(SharePeriod period, std::string_view date) {
  if (period == SharePeriod::kAll) return {};
  const auto seconds =
      warc::is_date14(date) ? warc::seconds_of_date(date) : std::nullopt;
  if (!seconds) return "-";
  if (period == SharePeriod::kWeek) return week_of(*seconds);
  const std::string day = warc::iso_date(date).substr(0, 10);
  if (period == SharePeriod::kDay) return day;
  return day.substr(0, period == SharePeriod::kMonth ? 7 : 4);
}

}  // namespace wax::posts
