// Finds the encoding of a text by its language.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace wax::document {

// What speaks for an encoding, in bits: a text of it may be as much longer.
struct EncodingBonus {
  std::string_view encoding;
  int bits;
};

struct EncodingHints {
  std::vector<EncodingBonus> stated;
  // Languages that the page is likely to be in, as "cs" and "zh-tw".
  std::vector<std::string_view> languages;
};

// Among the encodings of the web of one byte and of two, and those that are
// stated, the one in which the text takes the fewest bits in one of its
// languages (language_pairs.h). `sample` is words with bytes beyond ASCII.
[[nodiscard]] std::string_view guessed_encoding(std::string_view sample,
                                                const EncodingHints& hints);

}  // namespace wax::document
