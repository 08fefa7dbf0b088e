// Numbers in text, and hexadecimal digits.
#pragma once

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

#include "text/ascii.h"

namespace wax::text {

// What the digits of `text` say; nothing when it has anything else in it, is
// empty, or says more than the type holds. A sign is a "-" of a signed type.
template <typename Number = uint64_t>
[[nodiscard]] std::optional<Number> whole_number(std::string_view text,
                                                 int base = 10) {
  Number value{};
  const char* end = text.data() + text.size();
  auto [stop, error] = std::from_chars(text.data(), end, value, base);
  if (error != std::errc() || stop != end) return std::nullopt;
  return value;
}

// "12,345"
[[nodiscard]] inline std::string grouped(uint64_t number) {
  std::string digits = std::to_string(number);
  for (size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, ",");
  return digits;
}

inline constexpr std::string_view kLowerHex = "0123456789abcdef";
inline constexpr std::string_view kUpperHex = "0123456789ABCDEF";

// The value of a digit of either case, or -1.
[[nodiscard]] constexpr int hex_value(char c) {
  if (is_digit(c)) return c - '0';
  c = to_lower(c);
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

// Appends two digits for each byte, in lower case.
inline void append_hex(std::string_view bytes, std::string& out) {
  out.reserve(out.size() + bytes.size() * 2);
  for (char c : bytes) {
    auto byte = static_cast<unsigned char>(c);
    out += kLowerHex[byte >> 4];
    out += kLowerHex[byte & 15];
  }
}
[[nodiscard]] inline std::string to_hex(std::string_view bytes) {
  std::string out;
  append_hex(bytes, out);
  return out;
}

// Appends the last `digits` digits of a number, in lower case.
inline void append_hex_number(uint64_t number, int digits, std::string& out) {
  for (int shift = 4 * digits; shift > 0;) {
    shift -= 4;
    out += kLowerHex[number >> shift & 15];
  }
}

}  // namespace wax::text
