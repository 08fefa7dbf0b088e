// Texts that occur in every match of a regular expression.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace wax::cdx {

struct RequiredTexts {
  std::vector<std::string> texts;
  bool any_case = false;  // texts are in lower case and found in any case
};

// The runs of literal bytes that occur in every match of a plain expression,
// each at least `least` bytes long; there may be none. A plain expression
// consists of literal bytes, escaped punctuation, ".", \d \w \s and their
// opposites, \b, classes of characters and ranges, groups, alternatives, "^"
// and "$", and * + ? {n,m} after a single thing; it may begin with "(?i)". It
// is always a valid and small expression of RE2 (by bytes: Latin-1), so it need
// not be compiled to check it. Empty for any other expression, which may be
// invalid.
[[nodiscard]] std::optional<RequiredTexts> required_texts(
    std::string_view expression, size_t least);

}  // namespace wax::cdx
