// Other spellings of the words of a query, where it asks for them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace wax::index {

// What a query has at the end of a word or a phrase that is found in all
// spellings of German.
inline constexpr std::string_view kGermanSpellings = "~de";

// Whether the rest of a query after a phrase begins with it.
[[nodiscard]] bool asks_for_german(std::string_view rest);

// The text, and after it the text with "ae", "oe" and "ue" for umlauts and
// umlauts for these, in each combination of the first kMostSpelt of them; the
// rest goes along with the last of these. "ue" after a vowel or "q" is no
// umlaut ("neue", "Mauer", "Quelle"). Umlauts are in lower case.
inline constexpr size_t kMostSpelt = 4;
[[nodiscard]] std::vector<std::string> german_spellings(std::string_view text);

}  // namespace wax::index
