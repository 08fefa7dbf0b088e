// Stored documents and values of an index.
#include "document/text/document.h"

#include <string>

#include "fuzz/support/entry.h"
#include "io/compress/text_dictionary.h"

void wax::fuzz::run(std::string_view bytes) {
  for (auto fields : {document::document_fields(), document::link_fields(),
                      document::image_fields()}) {
    const document::StoredFields numbers(fields);
    document::Document document;
    if (!document::parse_document(bytes, numbers, document)) continue;
    std::string stored;
    document::append_document(document, fields, stored);
    document::Document again;
    require(document::parse_document(stored, numbers, again) &&
            again == document);
  }
  std::string value;
  if (io::decompress_value(bytes, value) && !value.empty()) {
    std::string compressed;
    io::FrameCompressor().compress(value, nullptr, compressed);
    std::string again;
    require(io::decompress_frame(compressed, value.size(), nullptr, again) &&
            again == value);
  }
}
