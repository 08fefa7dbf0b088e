// Where the captures of a document are: the stored field "places".
//
// A line for each date of which it is known, in order: "DATE KIND OFFSET FILE".
// KIND is "capture", "revisit" or "list", which is a list that does not say
// what it names.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace wax::index {

inline constexpr const char* kPlacesField = "places";

struct DatePlace {
  std::string_view date;
  std::string_view kind;
  std::string_view offset;    // of the record in the archive
  std::string_view filename;  // without its folders
  friend bool operator==(const DatePlace&, const DatePlace&) = default;
};

// Views into `value`. Lines that are none are left out.
[[nodiscard]] std::vector<DatePlace> date_places(std::string_view value);

// Appends [{"date":"20070101000000","kind":"revisit","offset":12,
// "filename":"a.warc.gz"},...].
void append_places_json(std::string_view value, std::string& out);

// Calls use(line) for each line of the value.
template <typename Use>
void each_place_line(std::string_view value, Use&& use) {
  while (!value.empty()) {
    std::string_view line = value.substr(0, value.find('\n'));
    if (!line.empty()) use(line);
    value.remove_prefix(std::min(line.size() + 1, value.size()));
  }
}

// Makes of "DATE" and such lines, sorted, the set of dates, and the value: one
// line for each date, and of several with the same date the first that is not
// of the kind "list".
[[nodiscard]] std::string take_places(std::vector<std::string>& dates);

// Packed dates are the dates of a document as one stored value: a byte of 1,
// then for each date a number of seven bits a byte, the lowest first: how much
// later it is than the one before, or for the first than 19900101000000. It is
// counted in seconds, with 31 days in each month. No text of a date begins with
// this byte.
inline constexpr char kPackedDates = 1;

// Dates of 14 digits as numbers; kNoDateNumber is for a date before 1990, or
// one that no clock shows.
inline constexpr uint64_t kNoDateNumber = UINT64_MAX;
[[nodiscard]] uint64_t date_number(std::string_view date);
// Whether a date of 14 digits has a month from 1 to 12 and a day from 1 to 31.
[[nodiscard]] bool has_calendar_day(std::string_view date);
// Writes the 14 digits of such a number.
void put_date(uint64_t number, char* digits);

// Appends such a number; `before` is the one before it, and 0 for the first.
void append_packed(uint64_t number, uint64_t before, std::string& out);

// Appends the packed form of sorted dates. False, with `out` in an unspecified
// state, when one is no such date, or they are not sorted or not all different.
[[nodiscard]] bool pack_dates(std::span<const std::string_view> dates,
                              std::string& out);

// Calls use(number) for each date. False when the bytes are not packed dates.
template <typename Use>
[[nodiscard]] bool each_packed_date(std::string_view packed, Use&& use) {
  // The year 10000.
  constexpr uint64_t kEnd = uint64_t{10000 - 1990} * 12 * 31 * 86400;
  if (packed.empty() || packed[0] != kPackedDates) return false;
  uint64_t number = 0;
  for (size_t i = 1; i < packed.size();) {
    uint64_t more = 0;
    for (unsigned shift = 0;; shift += 7) {
      if (i == packed.size() || shift > 35) return false;
      auto byte = static_cast<unsigned char>(packed[i++]);
      more |= static_cast<uint64_t>(byte & 0x7F) << shift;
      if (byte < 0x80) break;
    }
    number += more;
    if (number >= kEnd) return false;
    use(number);
  }
  return true;
}

}  // namespace wax::index
