#include "index/query/query_form.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <optional>
#include <string>
#include <utility>

#include "index/query/query_value.h"
#include "index/query/quotes.h"
#include "index/schema/fields.h"
#include "text/ascii.h"
#include "warc/record/date.h"

namespace wax::index {
namespace {

using Kind = Query::Kind;

std::string in_quotes(std::string_view text) {
  std::string quoted = "\"";
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' || text[i] == '"' || quote_length(text, i) > 0) {
      quoted += '\\';
    }
    quoted += text[i];
  }
  return quoted + '"';
}

// What is between the quotes, if they are all of the text.
std::optional<std::string> between_quotes(std::string_view text) {
  const size_t open = quote_length(text, 0);
  if (open == 0) return {};
  const size_t end = closing_quote(text, 0);
  if (end == text.npos || end + quote_length(text, end) != text.size()) {
    return {};
  }
  std::string inside;
  for (size_t i = open; i < end; ++i) {
    if (text[i] == '\\' && i + 1 < end) ++i;
    inside += text[i];
  }
  return inside;
}

bool names_field(std::string_view word, const ColumnNames& columns) {
  const size_t colon = word.find(':');
  if (colon == word.npos) return false;
  std::string name(word.substr(0, colon));
  if (std::any_of(columns.begin(), columns.end(),
                  [&](const ColumnName& one) { return one.name == name; })) {
    return true;
  }
  text::lower_case(name);
  return find_field(name) != nullptr;
}

bool has_sign(std::string_view part) {
  return part.starts_with('-') || part.starts_with('+') ||
         part.starts_with('!');
}

// Whether a query takes it as one word that is required.
bool is_plain(std::string_view word, const ColumnNames& columns) {
  if (has_sign(word) || word.starts_with('(') || quote_length(word, 0) > 0 ||
      names_field(word, columns)) {
    return false;
  }
  try {
    const auto parts = query_parts(word, columns);
    return parts.size() == 1 && parts.front().text == word &&
           parts.front().query.kind != Kind::kNot;
  } catch (const QueryError&) {
    return false;
  }
}

// The words and phrases of a box, each as a query has it.
std::vector<std::string> parts_of_box(std::string_view box,
                                      const ColumnNames& columns) {
  std::vector<std::string> parts;
  while (!(box = text::trim(box)).empty()) {
    size_t end = 0;
    if (const size_t close = closing_quote(box, 0);
        quote_length(box, 0) > 0 && close != box.npos) {
      end = close + quote_length(box, close);
      parts.push_back(in_quotes(*between_quotes(box.substr(0, end))));
    } else {
      while (end < box.size() && !text::is_space(box[end])) ++end;
      const std::string_view word = box.substr(0, end);
      parts.push_back(is_plain(word, columns) ? std::string(word)
                                              : in_quotes(word));
    }
    box.remove_prefix(end);
  }
  return parts;
}

void add(std::string_view part, std::string& text) {
  if (!text.empty()) text += ' ';
  text += part;
}

// The day with which a period of whole days begins or ends; empty for others.
std::string day_of(std::string date, char pad) {
  const std::string_view open(pad == '0' ? "00" : "99");
  const std::string_view time = std::string_view(date).substr(8);
  if (time != std::string(6, pad) && time != (pad == '0' ? "" : "235959")) {
    return {};
  }
  if (date.substr(4, 2) == open) date.replace(4, 2, pad == '0' ? "01" : "12");
  if (date.substr(6, 2) == open) {
    const auto last = std::chrono::year(std::stoi(date.substr(0, 4))) /
                      std::chrono::month(
                          static_cast<unsigned>(std::stoi(date.substr(4, 2)))) /
                      std::chrono::last;
    date.replace(
        6, 2,
        pad == '0' ? "01" : std::to_string(static_cast<unsigned>(last.day())));
  }
  return date.substr(0, 4) + '-' + date.substr(4, 2) + '-' + date.substr(6, 2);
}

// "2006" for "2006-01-01", so that also captures count which have a year alone
// as their date; likewise months.
std::string first_of_period(std::string_view day) {
  if (day.size() == 10 && day.ends_with("-01")) day.remove_suffix(3);
  if (day.size() == 7 && day.ends_with("-01")) day.remove_suffix(3);
  return std::string(day);
}

std::string last_of_period(std::string_view day) {
  if (day.size() != 10 || day[4] != '-' || day[7] != '-') {
    return std::string(day);
  }
  std::string month(day.substr(0, 7));
  std::erase(month, '-');
  if (!warc::is_given_date(month) || day_of(month + "99999999", '9') != day) {
    return std::string(day);
  }
  return std::string(day.ends_with("-12-31") ? day.substr(0, 4)
                                             : day.substr(0, 7));
}

bool read_dates(const Query& dates, QueryForm& form) {
  if (!form.from.empty() || !form.to.empty()) return false;
  const bool has_first = !warc::is_open_bound(dates.first);
  const bool has_last = !warc::is_open_bound(dates.last);
  const std::string from = has_first ? day_of(dates.first, '0') : "";
  const std::string to = has_last ? day_of(dates.last, '9') : "";
  if (from.empty() == has_first || to.empty() == has_last) return false;
  form.from = from;
  form.to = to;
  return has_first || has_last;
}

