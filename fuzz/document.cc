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
    std::string compressed;
    index::deflate_value(value, compressed);
    std::string again;
    require(index::inflate_value(compressed, again) && again == value);
  }
}
