// Drops session identifiers that web servers wrote into URLs. They make one
// page look like many. All functions take linear time.
//
// The rules, quirks included, are those of the Internet Archive's
// URLRegexTransformer.
#pragma once

#include <string>

namespace wax::cdx {

// Drops ASP.NET's "(24 letters or digits)/" and "(a(24)b(24)...)/" in front of
// the name of an .aspx page.
void strip_path_session_id(std::string& path);

// Drops from a query, in whatever letter case, the last of each of
// "jsessionid=", "phpsessid=", "sid=" with 32 letters or digits,
// "aspsessionid" and 8 letters "=" 24 letters, and "cfid=...&cftoken=...". The
// names also count at the end of a longer name, and the "&" in front stays.
void strip_query_session_id(std::string& query);

// The same by the rules of Wayback, for a whole URL in lower case: what follows
// an identifier may be anything, the "&" after it goes if there is one, and
// "cfid=...&cftoken=..." takes a "&jsessionid=..." after it along.
void strip_legacy_session_id(std::string& url);

}  // namespace wax::cdx