// "(a OR "b c")"
std::optional<std::string> read_any(std::string_view group,
                                    const ColumnNames& columns) {
  if (!group.starts_with('(') || !group.ends_with(')')) return {};
  group = group.substr(1, group.size() - 2);
  std::string any;
  try {
    size_t alternatives = 0;
    for (const QueryPart& part : query_parts(group, columns)) {
      if (part.alternative != alternatives++) return {};
      const auto phrase = between_quotes(part.text);
      if (!phrase && !is_plain(part.text, columns)) return {};
      add(part.text, any);
    }
  } catch (const QueryError&) {
    return {};
  }
  return any;
}

bool read_field(std::string_view part, QueryForm& form) {
  const std::array<std::pair<std::string_view, std::string*>, 3> boxes = {
      {{"site:", &form.site}, {"type:", &form.type}, {"lang:", &form.lang}}};
  for (const auto& [name, box] : boxes) {
    if (!part.starts_with(name) || !box->empty()) continue;
    part.remove_prefix(name.size());
    const auto quoted = between_quotes(part);
    // Bare, these are no letters of a value.
    if (!quoted && (part.find_first_of("([<>") == 0 ||
                    part.find_first_of("*?,") != part.npos)) {
      return false;
    }
    *box = quoted ? *quoted : std::string(part);
    return true;
  }
  return false;
}

void read_part(const QueryPart& part, const ColumnNames& columns,
               QueryForm& form) {
  const std::string_view text = part.text;
  if (part.query.kind == Kind::kNot && text.starts_with('-')) {
    const std::string_view word = text.substr(1);
    if (between_quotes(word) || is_plain(word, columns)) {
      return add(word, form.without);
    }
  } else if (is_plain(text, columns)) {
    return add(text, form.all);
  } else if (const auto phrase = between_quotes(text)) {
    // The last one, where the form writes it.
    if (!form.phrase.empty()) add(in_quotes(form.phrase), form.all);
    form.phrase = *phrase;
    return;
  } else if (part.query.kind == Kind::kDates) {
    if (read_dates(part.query, form)) return;
  } else if (read_field(text, form)) {
    return;
  } else if (const auto any = read_any(text, columns)) {
    if (form.any.empty()) {
      form.any = *any;
      return;
    }
  }
  add(text, form.other);
}

}  // namespace

bool QueryForm::is_empty() const {
  for (const std::string* box : {&all, &phrase, &any, &without, &site, &type,
                                 &lang, &from, &to, &other}) {
    if (!text::trim(*box).empty()) return false;
  }
  return true;
}

std::string written_value(std::string_view field, std::string_view value) {
  bool is_bare = !value.empty() && value[0] != '-' &&
                 value.find_first_of("()[]\\*?,") == value.npos &&
                 !range_text(value, field == "status");
  for (size_t i = 0; is_bare && i < value.size(); ++i) {
    is_bare = !text::is_space(value[i]) && quote_length(value, i) == 0;
  }
  return std::string(field) + ':' +
         (is_bare ? std::string(value) : in_quotes(value));
}

std::string all_of_queries(const std::vector<std::string>& queries,
                           const ColumnNames& columns) {
  std::string all;
  const bool is_one = std::count(queries.begin(), queries.end(), "") + 1 ==
                      static_cast<ptrdiff_t>(queries.size());
  for (const std::string& query : queries) {
    if (query.empty()) continue;
    bool has_alternatives = false;
    try {
      const auto parts = query_parts(query, columns);
      has_alternatives = !parts.empty() && parts.back().alternative > 0;
    } catch (const QueryError&) {
    }
    add(has_alternatives && !is_one ? '(' + query + ')' : query, all);
  }
  return all;
}

std::string written_query(const QueryForm& form, const ColumnNames& columns) {
  std::string query;
  for (const std::string& part : parts_of_box(form.all, columns)) {
    add(part, query);
  }
  const std::string_view phrase = text::trim(form.phrase);
  if (!phrase.empty()) add(in_quotes(phrase), query);
  const auto any = parts_of_box(form.any, columns);
  if (any.size() == 1) add(any.front(), query);
  if (any.size() > 1) {
    std::string group;
    for (const std::string& part : any) {
      group += (group.empty() ? "(" : " OR ") + part;
    }
    add(group + ')', query);
  }
  for (const std::string& part : parts_of_box(form.without, columns)) {
    add('-' + part, query);
  }
  const std::array<std::pair<const char*, const std::string*>, 3> fields = {
      {{"site", &form.site}, {"type", &form.type}, {"lang", &form.lang}}};
  for (const auto& [field, box] : fields) {
    const std::string_view value = text::trim(*box);
    if (!value.empty()) add(written_value(field, value), query);
  }
  const std::string from = first_of_period(text::trim(form.from));
  const std::string to = last_of_period(text::trim(form.to));
  if (!from.empty() || !to.empty()) add("date:" + from + ".." + to, query);
  return all_of_queries({query, std::string(text::trim(form.other))}, columns);
}

QueryForm read_query_form(std::string_view query, const ColumnNames& columns) {
  QueryForm form;
  const auto parts = query_parts(query, columns);
  if (!parts.empty() && parts.back().alternative > 0) {
    const auto any = read_any('(' + std::string(query) + ')', columns);
    (any ? form.any : form.other) = any ? *any : std::string(text::trim(query));
    return form;
  }
  for (const QueryPart& part : parts) read_part(part, columns, form);
  return form;
}

}  // namespace wax::index
