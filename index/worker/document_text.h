// The text of a document that is not HTML.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "index/text/link.h"

namespace wax::index {

struct DocumentText {
  std::string type;        // media type, as the document's own bytes tell it;
                           // empty when they do not
  std::string title;       // white space collapsed
  std::string author;      // several are separated by ", "
  std::string published;   // as the document states it, in ISO 8601 where the
                           // format has another form; empty: not stated
  std::string language;    // as stated: "en", "de-AT"; empty: not stated
  std::string text;        // words separated by spaces, blocks by "\n"
  uint64_t pages = 0;      // pages, slides or sheets; 0: not known
  bool truncated = false;  // a limit cut the text short
  // Why there is no text, or not all of it: an id of wax-problems(7) such as
  // "text-encrypted"; and what is wrong, in a person's words.
  std::string reason;
  std::string detail;
  std::vector<Link> links;

  friend bool operator==(const DocumentText&, const DocumentText&) = default;
};

// The stored form, in which a document goes from one process to another.
void append_document_text(const DocumentText& document, std::string& out);

// Reads what append_document_text() wrote. False when the bytes are not exactly
// one document. The bytes need not be trusted: text becomes well-formed UTF-8.
[[nodiscard]] bool parse_document_text(std::string_view bytes,
                                       DocumentText& document);

}  // namespace wax::index
