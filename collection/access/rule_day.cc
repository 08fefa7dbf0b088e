#include "collection/access/rule_day.h"

#include <chrono>
#include <ctime>

#include "text/number.h"
#include "warc/record/date.h"

namespace wax::collection {
namespace {

constexpr size_t kDayDigits = 8;

}  // namespace

std::string day_before(std::string_view today, uint64_t count,
                       std::string_view unit) {
  using namespace std::chrono;
  auto number = [&](size_t at, size_t size) {
    return text::whole_number<unsigned>(today.substr(at, size)).value_or(1);
  };
  year_month_day day{year(static_cast<int>(number(0, 4))), month(number(4, 2)),
                     std::chrono::day(number(6, 2))};
  int n = static_cast<int>(count);
  if (unit.starts_with("year")) {
    day -= years(n);
  } else if (unit.starts_with("month")) {
    day -= months(n);
  } else {
    day = sys_days(day) - days(n);
  }
  if (!day.ok()) day = day.year() / day.month() / last;
  if (static_cast<int>(day.year()) < 0) return std::string(kDayDigits, '0');
  auto seconds = sys_seconds(sys_days(day)).time_since_epoch().count();
  return warc::date14_of_seconds(seconds).substr(0, kDayDigits);
}

std::string today_of_utc() {
  return warc::date14_of_seconds(std::time(nullptr)).substr(0, kDayDigits);
}

}  // namespace wax::collection
