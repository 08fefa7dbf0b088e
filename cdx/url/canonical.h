// Makes different URLs of one page equal; session identifiers.
#pragma once

#include <string>

#include "cdx/url/url.h"

namespace wax::cdx {

// What `fold` leaves out when false.
struct FoldOptions {
  bool host_massage = true;  // drop "www." and "www12."
  bool query_lowercase = true;
};

// The rules that Google published for Safe Browsing: fragment dropped, escapes
// undone and then made once, host canonical (see host.h), "." and ".." resolved
// and "//" joined in the path. A ".." above the root stays.
void canonicalize(Url& url);

// The Internet Archive's rules on top, for a URL that `canonicalize` saw: lower
// case everywhere but in the scheme, "www." dropped from the host, the default
// port of http and https dropped, session identifiers dropped, the "/" at the
// end of the path dropped unless it is all of it, query arguments in order, an
// empty query dropped.
void fold(Url& url, const FoldOptions& options = {});

// "/a/./b//../c" to "/a/c"; what is before the first "/" is dropped, an empty
// path becomes "/".
void normalize_path(std::string& path);

// Replaces every run of "/" in the path by one "/".
void join_slashes(std::string& path);

// Orders the arguments, split at "&", by name and then by value; "a" comes
// before "a=".
void sort_query(std::string& query);

// 80 for http, 443 for https, in any letter case; 0 for others.
[[nodiscard]] int default_port(std::string_view scheme);

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
