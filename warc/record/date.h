// Dates of captures: 14 digits, UTC ("20070531203500"), what a shorter one
// means, and their other forms. Any number of threads may call these functions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace wax::warc {

// A WARC-Date as 14 digits, cut to the second, in UTC. Takes the forms of
// W3C-NOTE-datetime that WARC 1.1 names, at any precision from the year to
// fractions of a second ("2014-01-03T03:03:21.5Z"; a missing part is the first
// of its kind: "2014" is 20140101000000), also a zone other than Z, a space for
// the T, parts of one digit, 14 plain digits, and ClueWeb09's days of the year,
// which count and not the month before them ("2008-10-294T05:21:46-0700" is
// 20081020122146). Nothing when the text is no such date or names a day that
// does not exist.
[[nodiscard]] std::optional<std::string> date14_of_warc(std::string_view text);
// What that date has beyond its second, in whole microseconds.
[[nodiscard]] uint32_t microseconds_of_warc(std::string_view text);

// An ARC header's date field as 14 digits. Runs of more digits are cut and
// those of 4 to 13 padded with zeros at their end ("200011201434" ->
// "20001120143400"), as the Internet Archive's CDX-Writer does; they are not
// checked against the calendar. What follows 14 digits of a real date is
// dropped ("20160211000000jpg"). Anything else, a hash in the date's place for
// one, gives nothing. This is no profile's rule: who writes the field unchanged
// (pywb) has it in Record::date.
[[nodiscard]] std::optional<std::string> date14_of_arc(std::string_view text);

inline constexpr size_t kDateDigits = 14;

// Whether these are 14 digits.
[[nodiscard]] bool is_date14(std::string_view text);

// Whether this is a date or the beginning of one with its year: 4 to 14 digits.
[[nodiscard]] bool is_short_date(std::string_view text);

// Whether people may give it as a date: the beginning of a time that the
// calendar has, from its year (4 digits) to its second (14), with both digits
// of each part. Zeros to its end are parts that are not known ("20070500"), as
// in dates of data that date14_of_arc() padded. Data is not held to this.
[[nodiscard]] bool is_given_date(std::string_view text);
// A sentence without its full stop, for people who gave another text.
[[nodiscard]] std::string no_date(std::string_view text);
// Throws UsageError(no_date(text)) for another text.
void check_given_date(std::string_view text);
// A date of data as people may give it: parts beyond what the calendar has are
// the last ones that it has ("20071399000000" is 20071231000000).
[[nodiscard]] std::string as_given_date(std::string_view date);

// Bounds of an open period.
inline constexpr std::string_view kFirstDate = "00000000000000";
inline constexpr std::string_view kLastDate = "99999999999999";
[[nodiscard]] constexpr bool is_open_bound(std::string_view date) {
  return date == kFirstDate || date == kLastDate;
}

// The dates between two, both of 14 digits and included. Dates are compared as
// texts, so that those count which no calendar has: an ARC header with the
// date "2007" gave "20070000000000", which lies in 2007.
struct Period {
  std::string first{kFirstDate};
  std::string last{kLastDate};

  // From the beginning of one date to the end of another, each of at most 14
  // digits: {"2007", "200802"} ends with February 2008. No digits leave that
  // end open.
  static Period between(std::string_view from, std::string_view to);
  // The same, of texts that a person gave. Throws UsageError for one that is
  // neither a date (is_given_date()) nor an open bound, and when the first is
  // after the last.
  static Period of_dates(std::string_view from, std::string_view to);
  // All dates that begin with these digits.
  static Period of(std::string_view digits) { return between(digits, digits); }
  // "2007" or "2007-200802", likewise.
  static Period parse(std::string_view text);

  // Less than 0 for a date before the period, 0 for one in it, more for one
  // after it. Digits after the 14th are not looked at; a shorter date is its
  // first second. Any text is within an open end.
  [[nodiscard]] int compare(std::string_view date) const;
  [[nodiscard]] bool holds(std::string_view date) const {
    return compare(date) == 0;
  }
  [[nodiscard]] bool is_open() const {
    return first == kFirstDate && last == kLastDate;
  }

  friend bool operator==(const Period&, const Period&) = default;
};

// "2014-02-16T05:02:21Z", as WARC and HTML have it. A shorter date is its first
// second.
[[nodiscard]] std::string iso_date(std::string_view date);

// Seconds from 1970 to the first second of a short date. Nothing for another
// text, or a time that no calendar and clock has ("20070231").
[[nodiscard]] std::optional<int64_t> seconds_of_date(std::string_view date);
// Seconds from 1970 to the last second of a date of up to 14 digits. What is
// beyond the end of its month, day or hour counts as the last one.
[[nodiscard]] int64_t last_second(std::string_view date);
// 14 digits. The year has four.
[[nodiscard]] std::string date14_of_seconds(int64_t seconds);

}  // namespace wax::warc
