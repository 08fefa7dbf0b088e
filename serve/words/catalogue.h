// Translations as files of gettext have them
// (https://www.gnu.org/software/gettext/manual/html_node/PO-Files.html).
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace wax::serve {

// By the English text, without contexts: the translation, or the forms for
// numbers in the order of msgstr[0], msgstr[1] and so on.
using Catalogue = std::map<std::string, std::vector<std::string>, std::less<>>;

// Entries that are empty or marked as fuzzy are left out, as is the header.
// Throws std::logic_error, with the number of the line, for what is no entry:
// the files are parts of the program.
[[nodiscard]] Catalogue parse_catalogue(std::string_view text);

}  // namespace wax::serve
