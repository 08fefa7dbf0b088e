// What is counted and measured of a document's text.
#pragma once

#include "document/text/document.h"

namespace wax::document {

// Fills language, words and simhash of a document by its content and main
// content. `language` is the declared one before.
void measure_text(Document& document);

}  // namespace wax::document
