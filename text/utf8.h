// Well-formed UTF-8, and bytes that are not.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace wax::text {

// How many bytes at the front are well-formed UTF-8 (Unicode 15, table 3-7).
[[nodiscard]] size_t utf8_prefix(std::string_view bytes);

// How many bytes at the front are ASCII.
[[nodiscard]] size_t ascii_prefix(std::string_view bytes);

// The maximal part of an ill-formed sequence at the front of `bytes`, at least
// 1: what one U+FFFD stands for (Unicode 15, section 3.9).
[[nodiscard]] size_t ill_formed_length(std::string_view bytes);

[[nodiscard]] bool is_utf8(std::string_view bytes);

// Appends `bytes` with every ill-formed sequence replaced by U+FFFD.
void append_well_formed(std::string_view bytes, std::string& out);

// The same as a text of its own: what browsers and Python decode.
[[nodiscard]] std::string as_utf8(std::string_view bytes);

// Text whose bytes are no UTF-8 is taken for Latin-1 and becomes UTF-8.
void assign_as_utf8(std::string_view bytes, std::string& text);

}  // namespace wax::text
