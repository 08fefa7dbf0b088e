// Resolves references against the URL of their page: RFC 3986, for any bytes.
#pragma once

#include <string>
#include <string_view>

namespace wax::cdx {

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

}  // namespace wax::cdx
