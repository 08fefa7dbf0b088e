#include "document/formats/old_office.h"

#include "document/formats/readers.h"

namespace wax::document {

void read_old_office(std::string_view bytes, DocumentBuilder& builder) try {
  CompoundFile file(bytes);
  DocumentText& document = builder.document();
  struct Kind {
    std::string_view stream;
    std::string_view type;
    void (*read)(CompoundFile&, DocumentBuilder&);
  };
  constexpr Kind kKinds[] = {
      {"WordDocument", "application/msword", read_word},
      {"Workbook", "application/vnd.ms-excel", read_excel},
      {"Book", "application/vnd.ms-excel", read_excel},
      {"PowerPoint Document", "application/vnd.ms-powerpoint",
       read_powerpoint}};
  for (const Kind& kind : kKinds) {
    if (!file.has(kind.stream)) continue;
    document.type = kind.type;
    read_summary(file, document);
    kind.read(file, builder);
    if (file.damaged()) {
      throw Unreadable{NoText::kDamaged, "the compound file is damaged"};
    }
    return;
  }
  if (file.has("EncryptedPackage")) {
    throw Unreadable{NoText::kEncrypted, "the package is encrypted"};
  }
  throw Unreadable{NoText::kUnsupported,
                   "compound files of this kind are not read"};
} catch (const Unreadable& unreadable) {
  if (unreadable.reason == NoText::kDamaged &&
      builder.document().type.empty() && read_cut_word(bytes, builder)) {
    builder.document().type = "application/msword";
  }
  throw;
}

}  // namespace wax::document
