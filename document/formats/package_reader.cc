#include "document/formats/format.h"
#include "document/formats/readers.h"
#include "text/ascii.h"

namespace wax::document {

void read_package(std::string_view bytes, DocumentBuilder& builder) {
  Package package(bytes);
  constexpr size_t kLongestType = 128;
  std::string mimetype = package.read("mimetype", kLongestType);
  std::string_view type = text::trim(mimetype);
  if (warc::meaning_of(type).format == Format::kPackage)
    builder.document().type = type;
  if (type == "application/epub+zip" || package.has("META-INF/container.xml")) {
    builder.document().type = "application/epub+zip";
    read_epub(package, builder);
  } else if (package.has("[Content_Types].xml")) {
    read_office_open_xml(package, builder);
  } else if (package.has("content.xml")) {
    read_open_document(package, builder);
  } else {
    throw Unreadable{NoText::kDamaged, "the zip file is no document"};
  }
  if (package.damaged()) {
    throw Unreadable{NoText::kDamaged, "a part of the document is damaged"};
  }
}

}  // namespace wax::document
