// What XML has and HTML has not, written as HTML.
#pragma once

#include <string>
#include <string_view>

namespace wax::document {

// A page of XHTML as a page of HTML that says the same: CDATA sections are
// texts, the prefix of names of XHTML's namespace is left out, and so is the
// internal subset of the document type; what that declares as an entity is
// put where the page refers to it. No entity is read of a file or within
// another one, and all together add 1 MB at most. Scripts and styles stay as
// they are.
// `room` is where the page is then, or `page` itself. Linear time.
[[nodiscard]] std::string_view xhtml_as_html(std::string_view page,
                                             std::string& room);

// Whether the root element is an html of XHTML's namespace, as the beginning
// of well-formed UTF-8 shows.
[[nodiscard]] bool has_xhtml_root(std::string_view page);

}  // namespace wax::document
