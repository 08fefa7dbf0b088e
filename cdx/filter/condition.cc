#include "cdx/filter/condition.h"

#include <re2/re2.h>

#include "cdx/format/line_fields.h"
#include "io/error.h"
#include "text/ascii.h"
#include "warc/record/digest.h"

namespace wax::cdx {
namespace {

bool is_number(std::string_view text) {
  return !text.empty() && text::all_digits(text);
}

// Whole numbers of any length.
int compare_numbers(std::string_view a, std::string_view b) {
  a = text::trim_front(a, "0");
  b = text::trim_front(b, "0");
  if (a.size() != b.size()) return a.size() < b.size() ? -1 : 1;
  return a.compare(b);
}

// Others would be compared as text, and so be wrong in silence.
void check_date(std::string_view condition, std::string_view date,
                bool ordered) {
  bool none = date == "-" && !ordered;
  if (none || (is_number(date) && date.size() <= warc::kDateDigits)) return;
  throw UsageError("'" + std::string(condition) +
                   "' needs a date of up to 14 digits, such as 2007 or "
                   "20071231; for a range, use two conditions with >= and <=");
}

}  // namespace

Condition::Condition(std::string_view field, Kind kind, bool negated,
                     std::string_view value, bool dates)
    : field_(field),
      kind_(kind),
      negated_(negated),
      is_date_(dates && field_name(field).letter == 'b' &&
               (kind == Kind::kEqual || kind == Kind::kLess ||
                kind == Kind::kLessOrEqual) &&
               is_number(value)),
      is_number_(is_number(value)),
      value_(value) {
  if (is_date_) period_ = warc::Period::of(value);
  bool whole = kind == Kind::kEqual || kind == Kind::kContains ||
               kind == Kind::kRegexWhole;
  if (whole && field_name(field).letter == 'k' && warc::parse_digest(value)) {
    digest_ = warc::normal_digest(value);
  }
  if (kind != Kind::kRegex && kind != Kind::kRegexFront &&
      kind != Kind::kRegexWhole) {
    return;
  }
  RE2::Options options(RE2::Quiet);
  options.set_encoding(RE2::Options::EncodingLatin1);
  regex_ = std::make_unique<RE2>(value_, options);
  if (!regex_->ok()) {
    throw UsageError("'" + value_ +
                     "' is not a regular expression: " + regex_->error());
  }
}

Condition::Condition(Condition&&) noexcept = default;
Condition& Condition::operator=(Condition&&) noexcept = default;
Condition::~Condition() = default;

Condition Condition::parse(std::string_view text) {
  size_t at = text.find_first_of("=!~<>");
  std::string_view field = text.substr(0, at);
  std::string_view rest = at == text.npos ? "" : text.substr(at);
  struct Operator {
    std::string_view text;
    Kind kind;
    bool negated;
  };
  constexpr Operator kOperators[] = {
      {"!=", Kind::kEqual, true},        {"!~", Kind::kRegex, true},
      {"<=", Kind::kLessOrEqual, false}, {">=", Kind::kLess, true},
      {"=", Kind::kEqual, false},        {"~", Kind::kRegex, false},
      {"<", Kind::kLess, false},         {">", Kind::kLessOrEqual, true}};
  if (!field.empty()) {
    for (const Operator& known : kOperators) {
      if (!rest.starts_with(known.text)) continue;
      std::string_view value = rest.substr(known.text.size());
      if (field_name(field).letter == 'b' && known.kind != Kind::kRegex) {
        check_date(text, value, known.kind != Kind::kEqual);
      }
      return {field, known.kind, known.negated, value};
    }
  }
  throw UsageError("'" + std::string(text) +
                   "' is not a condition; conditions have the form "
                   "FIELD=VALUE, with =, !=, ~, !~, <, <=, > or >=");
}

Condition Condition::parse_filter(std::string_view text, FilterRules rules) {
  std::string_view rest = text;
  bool negated = false;
  char sign = '\0';
  while (!rest.empty() &&
         (rest[0] == '!' || rest[0] == '=' || rest[0] == '~')) {
    if (rest[0] == '!') {
      if (negated) break;
      negated = true;
    } else {
      if (sign != '\0') break;
      sign = rest[0];
    }
    rest.remove_prefix(1);
  }
  bool outback = rules == FilterRules::kOutback;
  Kind kind = sign == '='   ? Kind::kEqual
              : sign == '~' ? (outback ? Kind::kContains : Kind::kRegexFront)
                            : (outback ? Kind::kRegexWhole : Kind::kContains);
  size_t colon = rest.find(':');
  if (colon == 0 || (colon == rest.npos && outback)) {
    throw UsageError(
        "'" + std::string(text) +
        "' is not a filter; filters have the form [!][=~]FIELD:EXPRESSION");
  }
  std::string_view value = rest.substr(colon == rest.npos ? 0 : colon + 1);
  std::string_view field = colon == rest.npos ? "" : rest.substr(0, colon);
  return {field, kind, negated, value, false};
}

bool Condition::holds(std::string_view value) const {
  // What has no order is neither less nor more.
  bool ordered = kind_ == Kind::kLess || kind_ == Kind::kLessOrEqual;
  if (ordered && value == "-") return false;
  if (ordered && is_number_ && !is_date_ && !is_number(value)) return false;
  return test(value) != negated_;
}

int Condition::compare(std::string_view value) const {
  if (is_date_) return period_.compare(value);
  return is_number_ ? compare_numbers(value, value_) : value.compare(value_);
}

bool Condition::test(std::string_view value) const {
  if (!digest_.empty() && warc::normal_digest(value) == digest_) return true;
  switch (kind_) {
    case Kind::kEqual:
      return is_date_ ? period_.holds(value) : value == value_;
    case Kind::kContains:
      return value.find(value_) != value.npos;
    case Kind::kRegex:
      return regex_->Match({value.data(), value.size()}, 0, value.size(),
                           RE2::UNANCHORED, nullptr, 0);
    case Kind::kRegexFront:
      return regex_->Match({value.data(), value.size()}, 0, value.size(),
                           RE2::ANCHOR_START, nullptr, 0);
    case Kind::kRegexWhole:
      return regex_->Match({value.data(), value.size()}, 0, value.size(),
                           RE2::ANCHOR_BOTH, nullptr, 0);
    case Kind::kLess:
      return compare(value) < 0;
    case Kind::kLessOrEqual:
      return compare(value) <= 0;
  }
  return false;
}

}  // namespace wax::cdx
