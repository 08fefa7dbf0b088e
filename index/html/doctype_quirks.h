// Which pages are in quirks mode.
#pragma once

#include "index/html/html_tokenizer.h"
#include "index/html/html_tree.h"

namespace wax::index {

// The mode that a doctype sets (HTML standard, 13.2.6.4.1).
[[nodiscard]] QuirksMode quirks_of(const HtmlToken& doctype);

}  // namespace wax::index
