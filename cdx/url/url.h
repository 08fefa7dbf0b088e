// Parses URLs into their parts, as leniently as archives need it.
#pragma once

#include <string>
#include <string_view>

namespace wax::cdx {

// Any bytes. An absent part is empty. Meant to be used again and again: a part
// keeps its memory.
struct Url {
  static constexpr int kNoPort = -1;

  std::string scheme;  // as it was written
  std::string host;    // in lower case, without the brackets of IPv6
  int port = kNoPort;  // 1 to 65535
  std::string path;
  std::string query;           // without "?"
  std::string fragment;        // without "#"
  bool ends_in_query = false;  // in a "?" with nothing after it
};

// Takes `text` apart: white space at both ends and TAB, CR and LF anywhere are
// dropped, "http://" is added where there is no scheme, "http://https://h"
// means the last of its schemes, user and password are dropped, and "http:h/p"
// and "http:////h/p" mean the host h. False when the port is neither empty nor
// a number up to 65535, or when there is only white space; `url` is then
// unspecified.
//
// The rules are those of `handyurl.parse` in the Internet Archive's Python
// `surt` package.
[[nodiscard]] bool parse(std::string_view text, Url& url);

// "http://host:port/path?query#fragment", or "scheme:path" without a host.
[[nodiscard]] std::string print(const Url& url);

// What follows the authority, or the scheme's colon where there is none:
// "/path?query#fragment".
void append_tail(const Url& url, std::string& text);

}  // namespace wax::cdx
