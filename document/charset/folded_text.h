// A text as an encoding reads it, in the form that languages are known by.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace wax::document {

struct FoldedPair {
  char16_t first;
  char16_t second;
};

// The pairs that are not of ASCII alone, folded as language_pairs.h says, and
// what the text costs in any language: bytes that are no characters, capitals
// after small letters, letters of two scripts beside each other.
struct FoldedText {
  std::vector<FoldedPair> pairs;
  unsigned cost = 0;
};

// Reads `bytes` in an encoding of encodings.h. In the first part of a text, no
// two letters of another script beside each other have a cost, too: they may
// be signs. `buffer` is used for encodings of two bytes.
[[nodiscard]] FoldedText folded_text(std::string_view bytes,
                                     std::string_view encoding, bool is_first,
                                     std::string& buffer);

}  // namespace wax::document
