// Character references of HTML: "&amp;", "&#233;", "&#x20AC;".
#pragma once

#include <string>
#include <string_view>

namespace wax::document {

// The longest name in the HTML standard, without "&" and ";".
inline constexpr size_t kLongestEntity = 31;

// Reads the reference at the beginning of `text` (its first byte is "&"),
// appends its characters to `out`, and returns its size in bytes. 0: this is
// not a reference but a plain "&", and nothing was appended. HTML
// standard, 13.2.5.72 to 13.2.5.80: names without ";" where the standard has
// them, but in an attribute not before "=" or a letter or digit; numbers of
// windows-1252 are mapped; surrogates and numbers beyond Unicode become U+FFFD.
[[nodiscard]] size_t decode_entity(std::string_view text, bool attribute,
                                   std::string& out);

// Appends an attribute's value with its references resolved.
void append_attribute(std::string_view value, std::string& out);

}  // namespace wax::document
