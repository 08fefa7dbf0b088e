// Documents that are not HTML: they end, in well-formed UTF-8, with text or a
// reason. PDF is left out: all of its reader is Poppler.
#include <string>

#include "fuzz/support/entry.h"
#include "index/formats/read_document.h"
#include "text/utf8.h"

void wax::fuzz::run(std::string_view bytes) {
  index::Format format =
      index::format_of(bytes, "message/rfc822", "http://example.org/");
  if (format != index::Format::kPdf) {
    constexpr size_t kMost = 100'000;
    index::DocumentText document = index::read_document(
        format, bytes, "http://example.org/", {.text = kMost});
    require(text::is_utf8(document.text) && text::is_utf8(document.title));
    require(document.text.size() <= kMost);
    require(!document.text.empty() || !document.reason.empty() ||
            document.truncated);
    std::string stored;
    index::append_document_text(document, stored);
    index::DocumentText again;
    require(index::parse_document_text(stored, again) && again == document);
  }
  index::DocumentText document;
  (void)index::parse_document_text(bytes, document);
}
