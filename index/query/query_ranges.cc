#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "index/query/query_value.h"
#include "text/ascii.h"
#include "text/number.h"
#include "warc/record/date.h"
#include "warc/record/fine_date.h"

namespace wax::index {
namespace {

[[noreturn]] void bad_date(std::string_view date, const QueryValue& value) {
  value.fail(warc::no_date(date) +
             "; a range has two dates with \"-\" between them");
}

// "2007-10" and "2007-10-31" as digits; another text as it is.
std::string without_dashes(std::string_view text) {
  std::string digits(text);
  bool month = text.size() == 7 && text[4] == '-';
  bool day = text.size() == 10 && text[4] == '-' && text[7] == '-';
  if (month || day) std::erase(digits, '-');
  return text::all_digits(digits) ? digits : std::string(text);
}

// The first or last 14 digits that begin with `text`.
std::string date_bound(std::string_view text, bool open, char pad,
                       const QueryValue& value) {
  text = warc::without_milliseconds(text);
  // "20071*" are three months.
  const bool begins = text.ends_with('*');
  if (begins) text.remove_suffix(1);
  if (text.empty() && open) return std::string(14, pad);
  std::string_view whole = text;
  if (begins && text.size() > 4 && text.size() % 2 != 0) {
    whole.remove_suffix(1);
  }
  if (!warc::is_given_date(whole) || !warc::is_short_date(text)) {
    bad_date(text, value);
  }
  warc::Period period = warc::Period::of(text);
  return pad == '0' ? period.first : period.last;
}

std::string with_added(const std::string& date, int64_t more) {
  auto number = text::whole_number<int64_t>(date).value_or(0) + more;
  std::string text =
      std::to_string(std::clamp<int64_t>(number, 0, 99'999'999'999'999));
  return std::string(14 - text.size(), '0') + text;
}

Query dates_between(const RangeText& range, const QueryValue& value) {
  Query query;
  query.kind = Query::Kind::kDates;
  query.field = "date";
  if (range.first.empty() && range.last.empty()) bad_date(value.text, value);
  // ">2007" begins behind the last date of 2007.
  query.first = date_bound(without_dashes(range.first), true,
                           range.without_first ? '9' : '0', value);
  query.last = date_bound(without_dashes(range.last), true,
                          range.without_last ? '0' : '9', value);
  if (range.without_first) query.first = with_added(query.first, 1);
  if (range.without_last) query.last = with_added(query.last, -1);
  if (query.last < query.first) {
    value.fail("the range of dates ends before it begins");
  }
  return query;
}

Query date_range(std::string_view text, const QueryValue& value) {
  std::string plain = without_dashes(text);
  if (plain.size() != text.size()) {
    return dates_between({plain, plain}, value);
  }
  Query query;
  query.kind = Query::Kind::kDates;
  query.field = "date";
  size_t dash = text.find('-');
  std::string_view first = text.substr(0, dash);
  std::string_view last = dash == text.npos ? first : text.substr(dash + 1);
  if (dash != text.npos && first.empty() && last.empty()) bad_date(text, value);
  bool any = dash == text.npos && text == "*";
  query.first =
      date_bound(any ? "" : first, dash != text.npos || any, '0', value);
  query.last =
      date_bound(any ? "" : last, dash != text.npos || any, '9', value);
  if (query.last < query.first) {
    value.fail("the range of dates ends before it begins");
  }
  return query;
}

}  // namespace

bool is_of_dates(std::string_view field) {
  return field == "date" || field == "year" || field == "month" ||
         field == "day";
}

std::optional<RangeText> range_text(std::string_view text, bool dash) {
  RangeText range;
  for (std::string_view sign : {">=", "<=", ">", "<"}) {
    if (!text.starts_with(sign)) continue;
    std::string_view bound = text.substr(sign.size());
    bool equal = sign.size() == 2;
    if (sign[0] == '>') {
      range.first = bound;
      range.without_first = !equal;
    } else {
      range.last = bound;
      range.without_last = !equal;
    }
    return range;
  }
  size_t at = text.find("..");
  size_t size = 2;
  if (at == text.npos && dash) {
    // The sign of a number, and of its exponent, is not the dash of a range.
    for (size_t i = 1; i < text.size() && at == text.npos; ++i) {
      if (text[i] == '-' && text[i - 1] != 'e' && text[i - 1] != 'E') at = i;
    }
    size = 1;
  }
  if (at == text.npos || text.size() == size) return {};
  range.first = text.substr(0, at);
  range.last = text.substr(at + size);
  return range;
}

Query query_of_range(const NamedField& field, const RangeText& range,
                     const QueryValue& value) {
  if (is_of_dates(field.name)) {
    return dates_between(range, value);
  }
  Query query;
  query.kind = Query::Kind::kRange;
  query.field = field.name;
  bool is_status = field.name == "status" && field.field != nullptr;
  bool digits = is_status || (field.field != nullptr &&
                              field.field->indexed == Indexed::kNumber);
  if (!digits && (field.field != nullptr || !is_number(field.kind))) {
    value.fail("\"" + field.name +
               "\" has no ranges; dates, status, length and columns of "
               "numbers do");
  }
  ColumnKind kind = digits ? ColumnKind::kInteger : field.kind;
  auto bound = [&](std::string_view text) {
    std::optional<std::string> term = number_term(kind, text);
    if (!term) {
      value.fail("\"" + std::string(text) + "\" is not a number; write " +
                 field.name + ":5, " + field.name + ":5-9, " + field.name +
                 ":5.. or " + field.name + ":>=5");
    }
    return *term;
  };
  query.first = range.first.empty() ? least_number(kind) : bound(range.first);
  query.last = range.last.empty() ? greatest_number(kind) : bound(range.last);
  if ((range.without_first || range.without_last) && range.first.empty() &&
      range.last.empty()) {
    value.fail("the range has no number");
  }
  if (query.last < query.first) {
    value.fail("the range ends before it begins");
  }
  if (range.without_first) query.first = next_number(kind, query.first);
  if (range.without_last) query.last = previous_number(kind, query.last);
  if (digits) {
    // The terms are digits: three of a status.
    auto digits_of = [&](const std::string& term) {
      double most = is_status ? 999.0 : 999'999'999'999.0;
      std::string text = std::to_string(static_cast<int64_t>(
          std::clamp(number_value(kind, term), 0.0, most)));
      return is_status ? std::string(3 - text.size(), '0') + text
                       : number_term(text);
    };
    query.first = digits_of(query.first);
    query.last = digits_of(query.last);
  }
  return query;
}

std::optional<Query> query_of_numbers(const NamedField& field,
                                      const QueryValue& value) {
  if (value.text == "*") return query_of_range(field, {}, value);
  std::vector<Query> parts;
  for (std::string_view one : split_values(value.text, ',')) {
    RangeText range =
        range_text(one, true).value_or(RangeText{one, one, false, false});
    parts.push_back(query_of_range(field, range, value));
  }
  if (parts.empty()) value.fail_empty(field.name);
  return joined(Query::Kind::kOr, std::move(parts));
}

std::optional<Query> query_of_dates(const NamedField& field,
                                    const QueryValue& value) {
  std::vector<Query> parts;
  for (std::string_view one : split_values(value.text, ',')) {
    if (auto range = range_text(one, false)) {
      parts.push_back(query_of_range(field, *range, value));
    } else {
      parts.push_back(date_range(one, value));
    }
  }
  if (parts.empty()) value.fail_empty(field.name);
  return joined(Query::Kind::kOr, std::move(parts));
}

}  // namespace wax::index
