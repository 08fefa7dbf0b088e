#include "index/worker/document_text.h"

#include "index/text/varint.h"
#include "text/utf8.h"

namespace wax::index {
namespace {

// Calls `use` with every text of a document, in the stored order.
template <typename Document, typename Use>
bool each_text_of(Document& document, Use use) {
  for (auto* text : {&document.type, &document.title, &document.author,
                     &document.published, &document.language, &document.text,
                     &document.reason, &document.detail}) {
    if (!use(*text)) return false;
  }
  return true;
}

bool take_well_formed(std::string_view& rest, std::string& text) {
  std::string_view view;
  if (!take_text(rest, view)) return false;
  text.clear();
  text::append_well_formed(view, text);
  return true;
}

}  // namespace

void append_document_text(const DocumentText& document, std::string& out) {
  each_text_of(document, [&](const std::string& text) {
    append_text(text, out);
    return true;
  });
  append_number(document.pages, out);
  append_number(document.truncated ? 1 : 0, out);
  append_number(document.links.size(), out);
  for (const Link& link : document.links) {
    append_text(link.url, out);
    append_text(link.text, out);
    append_text(link.rel, out);
  }
}

bool parse_document_text(std::string_view bytes, DocumentText& document) {
  bool taken = each_text_of(document, [&](std::string& text) {
    return take_well_formed(bytes, text);
  });
  uint64_t truncated;
  uint64_t links;
  // A link takes three bytes at least.
  if (!taken || !take_number(bytes, document.pages) ||
      !take_number(bytes, truncated) || truncated > 1 ||
      !take_number(bytes, links) || links > bytes.size() / 3) {
    return false;
  }
  document.truncated = truncated != 0;
  document.links.resize(static_cast<size_t>(links));
  for (Link& link : document.links) {
    std::string_view url;
    if (!take_text(bytes, url) || !take_well_formed(bytes, link.text) ||
        !take_well_formed(bytes, link.rel)) {
      return false;
    }
    link.url.assign(url);
  }
  return bytes.empty();
}

}  // namespace wax::index
