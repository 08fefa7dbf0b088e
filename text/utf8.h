// Well-formed UTF-8 (Unicode 15, table 3-7), and bytes that are not.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace wax::text {

inline constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD

[[nodiscard]] constexpr bool is_scalar_value(char32_t point) {
  return point < 0xD800 || (point >= 0xE000 && point <= 0x10FFFF);
}
// U+xxFFFE and U+xxFFFF.
[[nodiscard]] constexpr bool ends_a_plane(char32_t point) {
  return (point & 0xFFFE) == 0xFFFE;
}

// Decodes the first character of `bytes`, which is not empty, into `point`.
// Returns the length of its sequence; 0 if `bytes` does not begin with a
// well-formed one.
[[nodiscard]] constexpr size_t decode_utf8(std::string_view bytes,
                                           char32_t& point) {
  auto byte = [&](size_t i) { return static_cast<unsigned char>(bytes[i]); };
  const uint32_t lead = byte(0);
  if (lead < 0x80) {
    point = lead;
    return 1;
  }
  if (lead < 0xC2 || lead > 0xF4) return 0;
  const size_t size = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  if (bytes.size() < size) return 0;
  char32_t code = lead & (0xFFu >> (size + 1));
  for (size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
    code = code << 6 | (byte(i) & 0x3Fu);
  }
  constexpr std::array<char32_t, 5> kLeast = {0, 0, 0x80, 0x800, 0x10000};
  if (code < kLeast[size] || !is_scalar_value(code)) return 0;
  point = code;
  return size;
}

// Appends a code point of at most 21 bits. A surrogate becomes three bytes,
// which are not well-formed.
void append_utf8(char32_t point, std::string& out);

// Whether a byte continues a sequence that begins before it.
[[nodiscard]] constexpr bool continues_sequence(char c) {
  return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

// How many bytes at the front are well-formed.
[[nodiscard]] size_t utf8_prefix(std::string_view bytes);

// How many bytes at the front are ASCII.
[[nodiscard]] size_t ascii_prefix(std::string_view bytes);

// The length, at least 1, of the maximal part of an ill-formed sequence at the
// front of `bytes`: one U+FFFD replaces this part (Unicode 15, section 3.9).
[[nodiscard]] size_t ill_formed_length(std::string_view bytes);

[[nodiscard]] bool is_utf8(std::string_view bytes);

// Appends `bytes` with every ill-formed sequence replaced by U+FFFD.
void append_well_formed(std::string_view bytes, std::string& out);

// The same as a text of its own: what browsers and Python decode.
[[nodiscard]] std::string as_utf8(std::string_view bytes);

// Text whose bytes are no UTF-8 is taken for Latin-1 and becomes UTF-8.
void assign_as_utf8(std::string_view bytes, std::string& text);

// Appends `utf8` to `out`. Ill-formed UTF-8, surrogates among it, becomes
// U+FFFD. U+xxFFFE and U+xxFFFF of every plane are dropped.
void append_sane(std::string_view utf8, std::string& out);

[[nodiscard]] std::string sane(std::string_view utf8);

}  // namespace wax::text
