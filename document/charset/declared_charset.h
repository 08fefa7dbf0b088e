// The encodings and the language that a Content-Type and the markup of a page
// state.
#pragma once

#include <cstddef>
#include <string_view>

namespace wax::document {

// Returns the charset parameter of a Content-Type ("text/html; charset=utf-8"),
// as written; empty if it has no charset.
[[nodiscard]] std::string_view charset_parameter(std::string_view content_type);

// Finds the label that the markup itself states, within its first kPrescan
// bytes: <meta charset>, <meta http-equiv=content-type> (HTML standard,
// 13.2.3.2, "prescan a byte stream") or an XML declaration. Empty if the markup
// states no label. Browsers look at 1024 bytes first, and find a later label
// when they get there.
inline constexpr size_t kPrescan = 32 * 1024;
[[nodiscard]] std::string_view declared_in_markup(std::string_view bytes);

// Finds the language that the html element of a page states, as written; empty
// without one.
[[nodiscard]] std::string_view declared_language(std::string_view bytes);

}  // namespace wax::document
