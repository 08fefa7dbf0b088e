// Parses URLs as leniently as archives need it; references and escapes.
#pragma once

#include <array>
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
// and "http:////h/p" mean the host h. A backslash ends the host of a URL of the
// web and is "/", as browsers have it. False when the port is neither empty nor
// a number up to 65535, or when there is only white space; `url` is then
// unspecified.
//
// The other rules are those of `handyurl.parse` in the Internet Archive's
// Python `surt` package.
[[nodiscard]] bool parse(std::string_view text, Url& url);

// The schemes of records that are no pages, with ":": DNS answers, metadata,
// pictures of pages, and notes and logs of crawlers.
inline constexpr std::array<std::string_view, 9> kOtherSchemes = {
    "dns:", "filedesc:", "metadata:", "screenshot:", "thumbnail:",
    "urn:", "warcinfo:", "whois:",    "youtube-dl:"};

// Whether the text begins with one of them, in any case.
[[nodiscard]] bool is_of_other_record(std::string_view url);

// The URL of the page that such a record is about: what follows the scheme, a
// name or a number in "urn:text:http://a.org/b" and
// "youtube-dl:1:http://a.org/"; "http://HOST/" of "dns:HOST". Empty for other
// URLs. Crawlers (Browsertrix, warcprox) write such records beside a page.
[[nodiscard]] std::string page_of_record(std::string_view url);

// "http://host:port/path?query#fragment", or "scheme:path" without a host.
[[nodiscard]] std::string print(const Url& url);

// Appends what follows the authority, or the scheme's colon in a URL without an
// authority: "/path?query#fragment".
void append_tail(const Url& url, std::string& text);

// A URL or a reference, taken apart by section 3 and nothing more (cdx/url/url
// reads URLs as leniently as archives need). Views of the text.
struct UrlParts {
  std::string_view scheme;     // without ":"; empty: none
  std::string_view authority;  // without "//"
  bool has_authority = false;
  std::string_view path;
  std::string_view query;     // with its "?"
  std::string_view fragment;  // with its "#"
};

[[nodiscard]] UrlParts split_url(std::string_view url);

struct ResolvedUrl : UrlParts {
  // What of the base's path goes before `path`, up to its last "/".
  std::string_view directory;
};

// Section 5.2.2, with the path as it is written.
[[nodiscard]] ResolvedUrl resolve(const UrlParts& base,
                                  const UrlParts& reference);

// Appends directory and path without "." and ".." (section 5.2.4), with a "/"
// in front unless both are empty.
void append_path(const ResolvedUrl& url, std::string& out);

// Appends the absolute form of `reference` (white space around it is dropped)
// to `url`. A reference with a scheme is appended as it is, and so is one with
// a host after the base's scheme.
void append_resolved(std::string_view base, std::string_view reference,
                     std::string& url);

// Undoes escapes until none is left: "%2525" becomes "%". An escape is a "%"
// and two hexadecimal digits; any other "%" stays.
void unescape_repeatedly(std::string& text);

// Escapes what is not printable ASCII, and "%" and "#", with upper-case digits.
void escape(std::string& text);
// The same for the bytes that `unsafe` names, and not for "%" and "#".
void escape_with(std::string_view unsafe, std::string& text);

// Appends `text` with its spaces, controls and DEL escaped, so that it is one
// field of a line. Other bytes are kept as they are.
void append_as_field(std::string_view text, std::string& line);

}  // namespace wax::cdx
