// What a page says in its tags, as the HTML-Metadata of WAT files.
#pragma once

#include <string>

#include "document/html/html_tree.h"

namespace wax::document {

// Appends a JSON object: Head (Title, Base, Metas, Link, Scripts) and Links.
// References are those of the page, not resolved; a link has its path
// ("A@/href"), url and, where it has them, text, alt, rel, target, title and
// method. Texts of links are cut as those of documents are (kLongestAnchor),
// and a page has at most kMostLinks of each list. References of style sheets
// are left out.
void append_html_metadata(const HtmlTree& tree, std::string& json);

}  // namespace wax::document
