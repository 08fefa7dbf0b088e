#include <poppler.h>

#include <cmath>
#include <memory>
#include <string>

#include "document/formats/attached.h"
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
struct FreeImages {
  void operator()(GList* all) const { poppler_page_free_image_mapping(all); }
};
struct FreeAnnotations {
  void operator()(GList* all) const { poppler_page_free_annot_mapping(all); }
};
struct FreeAttachments {
  void operator()(GList* all) const { g_list_free_full(all, g_object_unref); }
};
using GlibText = std::unique_ptr<char, FreeMemory>;

std::string text_of(char* text) {
  GlibText owned(text);
  return owned ? text::as_utf8(owned.get()) : std::string();
}

bool is_lower_letter(char c) {
  return (c >= 'a' && c <= 'z') || static_cast<unsigned char>(c) >= 0xC3;
}

// How long the hyphen at the end of a line is that begins at text[at]; 0: there
// is none.
size_t last_hyphen(std::string_view text, size_t at) {
  constexpr std::string_view kHyphens[] = {"-", "\u2010", "\u00AD"};
  for (std::string_view hyphen : kHyphens) {
    const std::string_view rest = text.substr(at);
    if (rest.starts_with(hyphen) &&
        rest.substr(hyphen.size()).starts_with('\n')) {
      return hyphen.size();
    }
  }
  return 0;
}

// Joins words that a hyphen at the end of a line divides.
void join_divided_words(std::string& text) {
  size_t to = 0;
  for (size_t from = 0; from < text.size(); ++from) {
    const size_t hyphen = last_hyphen(text, from);
    if (hyphen > 0 && from > 0 && from + hyphen + 1 < text.size() &&
        (text::is_letter(text[from - 1]) || (text[from - 1] & 0x80) != 0) &&
        is_lower_letter(text[from + hyphen + 1])) {
      from += hyphen;
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

// What people wrote beside the text. What is drawn on the page is in its text.
void add_remarks(PopplerPage* page, DocumentBuilder& builder) {
  std::unique_ptr<GList, FreeAnnotations> all(
      poppler_page_get_annot_mapping(page));
  for (GList* node = all.get(); node != nullptr; node = node->next) {
    PopplerAnnot* one = static_cast<PopplerAnnotMapping*>(node->data)->annot;
    const PopplerAnnotType type = poppler_annot_get_annot_type(one);
    if (type == POPPLER_ANNOT_FREE_TEXT || type == POPPLER_ANNOT_LINK ||
        type == POPPLER_ANNOT_WIDGET || type == POPPLER_ANNOT_POPUP) {
      continue;
    }
    builder.text(text_of(poppler_annot_get_contents(one)));
    builder.line();
  }
}

// Whether one picture covers most of the page, as on scanned ones.
bool is_picture(PopplerPage* page) {
  double width = 0;
  double height = 0;
  poppler_page_get_size(page, &width, &height);
  std::unique_ptr<GList, FreeImages> all(poppler_page_get_image_mapping(page));
  for (GList* node = all.get(); node != nullptr; node = node->next) {
    const PopplerRectangle& area =
        static_cast<PopplerImageMapping*>(node->data)->area;
    if (std::abs((area.x2 - area.x1) * (area.y2 - area.y1)) * 2 >
        width * height) {
      return true;
    }
  }
  return false;
}

constexpr size_t kMostAttached = size_t{16} << 20;  // bytes of all

gboolean append_attached(const gchar* bytes, gsize size, gpointer out,
                         GError** /*error*/) {
  auto* file = static_cast<std::string*>(out);
  if (file->size() + size > kMostAttached) return FALSE;
  file->append(bytes, size);
  return TRUE;
}

void add_attachments(PopplerDocument* pdf, unsigned depth,
                     DocumentBuilder& builder) {
  constexpr unsigned kDeepest = 8;
  if (depth >= kDeepest) return;
  std::unique_ptr<GList, FreeAttachments> all(
      poppler_document_get_attachments(pdf));
  constexpr int kMostFiles = 100;
  size_t taken = 0;
  int files = 0;
  for (GList* node = all.get(); node != nullptr; node = node->next) {
    auto* one = static_cast<PopplerAttachment*>(node->data);
    std::string bytes;
    if (++files > kMostFiles || taken > kMostAttached ||
        !poppler_attachment_save_to_callback(one, append_attached, &bytes,
                                             nullptr)) {
      DocumentText& document = builder.document();
      document.no_text = NoText::kIncomplete;
      document.detail = "attachments are too large or damaged";
      break;
    }
    taken += bytes.size();
    const std::string name =
        one->name != nullptr ? text::as_utf8(one->name) : std::string();
    read_attached(bytes, "", "", name, depth + 1, builder);
  }
}

}  // namespace

void read_pdf(std::string_view bytes, unsigned depth,
              DocumentBuilder& builder) {
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
  int pictures = 0;  // pages without text that are one
  for (int i = 0; i < pages; ++i) {
    std::unique_ptr<PopplerPage, Unref> page(
        poppler_document_get_page(pdf.get(), i));
    if (!page) continue;
    pages_text.read_page(i + 1);
    std::string text = text::as_utf8(pages_text.text());
    join_divided_words(text);
    if (text::trim(text, text::kAllSpace).empty()) {
      pictures += is_picture(page.get());
    }
    builder.lines(text);
    builder.line();
    add_pdf_links(page.get(), pages_text, builder);
    add_remarks(page.get(), builder);
  }
  add_attachments(pdf.get(), depth, builder);
  if (pages_text.lost() > 0) {
    throw Unreadable{NoText::kIncomplete,
                     std::to_string(pages_text.lost()) + " of " +
                         std::to_string(pages_text.drawn()) +
                         " letters that are drawn have no place in the text"};
  }
  if (pictures * 10 > pages && pictures < pages) {
    throw Unreadable{NoText::kIncomplete,
                     std::to_string(pictures) + " of " + std::to_string(pages) +
                         " pages are pictures without text"};
  }
}

}  // namespace wax::document
