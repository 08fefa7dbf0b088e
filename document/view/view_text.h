// Texts as the view of a page has them.
#pragma once

#include <string>
#include <string_view>

#include "document/html/html_tokenizer.h"
#include "document/view/view_url.h"

namespace wax::document {

// The page with each line ended by "\n" alone; in `lines` if it was not so.
[[nodiscard]] std::string_view with_line_feeds(std::string_view page,
                                               std::string& lines);

// Appends text of an element or of a quoted attribute. & < > " become
// references, U+0000 goes. Throws ViewTooLarge when `out` is.
void append_view_text(std::string_view text, const ViewBudget& budget,
                      std::string& out);

// Appends a doctype that has the quirks of that of the page.
void append_view_doctype(const HtmlToken& token, const ViewBudget& budget,
                         std::string& out);

}  // namespace wax::document
