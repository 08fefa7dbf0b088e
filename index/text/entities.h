// Character references of HTML: "&amp;", "&#233;", "&#x20AC;".
#pragma once

#include <string>
#include <string_view>

namespace wax::index {

// The longest name in the HTML standard, without "&" and ";".
inline constexpr size_t kLongestEntity = 31;

// Takes the reference that `text` begins with (its first byte is "&"), appends
// what it stands for to `out`, and says how many bytes it took. 0: it is none,
// the "&" stands for itself, and nothing was appended.
// HTML standard, 13.2.5.72 to 13.2.5.80: names without ";" where the standard
// knows them so, but in an attribute not before "=" or a letter or digit;
// numbers remapped from windows-1252; surrogates and numbers beyond Unicode
// become U+FFFD.
[[nodiscard]] size_t decode_entity(std::string_view text, bool attribute,
                                   std::string& out);

// Appends an attribute's value with its references resolved.
void append_attribute(std::string_view value, std::string& out);

}  // namespace wax::index
