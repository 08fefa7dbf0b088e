#include "warc/record/date.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstring>
#include <utility>

#include "io/error.h"
#include "text/ascii.h"
#include "warc/record/fine_date.h"

namespace wax::warc {
namespace {

size_t digits_at_front(std::string_view text) {
  size_t n = 0;
  while (n < text.size() && text::is_digit(text[n])) ++n;
  return n;
}

// Looks at all eight at once: lists of dates have millions.
bool eight_digits(const char* text) {
  uint64_t bytes;
  std::memcpy(&bytes, text, sizeof bytes);
  constexpr uint64_t kHigh = 0xf0f0f0f0f0f0f0f0;
  return (bytes & kHigh) == 0x3030303030303030 &&
         ((bytes + 0x0606060606060606) & kHigh) == 0x3030303030303030;
}

// The year, month and day as a number, in the order of the texts.
uint64_t day_of(std::string_view date) {
  uint64_t bytes;
  std::memcpy(&bytes, date.data(), sizeof bytes);
  return __builtin_bswap64(bytes);
}

struct Moment {
  int year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0;

  [[nodiscard]] bool exists() const {
    std::chrono::year_month_day date{
        std::chrono::year(year),
        std::chrono::month(static_cast<unsigned>(month)),
        std::chrono::day(static_cast<unsigned>(day))};
    return date.ok() && hour < 24 && minute < 60 && second <= 60;
  }

  // Takes the place of month and day. False when the year has fewer.
  bool set_day_of_year(int number) {
    namespace chr = std::chrono;
    chr::sys_days first = chr::year(year) / chr::January / 1;
    chr::year_month_day date = first + chr::days(number - 1);
    month = static_cast<int>(static_cast<unsigned>(date.month()));
    day = static_cast<int>(static_cast<unsigned>(date.day()));
    return date.year() == chr::year(year);
  }

  // For a date that exists.
  [[nodiscard]] int64_t seconds() const {
    std::chrono::sys_days days = std::chrono::year_month_day{
        std::chrono::year(year),
        std::chrono::month(static_cast<unsigned>(month)),
        std::chrono::day(static_cast<unsigned>(day))};
    auto time = days + std::chrono::hours(hour) + std::chrono::minutes(minute) +
                std::chrono::seconds(second);
    return time.time_since_epoch().count();
  }

  void set_time(std::chrono::sys_seconds time) {
    auto midnight = std::chrono::floor<std::chrono::days>(time);
    std::chrono::year_month_day date(midnight);
    year = static_cast<int>(date.year());
    month = static_cast<int>(static_cast<unsigned>(date.month()));
    day = static_cast<int>(static_cast<unsigned>(date.day()));
    auto of_day = static_cast<int>((time - midnight).count());
    hour = of_day / 3600;
    minute = of_day / 60 % 60;
    second = of_day % 60;
  }

  // Keeps a leap second.
  void move_back(std::chrono::minutes by) {
    int kept = std::exchange(second, 0);
    set_time(std::chrono::sys_seconds(std::chrono::seconds(seconds())) - by);
    second = kept;
  }

