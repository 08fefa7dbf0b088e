// Titles that scripts give their pages.
#pragma once

#include <string>
#include <string_view>

namespace wax::document {

// The text that a script assigns to document.title, if that is one string in
// quotes: of several, the first. Well-formed UTF-8 if the script is. Empty when
// there is none. Time is linear in the size of the script.
[[nodiscard]] std::string script_title(std::string_view script);

}  // namespace wax::document
