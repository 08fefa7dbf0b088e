// Dates as feeds and posts write them.
#pragma once

#include <string>
#include <string_view>

namespace wax::document {

// The date as 14 digits, UTC: ISO 8601, the forms that iso_date() reads (of
// mail, with the names of zones of RFC 822; seconds since 1970), and "Wed Jul
// 14 10:34:08 +0000 2010", as posts have it. Years of mail with two digits are
// of 1950 to 2049, those with three are since 1900 (RFC 5322, 4.3). Parts that
// are missing are the first of their kind. Empty when it cannot be read. Any
// thread.
[[nodiscard]] std::string written_date(std::string_view text);

}  // namespace wax::document
