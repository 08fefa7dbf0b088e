#include "document/formats/document_text.h"

#include "text/varint.h"

namespace wax::document {

void append_document_text(const DocumentText& document, std::string& out) {
  text::append_text(document.type, out);
  text::append_text(document.detail, out);
  append_document(document, body_fields(), out);
}

bool parse_document_text(std::string_view bytes, DocumentText& document) {
  static const StoredFields fields(body_fields());
  std::string_view type;
  std::string_view detail;
  if (!text::take_text(bytes, type) || !text::take_text(bytes, detail) ||
      !parse_document(bytes, fields, document)) {
    return false;
  }
  document.type = type;
  document.detail = detail;
  make_well_formed(document.type);
  make_well_formed(document.detail);
  make_body_well_formed(document);
  return true;
}

}  // namespace wax::document
