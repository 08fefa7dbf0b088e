// URLs to the keys that CDX files are sorted by.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace wax::cdx {

enum class UrlKeyKind {
  // "com,example)/path?a=1": the rules that pywb and the Internet Archive's
  // Python `surt` package share.
  kSurt,
  // "example.com/path": the key of NutchWAX-era Wayback, by the rules of
  // OpenWayback's AggressiveUrlCanonicalizer.
  kLegacy,
};

[[nodiscard]] std::optional<UrlKeyKind> url_key_kind(std::string_view name);
[[nodiscard]] std::string_view name(UrlKeyKind kind);  // "surt", "legacy"

// Appends the key of `url` (any bytes) to `key`. A URL that the rules cannot
// take (a port that is no number, ...) is appended as it is but for white space
// and controls, which become %XX so that a line of it stays a line; the answer
// is then false.
bool append_url_key(UrlKeyKind kind, std::string_view url, std::string& key);

[[nodiscard]] std::string url_key(UrlKeyKind kind, std::string_view url);

}  // namespace wax::cdx
