// Stored documents and values of an index.
#include "index/document/document.h"

#include <string>

#include "fuzz/support/entry.h"
#include "index/store/compress.h"

void wax::fuzz::run(std::string_view bytes) {
  index::Document document;
  if (index::parse_document(bytes, document)) {
    std::string stored;
    index::append_document(document, stored);
    index::Document again;
    require(index::parse_document(stored, again) && again == document);
    require(!index::parse_document(stored + '\0', again));
  }
  std::string value;
  if (index::inflate_value(bytes, value)) {
    std::string packed;
    index::deflate_value(value, packed);
    std::string again;
    require(index::inflate_value(packed, again) && again == value);
  }
}
