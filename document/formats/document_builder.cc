#include "document/formats/document_builder.h"

#include <algorithm>
#include <utility>

#include "document/html/xhtml_text.h"
#include "document/page/field_reader.h"
#include "document/text/url_reference.h"

namespace wax::document {

void DocumentBuilder::append(std::string_view utf8, bool lines) {
  // Appending adds at most a gap to what it is given.
  size_t most = room() > 0 ? room() - 1 : 0;
  text_.append(cut_text(utf8, most), false, lines);
  if (utf8.size() > most) throw TextFull{};
}

void DocumentBuilder::link_from(size_t start, std::string_view reference,
                                std::string_view base) {
  link(reference, std::string_view(document_->content).substr(start), base);
}

void DocumentBuilder::link(std::string_view reference, std::string_view anchor,
                           std::string_view base, std::string_view rel) {
  if (document_->links.size() >= kMostLinks || link_bytes_ >= kMostLinkBytes) {
    return;
  }
  std::string url;
  if (!append_resolved(base, reference, url)) return;
  link_bytes_ += url.size();
  document_->links.push_back(
      {std::move(url), collapsed(anchor, kLongestAnchor), std::string(rel)});
}

void DocumentBuilder::html(std::string_view page, std::string_view base,
                           bool titled, bool is_xml) {
  HtmlTree tree;
  Document text;
  std::string of_xhtml;
  if (is_xml) page = xhtml_as_html(page, of_xhtml);
  read_fields(page, {base, {}}, tree, text, is_xml);
  if (titled && document_->title.empty()) document_->title.swap(text.title);
  line();
  lines(text.content);
  line();
  for (Link& link : text.links) {
    if (document_->links.size() >= kMostLinks ||
        link_bytes_ >= kMostLinkBytes) {
      return;
    }
    link_bytes_ += link.url.size();
    document_->links.push_back(std::move(link));
  }
}

std::string collapsed(std::string_view utf8, size_t most) {
  std::string text;
  TextBuilder builder(text);
  builder.append(cut_text(utf8, 4 * most), false, false);
  text.resize(cut_text(text, most).size());
  return text;
}

std::string text_of_html(std::string_view markup) {
  HtmlTree tree;
  Document page;
  read_fields(markup, {}, tree, page);
  return collapsed(page.content);
}

void add_name(std::string_view name, std::string& names) {
  std::string one = collapsed(name);
  if (one.empty() || names.size() + one.size() > 4096) return;
  if ((", " + names + ", ").find(", " + one + ", ") != std::string::npos) {
    return;
  }
  if (!names.empty()) names += ", ";
  names += one;
}

}  // namespace wax::document
