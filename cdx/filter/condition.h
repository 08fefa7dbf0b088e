// What a field of a capture must be.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace re2 {
class RE2;
}

namespace wax::cdx {

// How CDX servers read their `filter` parameter.
enum class FilterRules {
  // pywb: "field:text" is found in the value, "=field:text" is the value,
  // "~field:regex" matches from its beginning, "text" is found in the line.
  kPywb,
  // OutbackCDX: "field:regex" matches the whole value, "~field:text" is found
  // in it.
  kOutback,
};

class Condition {
 public:
  // "FIELD=VALUE" with one of "=", "!=", "~", "!~" (a regular expression of
  // RE2 that matches some part of the value), "<", "<=", ">", ">=". Numbers
  // are compared as numbers, whatever their length, and a value that is none
  // is then neither less nor more; other values are compared by bytes. Dates
  // are compared as far as VALUE goes: "date=2007", "date<=2007" include all
  // of the year; VALUE is then up to 14 digits, or "-" with "=" and "!=". A
  // digest is the same however it is spelled (warc/record/digest.h).
  // Throws UsageError.
  [[nodiscard]] static Condition parse(std::string_view text);

  // A `filter` parameter: "!" before it or after "=" and "~" negates it. A
  // whole digest finds its other spellings too.
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

  // `dates`: that of a date is compared as far as `value` goes.
  Condition(std::string_view field, Kind kind, bool negated,
            std::string_view value, bool dates = true);
  [[nodiscard]] bool test(std::string_view value) const;

  std::string field_;
  Kind kind_;
  bool negated_;
  bool is_date_;
  bool is_number_;  // the value to compare with
  std::string value_;
  std::string digest_;  // the value in its normal spelling, if it is one
  std::unique_ptr<re2::RE2> regex_;
};

}  // namespace wax::cdx
