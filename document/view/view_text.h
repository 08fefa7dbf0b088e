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

// With one blank for each run of blanks, and none at the ends.
[[nodiscard]] std::string one_line(std::string_view text);

// Without the marks around all of a style sheet in XHTML.
[[nodiscard]] std::string_view without_cdata(std::string_view text);

// Style sheets of our own: what is missing has an outline, and images that a
// script would load late (data-late) are shown.
void append_view_styles(bool has_missing, bool has_late, std::string& out);

// Whether an element has elements of its own kind in it, not of HTML.
[[nodiscard]] bool is_foreign_root(std::string_view name);

// Whether browsers could read markup in the name of a tag or an attribute.
[[nodiscard]] bool begins_markup(std::string_view name);

// The value of the first attribute of that name; empty without one.
[[nodiscard]] std::string_view value_in(const HtmlToken& token,
                                        std::string_view name);

}  // namespace wax::document