  [[nodiscard]] std::string date14() const {
    std::string text(kDateDigits, '0');
    auto put = [&](size_t end, int value) {
      for (; value > 0; value /= 10) {
        text[--end] = static_cast<char>('0' + value % 10);
      }
    };
    put(4, year);
    put(6, month);
    put(8, day);
    put(10, hour);
    put(12, minute);
    put(14, second);
    return text;
  }
};

// Takes a number of exactly n digits off the front.
bool take(std::string_view& text, size_t n, int& value) {
  if (text.size() < n || digits_at_front(text.substr(0, n)) < n) return false;
  value = 0;
  for (char c : text.substr(0, n)) value = value * 10 + (c - '0');
  text.remove_prefix(n);
  return true;
}

// The same of one digit or two.
bool take_part(std::string_view& text, int& value) {
  return take(text, 2, value) || take(text, 1, value);
}

bool take(std::string_view& text, char mark) {
  if (!text.starts_with(mark)) return false;
  text.remove_prefix(1);
  return true;
}

Moment moment_of_digits(std::string_view digits) {
  Moment moment;
  take(digits, 4, moment.year);
  for (int* part : {&moment.month, &moment.day, &moment.hour, &moment.minute,
                    &moment.second}) {
    take(digits, 2, *part);
  }
  return moment;
}

// A day of the month, or three digits of a day of the year.
bool take_day(std::string_view& text, Moment& moment) {
  int number = 0;
  if (take(text, 3, number)) return moment.set_day_of_year(number);
  return take_part(text, moment.day);
}

// "+01:00", "-0330", "Z" or nothing; false when there is something else.
bool take_zone(std::string_view text, std::chrono::minutes& ahead) {
  ahead = std::chrono::minutes(0);
  if (text.empty() || text == "Z" || text == "z") return true;
  bool behind = text.front() == '-';
  if (!behind && text.front() != '+') return false;
  text.remove_prefix(1);
  int hours = 0;
  int minutes = 0;
  if (!take(text, 2, hours)) return false;
  take(text, ':');
  if (!text.empty() && !take(text, 2, minutes)) return false;
  if (!text.empty() || hours > 23 || minutes > 59) return false;
  ahead = std::chrono::minutes(hours * 60 + minutes) * (behind ? -1 : 1);
  return true;
}

}  // namespace

std::optional<std::string> date14_of_warc(std::string_view text) {
  text = text::trim(text);
  if (is_date14(text)) {
    if (!moment_of_digits(text).exists()) return std::nullopt;
    return std::string(text);
  }
  Moment moment;
  if (!take(text, 4, moment.year)) return std::nullopt;
  std::chrono::minutes ahead{0};
  // Each part may be the last one.
  if (take(text, '-')) {
    if (!take_part(text, moment.month)) return std::nullopt;
    if (take(text, '-') && !take_day(text, moment)) return std::nullopt;
  }
  if (take(text, 'T') || take(text, 't') || take(text, ' ')) {
    if (!take_part(text, moment.hour)) return std::nullopt;
    if (take(text, ':')) {
      if (!take_part(text, moment.minute)) return std::nullopt;
      if (take(text, ':')) {
        if (!take_part(text, moment.second)) return std::nullopt;
        if (take(text, '.') || take(text, ',')) {
          text.remove_prefix(digits_at_front(text));
        }
      }
    }
    if (!take_zone(text, ahead)) return std::nullopt;
  } else if (!text.empty() && text != "Z") {
    return std::nullopt;
  }
  if (!moment.exists()) return std::nullopt;
  if (ahead.count() != 0) moment.move_back(ahead);
  return moment.date14();
}

uint32_t microseconds_of_warc(std::string_view text) {
  constexpr size_t kDigits = 6;
  const size_t point = text.find_first_of(".,");
  if (point == text.npos) return 0;
  text.remove_prefix(point + 1);
  std::string digits(text.substr(0, std::min(kDigits, digits_at_front(text))));
  digits.resize(kDigits, '0');
  uint32_t number = 0;
  std::from_chars(digits.data(), digits.data() + kDigits, number);
  return number;
}

std::optional<std::string> date14_of_arc(std::string_view text) {
  text = text::trim(text);
  size_t digits = digits_at_front(text);
  if (digits < text.size()) {
    // "20160211000000jpg", but not a hash that begins with digits.
    if (digits < kDateDigits || !moment_of_digits(text).exists()) {
      return std::nullopt;
    }
  } else if (digits < 4) {
    return std::nullopt;
  }
  std::string date(text.substr(0, kDateDigits));
  date.resize(kDateDigits, '0');
  return date;
}

bool is_date14(std::string_view text) {
  return text.size() == kDateDigits && eight_digits(text.data()) &&
         eight_digits(text.data() + kDateDigits - 8);
}

bool is_short_date(std::string_view text) {
  return text.size() >= 4 && text.size() <= kDateDigits &&
         text::all_digits(text);
}

bool is_given_date(std::string_view text) {
  if (!is_short_date(text) || text.size() % 2 != 0) return false;
  size_t known = text.size();
  // The time of day begins with zeros, and no month and day does.
  for (size_t at : {size_t{4}, size_t{6}}) {
    if (at >= known || text.substr(at, 2) != "00") continue;
    if (text.find_first_not_of('0', at) != text.npos) return false;
    known = at;
  }
  std::string digits(text.substr(0, known));
  digits += std::string_view("00000101000000").substr(known);
  return moment_of_digits(digits).exists();
}

std::string no_date(std::string_view text) {
  return '"' + std::string(text) +
         "\" is no date: a date has 4 to 14 digits (2007, 200710, 20071031, "
         "...) of whole parts, from the year on, and is in the calendar";
}

void check_given_date(std::string_view text) {
  if (!is_given_date(text)) throw UsageError(no_date(text));
}

std::string as_given_date(std::string_view date) {
  if (!is_short_date(date) || is_given_date(date)) return std::string(date);
  return date14_of_seconds(last_second(date));
}

Period Period::between(std::string_view from, std::string_view to) {
  Period period;
  period.first.replace(0, std::min(from.size(), kDateDigits),
                       from.substr(0, kDateDigits));
  period.last.replace(0, std::min(to.size(), kDateDigits),
                      to.substr(0, kDateDigits));
  return period;
}

Period Period::of_dates(std::string_view from, std::string_view to) {
  for (std::string_view date : {from, to}) {
    date = without_milliseconds(date);
    if (!date.empty() && !is_open_bound(date)) check_given_date(date);
  }
  Period period = between(from, to);
  if (period.first > period.last) {
    throw UsageError("no date is from " + std::string(from) + " to " +
                     std::string(to) + ": the first one is after the last");
  }
  return period;
}

Period Period::parse(std::string_view text) {
  const size_t dash = text.find('-');
  if (dash == text.npos) {
    text = without_milliseconds(text);
    check_given_date(text);
    return of(text);
  }
  const std::string_view from = text.substr(0, dash);
  const std::string_view to = text.substr(dash + 1);
  // An end that is open is not written.
  if (from.empty() || to.empty()) check_given_date(text);
  return of_dates(from, to);
}

int Period::compare(std::string_view date) const {
  date = date.substr(0, kDateDigits);
  // Most dates are on other days than the bounds, and whole.
  if (date.size() == kDateDigits && first.size() == kDateDigits &&
      last.size() == kDateDigits) {
    const uint64_t day = day_of(date);
    const uint64_t first_day = day_of(first);
    if (first_day < day && day < day_of(last)) return 0;
    if (day < first_day && first_day != day_of(kFirstDate)) return -1;
  }
  if (date > last && last != kLastDate) return 1;
  if (date >= first || first == kFirstDate) return 0;
  bool begins_with_it =
      std::string_view(first).starts_with(date) &&
      first.find_first_not_of('0', date.size()) == std::string::npos;
  return begins_with_it && !date.empty() ? 0 : -1;
}

std::string iso_date(std::string_view date) {
  std::string digits(date.substr(0, kDateDigits));
  digits.resize(kDateDigits, '0');
  std::string iso = digits.substr(0, 4);
  size_t at = 4;
  for (char mark : std::string_view("--T::")) {
    iso += mark;
    iso.append(digits, at, 2);
    at += 2;
  }
  return iso += 'Z';
}

std::optional<int64_t> seconds_of_date(std::string_view date) {
  if (!is_short_date(date)) return std::nullopt;
  std::string digits(date);
  digits += std::string_view("00000101000000").substr(date.size());
  Moment moment = moment_of_digits(digits);
  if (!moment.exists()) return std::nullopt;
  return moment.seconds();
}

int64_t last_second(std::string_view date) {
  const std::string digits = Period::of(date.substr(0, kDateDigits)).last;
  auto number = [&](size_t at, size_t size, int least, int most) {
    int value = 0;
    std::from_chars(digits.data() + at, digits.data() + at + size, value);
    return std::clamp(value, least, most);
  };
  Moment moment;
  moment.year = number(0, 4, 0, 9999);
  moment.month = number(4, 2, 1, 12);
  auto month = std::chrono::year(moment.year) /
               std::chrono::month(static_cast<unsigned>(moment.month));
  auto days = static_cast<unsigned>((month / std::chrono::last).day());
  moment.day = number(6, 2, 1, static_cast<int>(days));
  moment.hour = number(8, 2, 0, 23);
  moment.minute = number(10, 2, 0, 59);
  moment.second = number(12, 2, 0, 59);
  return moment.seconds();
}

std::string date14_of_seconds(int64_t seconds) {
  Moment moment;
  moment.set_time(std::chrono::sys_seconds(std::chrono::seconds(seconds)));
  return moment.date14();
}

}  // namespace wax::warc
