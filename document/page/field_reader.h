// Reads what a page says of itself, and what it links to and shows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cdx/indexer/html_meta.h"
#include "document/html/html_tree.h"
#include "document/page/field_candidates.h"
#include "document/page/link_list.h"
#include "document/page/visible_text.h"
#include "document/text/document.h"

namespace wax::document {

inline constexpr size_t kMostHeadings = 1000;

// What is known of a page beside its bytes. Views, which outlive the reader.
struct PageContext {
  std::string_view url;               // where it was captured
  std::string_view content_language;  // of the HTTP head
};

// Fills the body fields of a document, but for `main` and what is counted and
// measured, while a tree is walked (html_tree.h), which must outlive the
// reader. The document's body fields should be empty.
//
// `content` is the visible text (visible_text.h) with the alternative texts of
// images; without script, style, template, iframe, noembed and the title.
//
// Texts have their white space collapsed, and all but the content at most
// kLongestField bytes, in Unicode normalization form C. What the page does not
// state is empty. Where it states something more than once, the first source
// that is named here counts, and of one source the first. Sources in the body
// (microdata, time elements, rel=author) count only when they all say the same:
// a list of articles has many authors.
//   title        title; what a script gives the page (script_title.h);
//                og:title, twitter:title, dc.title, JSON-LD
//   description  meta description; og:description, twitter:..., dc.description
//   keywords     meta keywords; news_keywords; article:tag. Several are
//                separated by ", "
//   author       JSON-LD; meta author, article:author, dc.creator,
//                citation_author; microdata; rel=author; the byline near the
//                first h1. Several are separated by ", "; URLs are no authors
//   published    ISO 8601 as page_date() writes it. JSON-LD; meta
//                article:published_time, dc.date and the like; microdata; time
//                elements with pubdate or a class that says so; the day that
//                all time elements have; the day near the first h1
//   modified     article:modified_time, dateModified, ... in the same way
//   section      article:section, articleSection, JSON-LD
//   lead_image   og:image, twitter:image, link image_src, JSON-LD, microdata
//   canonical    link canonical; og:url
//   language     as declared, by language_tag(): lang of html, HTTP
//                Content-Language, meta, og:locale
//   robots       of meta robots, as written; noindex and nofollow are set when
//                they say so (html_meta.h), and never reset
//   links        a, area, frame, iframe, and meta refresh, in the order of the
//                page. URLs are resolved against the first base element; those
//                that are not http, https or ftp are left out
//   images       in the order of the page
// Time is linear in the tree's size, memory bounded by the limits here, in
// link_list.h and document/text/document.h. For one thread.
class FieldReader {
 public:
  FieldReader(const PageContext& context, Document& document)
      : context_(context), document_(&document), text_(document.content) {}

  // For each node. False: what is below it is passed over.
  bool enter(const Node& node);
  void leave(const Node& node);
  // Where the text of the node that was entered last is in the visible text.
  [[nodiscard]] text::TextRange last_text() const { return text_.last(); }

  // After the last node. Hidden elements in `shown` are shown
  // (VisibleText::finish()). The content is not yet composed (nfc.h).
  void finish(std::span<const Node* const> shown = {});

  [[nodiscard]] const VisibleText& visible_text() const { return text_; }
  // What the page says up to here, as it is written.
  [[nodiscard]] const PageHead& head() const { return head_; }

 private:
  // An open element whose text is kept.
  struct Capture {
    enum Kind : uint8_t { kHeading, kAnchor, kCaption, kProperty } kind;
    const Node* node;
    size_t start;      // of its text
    size_t index = 0;  // level of the heading, or the link
    const FieldName* property = nullptr;
  };
  struct Scope {
    const Node* node;
    bool page;    // its properties are those of the page
    bool author;  // it is the author of one
  };

  void enter_element(const Node& node);
  void open(Capture::Kind kind, const Node& node, size_t index = 0,
            const FieldName* property = nullptr);
  void close();
  void close_heading(const Capture& capture);
  void read_title(const Node& node);
  void read_script(const Node& node);
  void read_meta(const Node& node);
  void read_link(const Node& node);
  void read_time(const Node& node);
  void read_anchor(const Node& node);
  void read_microdata(const Node& node);
  void read_property(const Node& node, const FieldName& property);
  void offer_json_ld();
  void choose_fields();
  void choose_url(PageField field, std::string& to);
  [[nodiscard]] std::string near_heading(
      std::string (*find)(std::string_view)) const;

  PageContext context_;
  Document* document_;
  VisibleText text_;
  LinkList links_;
  FieldCandidates best_;
  PageHead head_;
  std::string script_title_;  // for a page without a title element
  cdx::HtmlMeta robots_;
  text::TextRange top_heading_;  // in the text; end 0: none yet
  size_t headings_ = 0;
  std::vector<Capture> captures_;
  std::vector<Scope> scopes_;
};

// Reads a page, or a piece of one, of well-formed UTF-8 into the body fields of
// a document, without main content. The tree is lenient (html_tree.h).
// `is_xml`: elements may be empty, as in XML.
void read_fields(std::string_view page, const PageContext& context,
                 HtmlTree& tree, Document& document, bool is_xml = false);

}  // namespace wax::document
