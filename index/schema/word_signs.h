// Signs that are part of a word: the dots of "U.S.A.", the
// tails of "C++" and "C#", the quotes of Hebrew abbreviations, the dot of
// Catalan, pictures (emoji).
#pragma once

#include <unicode/uchar.h>

#include <cstddef>
#include <string_view>

namespace wax::index {

// Whether a dot follows the character at text[at], as in most abbreviations and
// few words.
[[nodiscard]] inline bool has_dot_behind(std::string_view text, size_t at) {
  const auto lead = static_cast<unsigned char>(text[at]);
  at += lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  return at < text.size() && text[at] == '.';
}

// Where an abbreviation of single letters and dots that begins at text[at]
// ends, after its last letter: three letters, or two with a dot after the
// second, and no letter or digit after it. 0: no abbreviation begins there.
[[nodiscard]] size_t abbreviation_end(std::string_view text, size_t at);

// Whether a word of so many ASCII characters may go on with the sign after it.
[[nodiscard]] inline bool may_have_signs(size_t length, unsigned char sign) {
  return sign == '+' || sign == '#' || (length == 1 && sign == '.');
}

// How long the tail at text[at] is, which follows a letter: "+" and "++" (also
// before a digit: "C++11") and "#", without a letter or digit after them.
[[nodiscard]] size_t tail_length(std::string_view text, size_t at);

// What the sign `c` at text[at] is within a word: U+05F3 or U+05F4 for a quote,
// of ASCII or Hebrew, between two Hebrew letters; the dot between two l of
// Catalan. 0: it separates words.
[[nodiscard]] char32_t sign_within_word(UChar32 c, std::string_view text,
                                        size_t at);

// Whether words in quotes are looked for with the signs of this exact form
// (tokens.h): "c++", and a picture that is made of several.
[[nodiscard]] bool has_signs_to_match(std::string_view exact);

[[nodiscard]] inline bool is_flag_part(UChar32 c) {
  return c >= 0x1F1E6 && c <= 0x1F1FF;
}
// A picture that people look for: no arrow, no square of a list, no "(c)".
[[nodiscard]] bool is_picture(UChar32 c);
// What does not make another picture: the choice of its colours, a skin tone.
[[nodiscard]] inline bool is_variant_of_picture(UChar32 c) {
  return (c >= 0xFE00 && c <= 0xFE0F) || (c >= 0x1F3FB && c <= 0x1F3FF);
}

}  // namespace wax::index
