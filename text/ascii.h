// Letters, digits and white space of ASCII, whatever the locale.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace wax::text {

[[nodiscard]] constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
[[nodiscard]] constexpr bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
[[nodiscard]] constexpr bool is_alphanumeric(char c) {
  return is_digit(c) || is_letter(c);
}
// Also true of no text.
[[nodiscard]] constexpr bool all_digits(std::string_view text) {
  return std::all_of(text.begin(), text.end(), is_digit);
}

[[nodiscard]] constexpr char to_lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}
[[nodiscard]] constexpr char to_upper(char c) {
  return c >= 'a' && c <= 'z' ? static_cast<char>(c - ('a' - 'A')) : c;
}
inline void lower_case(std::string& text) {
  for (char& c : text) c = to_lower(c);
}
inline void upper_case(std::string& text) {
  for (char& c : text) c = to_upper(c);
}

[[nodiscard]] constexpr bool equal_ignoring_case(std::string_view a,
                                                 std::string_view b) {
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < a.size(); ++i) {
    if (a[i] != b[i] && to_lower(a[i]) != to_lower(b[i])) return false;
  }
  return true;
}
[[nodiscard]] constexpr bool starts_with_ignoring_case(
    std::string_view text, std::string_view prefix) {
  return equal_ignoring_case(text.substr(0, prefix.size()), prefix);
}

// Sets of white space.
inline constexpr std::string_view kBlanks = " \t";  // HTTP's (RFC 9110, 5.6.3)
inline constexpr std::string_view kWhiteSpace = " \t\r\n";  // JSON's, lines'
inline constexpr std::string_view kHtmlSpace = " \t\r\n\f";
inline constexpr std::string_view kAllSpace = " \t\r\n\f\v";  // C's, Python's

[[nodiscard]] constexpr bool is_space(char c) {  // one of kAllSpace
  return c == ' ' || (c >= '\t' && c <= '\r');
}
[[nodiscard]] constexpr bool is_control_or_space(char c) {
  return static_cast<unsigned char>(c) <= ' ';
}

[[nodiscard]] constexpr bool is_one_of(char c, std::string_view set) {
  for (char one : set) {
    if (c == one) return true;
  }
  return false;
}

// The text without those of `set` at its front, its back, its ends.
[[nodiscard]] constexpr std::string_view trim_front(
    std::string_view text, std::string_view set = kWhiteSpace) {
  while (!text.empty() && is_one_of(text.front(), set)) text.remove_prefix(1);
  return text;
}
[[nodiscard]] constexpr std::string_view trim_back(
    std::string_view text, std::string_view set = kWhiteSpace) {
  while (!text.empty() && is_one_of(text.back(), set)) text.remove_suffix(1);
  return text;
}
[[nodiscard]] constexpr std::string_view trim(
    std::string_view text, std::string_view set = kWhiteSpace) {
  return trim_back(trim_front(text, set), set);
}
// The text without controls and spaces at its ends, as browsers read URLs and
// labels.
[[nodiscard]] constexpr std::string_view trim_controls(std::string_view text) {
  while (!text.empty() && is_control_or_space(text.back())) {
    text.remove_suffix(1);
  }
  while (!text.empty() && is_control_or_space(text[0])) text.remove_prefix(1);
  return text;
}

}  // namespace wax::text
