// Stored documents and values of an index.
#include "index/document/document.h"

#include <string>

#include "fuzz/support/entry.h"
#include "index/store/compress.h"

void wax::fuzz::run(std::string_view bytes) {
  for (auto fields : {index::document_fields(), index::link_fields(),
                      index::image_fields()}) {
    const index::StoredFields numbers(fields);
    index::Document document;
    if (!index::parse_document(bytes, numbers, document)) continue;
    std::string stored;
    index::append_document(document, fields, stored);
    index::Document again;
    require(index::parse_document(stored, numbers, again) && again == document);
  }
  std::string value;
  if (index::decompress_value(bytes, nullptr, value) && !value.empty()) {
    std::string compressed;
    index::FrameCompressor().compress(value, nullptr, compressed);
    std::string again;
    require(index::decompress_frame(compressed, value.size(), nullptr, again) &&
            again == value);
  }
}
