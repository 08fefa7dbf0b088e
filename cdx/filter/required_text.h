// Texts that a regular expression cannot match without.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace wax::cdx {

struct RequiredTexts {
  std::vector<std::string> texts;
  bool any_case = false;  // texts are in lower case, and required as such
};

// The runs of literal bytes that stand in every match of a plain expression,
// each at least `least` bytes long; none when it has no such. Plain is: bytes
// as they are, escaped punctuation, ".", \d \w \s and their opposites, \b,
// classes of characters and ranges, groups, alternatives, "^" and "$", and * +
// ? {n,m} of a single thing; in front of all, "(?i)". A plain expression is one
// of RE2 (by bytes: Latin-1) and small, so that it need not be compiled to know
// that. Nothing of any other, which may be none.
[[nodiscard]] std::optional<RequiredTexts> required_texts(
    std::string_view expression, size_t least);

}  // namespace wax::cdx
