#include "document/formats/read_document.h"

#include "document/formats/readers.h"
#include "io/error.h"

namespace wax::document {
namespace {

void read_format(Format format, std::string_view bytes, std::string_view url,
                 unsigned depth, DocumentBuilder& builder) {
  switch (format) {
    case Format::kNone:
      throw Unreadable{NoText::kUnsupported,
                       "documents of this type are not read"};
    case Format::kPdf:
      read_pdf(bytes, depth, builder);
      break;
    case Format::kPackage:
      read_package(bytes, builder);
      break;
    case Format::kRtf:
      builder.document().type = "application/rtf";
      read_rtf(bytes, builder);
      break;
    case Format::kMail:
    case Format::kMailbox:
      read_mail(bytes, format == Format::kMailbox, depth, builder);
      break;
    case Format::kOldOffice:
      read_old_office(bytes, builder);
      break;
    case Format::kFeed:
      read_feed(bytes, url, builder);
      break;
  }
}

}  // namespace

DocumentText read_document(Format format, std::string_view bytes,
                           std::string_view url, const ReadLimits& limits,
                           unsigned depth) {
  DocumentText document;
  try {
    DocumentBuilder builder(document, limits.text);
    read_format(format, bytes, url, depth, builder);
  } catch (const TextFull&) {
    document.truncated = true;
  } catch (const Unreadable& none) {
    document.no_text = none.reason;
    document.detail = none.detail;
  } catch (const Error& error) {
    document.no_text = NoText::kDamaged;
    document.detail = error.what();
  }
  document.title = collapsed(document.title);
  document.author = collapsed(document.author);
  if (document.content.empty() && document.no_text == NoText::kNone) {
    document.no_text = NoText::kEmpty;
    document.detail = "the document has no text";
  }
  return document;
}

}  // namespace wax::document
