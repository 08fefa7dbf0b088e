// Names of languages. Any number of threads may call these functions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace wax::index {

// The name in English ("German" for "de"); the code itself where it has none.
[[nodiscard]] std::string language_name(const std::string& code);

// The codes of the languages that have this name, in English or in the language
// itself, as values of the field "lang": "de" for "german" and "Deutsch", "zh"
// and "zh-hant" for "Chinese". Words are compared as they are searched, without
// accents. None for other texts.
[[nodiscard]] std::vector<std::string> languages_named(std::string_view name);

}  // namespace wax::index
