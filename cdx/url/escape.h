// Percent-escapes, white space and letter case, over any bytes, in place and in
// linear time.
#pragma once

#include <string>
#include <string_view>

namespace wax::cdx {

// Undoes escapes until none is left: "%2525" becomes "%". An escape is a "%"
// and two hexadecimal digits; any other "%" stays.
void unescape_repeatedly(std::string& text);

// The byte that the escape at text[at] stands for, or -1 where there is none.
[[nodiscard]] int escaped_byte(std::string_view text, size_t at);

// Escapes what is not printable ASCII, and "%" and "#", with upper-case digits.
void escape(std::string& text);
// The same for the bytes that `unsafe` names, and not for "%" and "#".
void escape_with(std::string_view unsafe, std::string& text);

// Appends `text` with its spaces, controls and DEL escaped, so that it can
// stand in a line as one field. Other bytes are kept as they are.
void append_as_field(std::string_view text, std::string& line);

[[nodiscard]] constexpr char to_lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}
// ASCII letters only.
void lower_case(std::string& text);
[[nodiscard]] bool equal_ignoring_case(std::string_view a, std::string_view b);

[[nodiscard]] constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
[[nodiscard]] constexpr bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
[[nodiscard]] constexpr bool is_alphanumeric(char c) {
  return is_digit(c) || is_letter(c);
}

}  // namespace wax::cdx
