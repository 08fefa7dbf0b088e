// Judges between encodings: how well text reads as language.
#pragma once

#include <string_view>

namespace wax::document {

// Rates well-formed UTF-8 between 0 (no word can be one) and 1. Only words with
// characters beyond ASCII count; a text without any has 1. Against a text
// speak U+FFFD, controls and private characters, scripts mixed in a word,
// capitals after small letters, signs such as "\u00A9" after an accented
// letter, rows of accented letters, letters that only end words within them,
// and Cyrillic of rare letters.
[[nodiscard]] double legibility(std::string_view text);

}  // namespace wax::document
