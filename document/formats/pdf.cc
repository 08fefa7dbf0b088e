#include <poppler.h>

#include <memory>
#include <string>

#include "document/formats/pdf_text.h"
#include "document/formats/readers.h"
#include "text/ascii.h"
#include "text/utf8.h"

namespace wax::document {
namespace {

struct Unref {
  void operator()(void* object) const { g_object_unref(object); }
};
struct FreeBytes {
  void operator()(GBytes* bytes) const { g_bytes_unref(bytes); }
};
struct FreeMemory {
  void operator()(char* text) const { g_free(text); }
};
struct FreeLinks {
  void operator()(GList* links) const { poppler_page_free_link_mapping(links); }
};
using GlibText = std::unique_ptr<char, FreeMemory>;

std::string text_of(char* text) {
  GlibText owned(text);
  return owned ? text::as_utf8(owned.get()) : std::string();
}

bool is_lower_letter(char c) {
  return (c >= 'a' && c <= 'z') || static_cast<unsigned char>(c) >= 0xC3;
}

// Joins words that a hyphen at the end of a line divides.
void join_divided_words(std::string& text) {
  size_t to = 0;
  for (size_t from = 0; from < text.size(); ++from) {
    if (text[from] == '-' && from > 0 && from + 2 < text.size() &&
        text[from + 1] == '\n' && text::is_letter(text[from - 1]) &&
        is_lower_letter(text[from + 2])) {
      ++from;
      continue;
    }
    text[to++] = text[from];
  }
  text.resize(to);
}

void add_pdf_links(PopplerPage* page, const PdfText& text,
                   DocumentBuilder& builder) {
  std::unique_ptr<GList, FreeLinks> links(poppler_page_get_link_mapping(page));
  for (GList* node = links.get(); node != nullptr; node = node->next) {
    auto* mapping = static_cast<PopplerLinkMapping*>(node->data);
    if (mapping->action == nullptr ||
        mapping->action->type != POPPLER_ACTION_URI ||
        mapping->action->uri.uri == nullptr) {
      continue;
    }
    // The text on a page is measured from its top, links from its bottom.
    double height = 0;
    poppler_page_get_size(page, nullptr, &height);
    const PopplerRectangle& area = mapping->area;
    std::string anchor = text::as_utf8(
        text.text_in({area.x1, height - area.y2, area.x2, height - area.y1}));
    join_divided_words(anchor);
    builder.link(text::as_utf8(mapping->action->uri.uri), anchor);
  }
}

}  // namespace

void read_pdf(std::string_view bytes, DocumentBuilder& builder) {
  std::unique_ptr<GBytes, FreeBytes> held(
      g_bytes_new_static(bytes.data(), bytes.size()));
  GError* error = nullptr;
  std::unique_ptr<PopplerDocument, Unref> pdf(
      poppler_document_new_from_bytes(held.get(), nullptr, &error));
  if (!pdf) {
    bool encrypted = error != nullptr && error->domain == POPPLER_ERROR &&
                     error->code == POPPLER_ERROR_ENCRYPTED;
    std::string detail = error != nullptr ? text::as_utf8(error->message) : "";
    if (error != nullptr) g_error_free(error);
    throw Unreadable{encrypted ? NoText::kEncrypted : NoText::kDamaged, detail};
  }
  DocumentText& document = builder.document();
  document.type = "application/pdf";
  document.title = text_of(poppler_document_get_title(pdf.get()));
  document.author = text_of(poppler_document_get_author(pdf.get()));
  if (GDateTime* created = poppler_document_get_creation_date_time(pdf.get())) {
    document.published = text_of(g_date_time_format_iso8601(created));
    g_date_time_unref(created);
  }
  int pages = poppler_document_get_n_pages(pdf.get());
  document.pages = pages > 0 ? static_cast<uint64_t>(pages) : 0;
  PdfText pages_text(bytes);
  for (int i = 0; i < pages; ++i) {
    std::unique_ptr<PopplerPage, Unref> page(
        poppler_document_get_page(pdf.get(), i));
    if (!page) continue;
    pages_text.read_page(i + 1);
    std::string text = text::as_utf8(pages_text.text());
    join_divided_words(text);
    builder.lines(text);
    builder.line();
    add_pdf_links(page.get(), pages_text, builder);
  }
  if (pages_text.lost() > 0) {
    throw Unreadable{NoText::kIncomplete,
                     std::to_string(pages_text.lost()) + " of " +
                         std::to_string(pages_text.drawn()) +
                         " letters that are drawn have no place in the text"};
  }
}

}  // namespace wax::document
