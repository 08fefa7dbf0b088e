// Which pages are in quirks mode.
#pragma once

#include "document/html/html_tokenizer.h"
#include "document/html/html_tree.h"

namespace wax::document {

// The mode that a doctype sets (HTML standard, 13.2.6.4.1).
[[nodiscard]] QuirksMode quirks_of(const HtmlToken& doctype);

}  // namespace wax::document
