#include "serve/answers/shown_date.h"

#include <array>
#include <cstddef>

#include "text/ascii.h"
#include "text/number.h"
#include "warc/record/date.h"

namespace wax::serve {

ShownDate shown_date(std::string_view date) {
  constexpr std::array<const char*, 12> kMonthNames = {
      "Jan", "Feb", "Mar", "Apr", "May", "Jun",
      "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  if (date.size() != 14 || !text::all_digits(date)) return {};
  auto month = text::whole_number<size_t>(date.substr(4, 2)).value_or(0);
  if (month < 1 || month > kMonthNames.size()) return {};
  ShownDate shown;
  shown.iso = warc::iso_date(date);
  shown.time = shown.iso.substr(11, 8);
  shown.day = date.substr(date[6] == '0' ? 7 : 6, date[6] == '0' ? 1 : 2);
  shown.day.append(1, ' ').append(kMonthNames[month - 1]).append(1, ' ');
  shown.day += date.substr(0, 4);
  return shown;
}

}  // namespace wax::serve
