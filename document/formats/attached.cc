#include "document/formats/attached.h"

#include <string>

#include "document/charset/charset.h"
#include "document/charset/media_type.h"
#include "document/formats/format.h"
#include "document/formats/read_document.h"

namespace wax::document {

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
    DocumentText& document = builder.document();
    if (is_told && document.no_text == NoText::kNone) {
      document.no_text = NoText::kIncomplete;
      document.detail = "in an attachment, " + inner.detail;
    }
    return;
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
