#include "warc/record/date.h"

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "text/ascii.h"

namespace wax::warc {
namespace {

constexpr size_t kDigits = 14;

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

  void move_back(std::chrono::minutes by) {
    std::chrono::year_month_day date{
        std::chrono::year(year),
        std::chrono::month(static_cast<unsigned>(month)),
        std::chrono::day(static_cast<unsigned>(day))};
    auto time = std::chrono::sys_days(date) + std::chrono::hours(hour) +
                std::chrono::minutes(minute) - by;
    auto midnight = std::chrono::floor<std::chrono::days>(time);
    date = midnight;
    year = static_cast<int>(date.year());
    month = static_cast<int>(static_cast<unsigned>(date.month()));
    day = static_cast<int>(static_cast<unsigned>(date.day()));
    auto minutes = static_cast<int>((time - midnight).count());
    hour = minutes / 60;
    minute = minutes % 60;
  }

  [[nodiscard]] std::string date14() const {
    std::string text(kDigits, '0');
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

std::optional<std::string> date14_of_arc(std::string_view text) {
  text = text::trim(text);
  size_t digits = digits_at_front(text);
  if (digits < text.size()) {
    // "20160211000000jpg", but not a hash that begins with digits.
    if (digits < kDigits || !moment_of_digits(text).exists()) {
      return std::nullopt;
    }
  } else if (digits < 4) {
    return std::nullopt;
  }
  std::string date(text.substr(0, kDigits));
  date.resize(kDigits, '0');
  return date;
}

bool is_date14(std::string_view text) {
  return text.size() == kDigits && eight_digits(text.data()) &&
         eight_digits(text.data() + kDigits - 8);
}

}  // namespace wax::warc
