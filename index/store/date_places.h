// Where the captures of a document are: the stored field "places".
//
// A line for each date of which it is known, in order: "DATE KIND OFFSET FILE".
// KIND is "capture", "revisit" or "list", which is a list that does not say
// what it names.
#pragma once

#include <algorithm>
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

}  // namespace wax::index
