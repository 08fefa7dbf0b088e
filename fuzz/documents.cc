// Documents that are not HTML: they end, in well-formed UTF-8, with text or a
// reason. PDF is left out: all of its reader is Poppler.
#include <string>

#include "document/formats/read_document.h"
#include "fuzz/support/entry.h"
#include "text/utf8.h"

void wax::fuzz::run(std::string_view bytes) {
  document::Format format =
      document::format_of(bytes, "message/rfc822", "http://example.org/");
  if (format != document::Format::kPdf) {
    constexpr size_t kMost = 100'000;
    document::DocumentText document = document::read_document(
        format, bytes, "http://example.org/", {.text = kMost});
    require(text::is_utf8(document.content) && text::is_utf8(document.title));
    require(document.content.size() <= kMost);
    require(!document.content.empty() ||
            document.no_text != document::NoText::kNone || document.truncated);
  }
}
