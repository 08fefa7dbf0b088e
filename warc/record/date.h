// Dates of captures.
#pragma once

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

// An ARC header's date field as 14 digits. Runs of more digits are cut and
// those of 4 to 13 padded with zeros at their end ("200011201434" ->
// "20001120143400"), as the Internet Archive's CDX-Writer does; they are not
// checked against the calendar. What follows 14 digits of a real date is
// dropped ("20160211000000jpg"). Anything else, a hash in the date's place for
// one, gives nothing. This is no profile's rule: who writes the field as it
// stands (pywb) has it in Record::date.
[[nodiscard]] std::optional<std::string> date14_of_arc(std::string_view text);

// Whether these are 14 digits.
[[nodiscard]] bool is_date14(std::string_view text);

}  // namespace wax::warc
