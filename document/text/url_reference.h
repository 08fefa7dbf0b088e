// Makes absolute URLs of references in pages, with the rules that browsers add
// to cdx/url/resolve.
#pragma once

#include <string>
#include <string_view>

namespace wax::document {

// A longer URL is not a link.
inline constexpr size_t kLongestUrl = 4096;

// Appends the absolute URL, without fragment, that `reference` means on a page
// whose base is `base` (RFC 3986, section 5.2). As in browsers, white space
// around it and TAB, CR and LF within are removed, and "\" is read as "/".
// Bytes that a URL may not have are appended unchanged, but spaces as %20.
// False, with nothing appended, when the scheme is not http, https or ftp, or
// there is no host, or the URL is longer than kLongestUrl.
[[nodiscard]] bool append_resolved(std::string_view base,
                                   std::string_view reference,
                                   std::string& out);

}  // namespace wax::document
