#include "document/formats/attached.h"

#include <string>

#include "document/charset/charset.h"
#include "document/charset/media_type.h"
#include "document/formats/format.h"
#include "document/formats/read_document.h"

namespace wax::document {
namespace {

// The first bytes of Outlook's package of a message and its attachments, which
// is usually called winmail.dat ([MS-OXTNEF] 2.1.3.1).
constexpr std::string_view kTnef = "\x78\x9F\x3E\x22";

void tell_incomplete(std::string_view why, DocumentBuilder& builder) {
  DocumentText& document = builder.document();
  if (document.no_text != NoText::kNone) return;
  document.no_text = NoText::kIncomplete;
  document.detail = "in an attachment, ";
  document.detail += why;
}

}  // namespace

void read_attached(std::string_view bytes, std::string_view type,
                   std::string_view content_type, std::string_view file,
                   unsigned depth, DocumentBuilder& builder) {
  builder.line();
  builder.text(file);
  builder.line();
  if (Format format = format_of(bytes, type, file); format != Format::kNone) {
    ReadLimits limits;
    limits.text = builder.room();
    DocumentText inner = read_document(format, bytes, "", limits, depth);
    builder.text(inner.title);
    builder.line();
    builder.lines(inner.content);
    builder.line();
    for (const Link& link : inner.links) builder.link(link.url, link.text);
    const bool is_told = inner.no_text != NoText::kNone &&
                         inner.no_text != NoText::kEmpty &&
                         inner.no_text != NoText::kUnsupported;
    if (is_told) tell_incomplete(inner.detail, builder);
    return;
  }
  if (bytes.starts_with(kTnef)) {
    return tell_incomplete("Outlook's format TNEF is not read", builder);
  }
  if (warc::is_vague(type)) type = sniff_type(bytes);
  if (!type.starts_with("text/")) return;
  const bool html = type == "text/html";
  std::string buffer;
  const std::string_view utf8 =
      to_utf8(bytes, sniff_charset(bytes, content_type, html), buffer);
  if (html) {
    builder.html(utf8, "");
  } else {
    builder.lines(utf8);
  }
  builder.line();
}

}  // namespace wax::document
