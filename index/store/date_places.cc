#include "index/store/date_places.h"

#include "text/ascii.h"
#include "text/json.h"

namespace wax::index {
namespace {

constexpr size_t kDigitsOfDate = 14;
constexpr std::string_view kListKind = "list";

bool parse_place(std::string_view line, DatePlace& place) {
  for (std::string_view* field : {&place.date, &place.kind, &place.offset}) {
    size_t space = line.find(' ');
    if (space == line.npos) return false;
    *field = line.substr(0, space);
    line.remove_prefix(space + 1);
  }
  place.filename = line;
  return place.date.size() == kDigitsOfDate && !line.empty() &&
         !place.offset.empty() && text::all_digits(place.offset);
}

}  // namespace

std::vector<DatePlace> date_places(std::string_view value) {
  std::vector<DatePlace> places;
  each_place_line(value, [&](std::string_view line) {
    DatePlace place;
    if (parse_place(line, place)) places.push_back(place);
  });
  return places;
}

void append_places_json(std::string_view value, std::string& out) {
  out += '[';
  bool first = true;
  for (const DatePlace& place : date_places(value)) {
    out += first ? "{\"date\":" : ",{\"date\":";
    first = false;
    text::append_json_string(place.date, out);
    out += ",\"kind\":";
    text::append_json_string(place.kind, out);
    size_t digit =
        std::min(place.offset.find_first_not_of('0'), place.offset.size() - 1);
    out.append(",\"offset\":").append(place.offset.substr(digit));
    out += ",\"filename\":";
    text::append_json_string(place.filename, out);
    out += '}';
  }
  out += ']';
}

std::string take_places(std::vector<std::string>& dates) {
  std::string value;
  size_t kept = 0;
  bool has_place = false;  // the date kept last, of another kind than "list"
  size_t line = 0;         // of it in `value`
  for (std::string& one : dates) {
    std::string_view date(one);
    date = date.substr(0, date.find(' '));
    bool is_new = kept == 0 || dates[kept - 1] != date;
    DatePlace place;
    if (is_new) {
      has_place = false;
      line = value.size();
    }
    if (!has_place && parse_place(one, place)) {
      has_place = place.kind != kListKind;
      if (has_place || line == value.size()) {
        value.resize(line);
        value.append(one).append(1, '\n');
      }
    }
    if (!is_new) continue;
    one.resize(date.size());
    if (&dates[kept] != &one) dates[kept] = std::move(one);
    ++kept;
  }
  dates.resize(kept);
  return value;
}

}  // namespace wax::index
