// Text made safe for Lucene++, which corrupts its dictionary on ill-formed
// Unicode.
#pragma once

#include <string>
#include <string_view>

namespace wax::text {

// Appends `utf8` to `out`. Ill-formed UTF-8, surrogates among it, becomes
// U+FFFD. U+xxFFFE and U+xxFFFF of every plane are dropped.
void append_sane(std::string_view utf8, std::string& out);

[[nodiscard]] std::string sane(std::string_view utf8);

}  // namespace wax::text
