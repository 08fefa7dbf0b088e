// Titles that scripts give their pages.
#pragma once

#include <string>
#include <string_view>

namespace wax::document {

// Finds the text that a script assigns to document.title, if that is one string
// in quotes. If there are several such assignments, the first one counts. The
// text is well-formed UTF-8 if the script is; it is empty if there is no such
// assignment. Time is linear in the size of the script.
[[nodiscard]] std::string script_title(std::string_view script);

}  // namespace wax::document
