// URLs to the keys that CDX files are sorted by.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "cdx/url/canonical.h"

namespace wax::cdx {

// A further kind also needs its place in search_range.h, and in kind_of_key()
// of identity_line.h.
enum class UrlKeyKind {
  // "com,example)/path?a=1": the rules that pywb and the Internet Archive's
  // Python `surt` package share.
  kSurt,
  // "example.com/path": the key of NutchWAX-era Wayback, by the rules of
  // OpenWayback's AggressiveUrlCanonicalizer.
  kLegacy,
};
inline constexpr UrlKeyKind kUrlKeyKinds[] = {UrlKeyKind::kSurt,
                                              UrlKeyKind::kLegacy};

[[nodiscard]] std::optional<UrlKeyKind> url_key_kind(std::string_view name);
[[nodiscard]] std::string_view name(UrlKeyKind kind);  // "surt", "legacy"

// Appends the key of `url` (any bytes) to `key`. A URL that the rules cannot
// take (a port that is no number, ...) is appended as it is but for white space
// and controls, which become %XX so that a line of it stays a line; the answer
// is then false.
bool append_url_key(UrlKeyKind kind, std::string_view url, std::string& key);

[[nodiscard]] std::string url_key(UrlKeyKind kind, std::string_view url);

struct SurtOptions {
  bool with_scheme = false;     // "http://(com,example)/"
  bool trailing_comma = false;  // "com,example,)/"
  bool reverse_ipv4 = true;     // "4,3,2,1)/", not "1.2.3.4)/"
  FoldOptions fold;
};

// Appends the SURT of `text` to `key`: parsed, canonical and folded, its host
// reversed; where there is no host, "scheme:" and the rest. "-" for an
// empty URL; one that starts with "filedesc" as it is, save for white space and
// controls (append_as_field). When `text` cannot be parsed (see url.h),
// appends nothing and answers false.
bool append_surt(std::string_view text, const SurtOptions& options,
                 std::string& key);

// "example.com/path" for "com,example)/path"; what has no ")/" stays.
[[nodiscard]] std::string unsurt(std::string_view surt);

// Appends the legacy key of `text` to `key`: lower case; scheme, user, "www."
// (twice, where a path follows), default port, fragment and session identifiers
// dropped; escapes undone once, "." and ".." resolved, "//" joined; what is not
// printable ASCII escaped as UTF-8 with upper-case digits, a space in the path
// as "+". Query arguments keep their order and the path its last "/". A "dns:"
// URL stays as it is, save for white space and controls.
//
// False, and nothing appended, when the host is empty, has an empty label or a
// character that is no letter, digit, "-" or "_" (so IPv6 too), or when the
// port is no number from 1 to 65535.
//
// The rules, quirks included, are those of OpenWayback's
// AggressiveUrlCanonicalizer, which differs from Wayback 1.2 in two: "ftp:" is
// a scheme ("ftp/example.com/" before), and https has a default port. Unlike
// both, there is no limit of length.
bool append_legacy_key(std::string_view text, std::string& key);

}  // namespace wax::cdx
