#include "index/store/date_places.h"

#include "text/ascii.h"
#include "text/json.h"
#include "text/varint.h"
#include "warc/record/date.h"

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

constexpr uint64_t kFirstYear = 1990;

uint64_t digits_at(std::string_view date, size_t at, size_t count) {
  uint64_t number = 0;
  for (size_t i = at; i < at + count; ++i) {
    number = number * 10 + static_cast<uint64_t>(date[i] - '0');
  }
  return number;
}

char* put_digits(uint64_t number, int count, char* out) {
  for (int i = count; i-- > 0; number /= 10) {
    out[i] = static_cast<char>('0' + number % 10);
  }
  return out + count;
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

bool has_calendar_day(std::string_view date) {
  if (!warc::is_date14(date)) return false;
  const uint64_t month = digits_at(date, 4, 2);
  const uint64_t day = digits_at(date, 6, 2);
  return month >= 1 && month <= 12 && day >= 1 && day <= 31;
}

uint64_t date_number(std::string_view date) {
  if (!has_calendar_day(date)) return kNoDateNumber;
  uint64_t year = digits_at(date, 0, 4);
  uint64_t month = digits_at(date, 4, 2);
  uint64_t day = digits_at(date, 6, 2);
  uint64_t hour = digits_at(date, 8, 2);
  uint64_t minute = digits_at(date, 10, 2);
  uint64_t second = digits_at(date, 12, 2);
  if (year < kFirstYear || hour > 23 || minute > 59 || second > 59) {
    return kNoDateNumber;
  }
  uint64_t days = ((year - kFirstYear) * 12 + month - 1) * 31 + day - 1;
  return ((days * 24 + hour) * 60 + minute) * 60 + second;
}

void put_date(uint64_t number, char* digits) {
  uint64_t days = number / 86400;
  uint64_t seconds = number % 86400;
  uint64_t months = days / 31;
  digits = put_digits(kFirstYear + months / 12, 4, digits);
  digits = put_digits(months % 12 + 1, 2, digits);
  digits = put_digits(days % 31 + 1, 2, digits);
  digits = put_digits(seconds / 3600, 2, digits);
  digits = put_digits(seconds / 60 % 60, 2, digits);
  put_digits(seconds % 60, 2, digits);
}

void append_packed(uint64_t number, uint64_t before, std::string& out) {
  text::append_number(number - before, out);
}

bool pack_dates(std::span<const std::string_view> dates, std::string& out) {
  out += kPackedDates;
  uint64_t before = 0;
  bool first = true;
  for (std::string_view date : dates) {
    uint64_t number = date_number(date);
    if (number == kNoDateNumber || (!first && number <= before)) return false;
    append_packed(number, before, out);
    before = number;
    first = false;
  }
  return true;
}

}  // namespace wax::index
