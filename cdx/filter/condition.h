// Conditions on the fields of a capture.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "warc/record/date.h"

namespace re2 {
class RE2;
}

namespace wax::cdx {

// The rules of CDX servers for their `filter` parameter.
enum class FilterRules {
  // pywb: "field:text" (the value contains text), "=field:text" (it is text),
  // "~field:regex" (it matches from its beginning), "text" (the line contains
  // text).
  kPywb,
  // OutbackCDX: "field:regex" (the whole value matches), "~field:text" (the
  // value contains text).
  kOutback,
};

class Condition {
 public:
  // "FIELD=VALUE" with one of "=", "!=", "~", "!~" (a regular expression of
  // RE2 that matches some part of the value), "<", "<=", ">", ">=". If
  // VALUE is a number, values are compared as numbers of any length, and a
  // value that is not a number is neither less nor greater. Other values are
  // compared by bytes. Dates are compared in as many digits as VALUE has:
  // "date=2007" and "date<=2007" include the whole year; VALUE is then up to 14
  // digits, or "-" with "=" and "!=". Digests are equal in every spelling
  // (warc/record/digest.h).
  // Throws UsageError.
  [[nodiscard]] static Condition parse(std::string_view text);

  // A `filter` parameter: "!" before it or after "=" and "~" negates it. A
  // whole digest also matches its other spellings.
  // Throws UsageError.
  [[nodiscard]] static Condition parse_filter(std::string_view text,
                                              FilterRules rules);

  Condition(Condition&& other) noexcept;
  Condition& operator=(Condition&& other) noexcept;
  ~Condition();

  // A name for LineFields; empty: the whole line.
  [[nodiscard]] const std::string& field() const { return field_; }
  [[nodiscard]] bool holds(std::string_view value) const;

 private:
  enum class Kind {
    kEqual,
    kContains,
    kRegex,
    kRegexFront,
    kRegexWhole,
    kLess,
    kLessOrEqual
  };

  // `dates`: a date is compared in as many digits as `value` has.
  Condition(std::string_view field, Kind kind, bool negated,
            std::string_view value, bool dates = true);
  [[nodiscard]] bool test(std::string_view value) const;
  [[nodiscard]] int compare(std::string_view value) const;

  std::string field_;
  Kind kind_;
  bool negated_;
  bool is_date_;
  bool is_number_;  // the value to compare with
  std::string value_;
  warc::Period period_;  // that the value means, if it is a date
  std::string digest_;   // the value in its normal spelling, if it is one
  std::unique_ptr<re2::RE2> regex_;
};

}  // namespace wax::cdx
