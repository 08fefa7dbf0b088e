#include "cdx/request/python_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>

#include "text/ascii.h"
#include "text/number.h"

namespace wax::cdx {

std::string python_integer(double number) {
  std::array<char, 330> digits;
  int size = std::snprintf(digits.data(), digits.size(), "%.0f",
                           number == 0 ? 0.0 : number);
  return {digits.data(), static_cast<size_t>(size)};
}

std::string python_float(double number) {
  double size = std::fabs(number);
  bool fixed = size == 0 || (size >= 1e-4 && size < 1e16);
  std::array<char, 64> digits;
  auto end = std::to_chars(
      digits.data(), digits.data() + digits.size(), number,
      fixed ? std::chars_format::fixed : std::chars_format::scientific);
  std::string text(digits.data(), end.ptr);
  if (fixed && text.find('.') == std::string::npos) text += ".0";
  return text;
}

std::string python_date(double milliseconds) {
  namespace chrono = std::chrono;
  double seconds = 0;
  double fraction = std::modf(milliseconds / 1000.0, &seconds);
  auto micro = static_cast<int64_t>(std::nearbyint(fraction * 1e6));
  auto whole = static_cast<int64_t>(seconds);
  whole += micro >= 1000000 ? 1 : micro < 0 ? -1 : 0;
  micro = (micro + 1000000) % 1000000;
  chrono::sys_seconds time{chrono::seconds(whole)};
  auto day = chrono::floor<chrono::days>(time);
  chrono::year_month_day date(day);
  chrono::hh_mm_ss clock(time - day);
  std::string text =
      "datetime.datetime(" + std::to_string(static_cast<int>(date.year()));
  auto field = [&](int64_t value) { text += ", " + std::to_string(value); };
  field(static_cast<unsigned>(date.month()));
  field(static_cast<unsigned>(date.day()));
  field(clock.hours().count());
  field(clock.minutes().count());
  if (clock.seconds().count() != 0 || micro != 0) {
    field(clock.seconds().count());
  }
  if (micro != 0) field(micro);
  return text + ")";
}

std::string python_uuid(std::string_view bytes) {
  std::string text = "UUID('";
  for (size_t i = 0; i < bytes.size(); ++i) {
    if (i == 4 || i == 6 || i == 8 || i == 10) text += '-';
    text::append_hex(bytes.substr(i, 1), text);
  }
  return text + "')";
}

std::optional<std::string> python_int(std::string_view text) {
  text = text::trim(text, text::kAllSpace);
  bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  std::string digits;
  bool after_digit = false;
  for (char c : text) {
    if (text::is_digit(c)) {
      digits += c;
      after_digit = true;
    } else if (c == '_' && after_digit) {
      after_digit = false;
    } else {
      return std::nullopt;
    }
  }
  if (!after_digit) return std::nullopt;
  digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size()));
  if (digits.empty()) return "0";
  return negative ? '-' + digits : digits;
}

bool less_as_int(const std::string& a, const std::string& b) {
  bool a_negative = a.starts_with('-');
  if (a_negative != b.starts_with('-')) return a_negative;
  if (a.size() != b.size()) return (a.size() < b.size()) != a_negative;
  return a_negative ? b < a : a < b;
}

}  // namespace wax::cdx
