// Bylines: who wrote an article, where only its text says so.
#pragma once

#include <string>
#include <string_view>

namespace wax::document {

// Finds the first name in a text in the form of English bylines: "By Ann
// Lee", "Written by:" and the name in the next line, "3 May 2016 by Ann de la
// Cruz, MD". A name is two to four words that begin with capitals, with
// particles between them. Empty when there is none. The text has its white
// space collapsed.
[[nodiscard]] std::string find_byline(std::string_view text);

}  // namespace wax::document
