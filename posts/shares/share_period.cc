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

namespace chrono = std::chrono;

std::optional<chrono::sys_days> day_of(std::string_view date) {
  const auto seconds =
      warc::is_date14(date) ? warc::seconds_of_date(date) : std::nullopt;
  if (!seconds) return {};
  return chrono::floor<chrono::days>(
      chrono::sys_seconds(chrono::seconds(*seconds)));
}

chrono::sys_days monday_of(chrono::sys_days day) {
  return day - (chrono::weekday(day) - chrono::Monday);
}

std::string week_of(chrono::sys_days day) {
  using namespace std::chrono;
  const sys_days thursday = monday_of(day) + days(3);
  const year of = year_month_day(thursday).year();
  const auto week = (thursday - sys_days(of / January / 1)) / days(7) + 1;
  std::string text = std::to_string(static_cast<int>(of)) + "-W";
  if (week < 10) text += '0';
  return text + std::to_string(week);
}

std::string digits_of(chrono::sys_days day) {
  return warc::date14_of_seconds(
             chrono::sys_seconds(day).time_since_epoch().count())
      .substr(0, 8);
}

}  // namespace

std::string_view name(SharePeriod period) {
  for (const auto& [word, known] : kNames) {
    if (known == period) return word;
  }
  return {};
}

std::optional<SharePeriod> share_period(std::string_view name) {
  for (const auto& [word, period] : kNames) {
    if (word == name) return period;
  }
  return {};
}

std::string period_of(SharePeriod period, std::string_view date) {
  if (period == SharePeriod::kAll) return {};
  const auto found = day_of(date);
  if (!found) return "-";
  if (period == SharePeriod::kWeek) return week_of(*found);
  std::string day = warc::iso_date(date).substr(0, 10);
  if (period == SharePeriod::kDay) return day;
  return day.substr(0, period == SharePeriod::kMonth ? 7 : 4);
}

std::string start_after(SharePeriod period, std::string_view date) {
  const auto day = day_of(date);
  if (!day) return {};
  const chrono::year_month_day calendar(*day);
  switch (period) {
    case SharePeriod::kDay:
      return digits_of(*day + chrono::days(1));
    case SharePeriod::kWeek:
      return digits_of(monday_of(*day) + chrono::days(7));
    case SharePeriod::kMonth:
      return digits_of(
          (calendar.year() / calendar.month() + chrono::months(1)) / 1);
    case SharePeriod::kYear:
      return digits_of((calendar.year() + chrono::years(1)) / chrono::January /
                       1);
    case SharePeriod::kAll:
      break;
  }
  return {};
}

std::string start_of(SharePeriod period, std::string_view date) {
  const auto day = day_of(date);
  if (!day || period == SharePeriod::kAll) return {};
  if (period == SharePeriod::kWeek) return digits_of(monday_of(*day));
  std::string digits = digits_of(*day);
  if (period == SharePeriod::kDay) return digits;
  if (period == SharePeriod::kMonth) return digits.substr(0, 6) + "01";
  return digits.substr(0, 4) + "0101";
}

}  // namespace wax::posts
