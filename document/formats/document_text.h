// The document that a body gives which is not HTML.
#pragma once

#include <string>
#include <string_view>

#include "document/text/document.h"

namespace wax::document {

// Fields of the body, as far as the format has them: `language` and `published`
// are as the document states them, in ISO 8601 where the format has another
// form of dates. `type` is the media type as the document's own bytes tell it;
// empty when they do not.
struct DocumentText : Document {
  std::string detail;  // why `no_text` is set, in a person's words

  friend bool operator==(const DocumentText&, const DocumentText&) = default;
};

// Appends the stored form, in which a document goes from one process to
// another.
void append_document_text(const DocumentText& document, std::string& out);

// Reads what append_document_text() wrote. False when the bytes are not exactly
// one document. The bytes need not be trusted: text becomes well-formed UTF-8.
[[nodiscard]] bool parse_document_text(std::string_view bytes,
                                       DocumentText& document);

}  // namespace wax::document
