// Unsigned numbers in LEB128, and strings after their length.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace wax::text {

inline void append_number(uint64_t value, std::string& out) {
  for (; value >= 0x80; value >>= 7) {
    out += static_cast<char>(value | 0x80);
  }
  out += static_cast<char>(value);
}

inline void append_text(std::string_view text, std::string& out) {
  append_number(text.size(), out);
  out += text;
}

// Both remove what they read from the beginning of `rest`. False, with `rest`
// in an unspecified state, when the bytes end too early or a number exceeds 64
// bits.
[[nodiscard]] inline bool take_number(std::string_view& rest, uint64_t& value) {
  value = 0;
  size_t i = 0;
  for (unsigned shift = 0; shift < 64 && i < rest.size(); shift += 7) {
    auto byte = static_cast<unsigned char>(rest[i++]);
    if (shift == 63 && byte > 1) return false;
    value |= static_cast<uint64_t>(byte & 0x7F) << shift;
    if (byte < 0x80) {
      rest.remove_prefix(i);
      return true;
    }
  }
  return false;
}

[[nodiscard]] inline bool take_text(std::string_view& rest,
                                    std::string_view& text) {
  uint64_t size;
  if (!take_number(rest, size) || size > rest.size()) return false;
  text = rest.substr(0, static_cast<size_t>(size));
  rest.remove_prefix(text.size());
  return true;
}

}  // namespace wax::text
