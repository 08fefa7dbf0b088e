// References as pages write them, to absolute URLs: what browsers add to
// cdx/url/resolve.
#pragma once

#include <string>
#include <string_view>

namespace wax::index {

// A longer URL is no link.
inline constexpr size_t kLongestUrl = 4096;

// Appends the absolute URL, without fragment, that `reference` means on a page
// whose base is `base` (RFC 3986, section 5.2; white space around it and TAB,
// CR and LF within dropped, and "\" read as "/", as browsers do). Bytes that a
// URL may not hold are appended as they are, but spaces as %20. False, with
// nothing appended: the scheme is not http, https or ftp, or there is no host,
// or the URL is longer than kLongestUrl.
[[nodiscard]] bool append_resolved(std::string_view base,
                                   std::string_view reference,
                                   std::string& out);

}  // namespace wax::index
