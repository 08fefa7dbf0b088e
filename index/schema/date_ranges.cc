#include "index/schema/date_ranges.h"

#include <cstdint>

#include "text/number.h"

namespace wax::index {
namespace {

int64_t first_eight_digits(std::string_view date) {
  return static_cast<int64_t>(
      text::whole_number(date.substr(0, 8)).value_or(0));
}

std::string with_digits(int64_t number, size_t count) {
  std::string digits = std::to_string(number);
  return std::string(count - digits.size(), '0') + digits;
}

// Days or months from `first` to `last`: those that are not whole months or
// years become terms, the others become months or years.
void split_range(std::string_view field, size_t digits, int64_t last_of_whole,
                 int64_t& first, int64_t& last, DateRanges& ranges) {
  if (first > last) return;
  auto add = [&](int64_t from, int64_t to) {
    if (from % 100 > last_of_whole || to % 100 == 0) return;
    ranges.whole.push_back(
        {field, with_digits(from, digits), with_digits(to, digits)});
  };
  bool begins = first % 100 <= 1;
  bool ends = last % 100 >= last_of_whole;
  int64_t above = first / 100;
  int64_t above_last = last / 100;
  if (above == above_last && !(begins && ends)) {
    add(first, last);
    ++above;
  } else {
    if (!begins) add(first, above++ * 100 + 99);
    if (!ends) add(above_last * 100, last);
    if (!ends) --above_last;
  }
  first = above;
  last = above_last;
}

}  // namespace

DateRanges date_ranges(std::string_view first, std::string_view last) {
  DateRanges ranges;
  int64_t from = first_eight_digits(first);
  int64_t to = first_eight_digits(last);
  bool from_midnight = first.substr(8) == "000000";
  bool to_midnight = last.substr(8) >= "235959";
  if (!from_midnight) ranges.parts.push_back(with_digits(from, 8));
  if (!to_midnight && (from_midnight || from != to)) {
    ranges.parts.push_back(with_digits(to, 8));
  }
  if (!from_midnight) ++from;
  if (!to_midnight) --to;
  split_range("day", 8, 31, from, to, ranges);
  split_range("month", 6, 12, from, to, ranges);
  if (from <= to) {
    ranges.whole.push_back({"year", with_digits(from, 4), with_digits(to, 4)});
  }
  return ranges;
}

}  // namespace wax::index
