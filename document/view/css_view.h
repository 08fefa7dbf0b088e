// Style sheets as parts of the view of a page.
#pragma once

#include <string>
#include <string_view>

#include "document/view/view_url.h"

namespace wax::document {

// Appends the style sheet, UTF-8, with the references in it replaced: those of
// url() and image-set(), and of @import as style sheets (CSS Syntax Module
// Level 3, 4.3). A reference that is left out becomes the URL "data:,"; of a
// comment between two words, an empty one stays. `base` is the URL of the
// sheet, or of the page that it is in. For any number of threads.
void append_css_view(std::string_view css, std::string_view base,
                     const ViewUrl& view, std::string& out);

// Appends a style sheet as the content of <style>, in which browsers can read
// no markup, whether they take the element to be one of HTML, SVG or MathML:
// "<!--" becomes a space, and what is after another "<" begins no tag.
void append_style_text(std::string_view css, std::string& out);

}  // namespace wax::document
