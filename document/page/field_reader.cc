#include "document/page/field_reader.h"

#include <algorithm>
#include <utility>

#include "document/html/script_title.h"
#include "document/page/field_candidates.h"
#include "document/text/nfc.h"
#include "document/text/text_builder.h"
#include "document/text/url_reference.h"
#include "text/ascii.h"

namespace wax::document {
namespace {

using text::equal_ignoring_case;

bool has_token(std::string_view list, std::string_view token) {
  while (!(list = text::trim_front(list, text::kHtmlSpace)).empty()) {
    std::string_view word =
        list.substr(0, list.find_first_of(text::kHtmlSpace));
    if (equal_ignoring_case(word, token)) return true;
    list.remove_prefix(word.size());
  }
  return false;
}

// Whether dates of the items are dates of the page.
bool is_page_type(std::string_view type) {
  type = text::trim(type, text::kHtmlSpace);
  type = type.substr(type.find_last_of("/#") + 1);
  return type.ends_with("Article") || type.ends_with("Posting") ||
         type.ends_with("Page") || type == "CreativeWork" || type == "Recipe" ||
         type == "Report" || type == "VideoObject" || type == "Book" ||
         type == "Dataset";
}

std::string_view language_of(const Node& html) {
  std::string_view lang = html.value(Attr::kLang);
  return lang.empty() ? html.value(Attr::kXmlLang) : lang;
}

}  // namespace

bool FieldReader::enter(const Node& node) {
  if (node.kind != NodeKind::kElement) return text_.add_other(node);
  text_.enter(node);
  if (node.ns == Namespace::kHtml) {
    for (const NodeAttribute& attribute : node.attributes()) {
      if (attribute.attr == Attr::kItemprop ||
          attribute.attr == Attr::kItemscope) {
        read_microdata(node);
        break;
      }
    }
    enter_element(node);
  } else if (node.tag == Tag::kA) {
    read_anchor(node);  // In SVG and MathML only text and links count.
  }
  return text_.add_own(node);
}

void FieldReader::enter_element(const Node& node) {
  switch (node.tag) {
    case Tag::kScript:
      if (node.first_child != nullptr) read_script(node);
      break;
    case Tag::kHtml:
      best_.offer(PageField::kLanguage, 0, language_of(node));
      break;
    case Tag::kTitle:
      if (node.first_child != nullptr) read_title(node);
      break;
    case Tag::kBase:
      links_.set_base(context_.url, node.value(Attr::kHref));
      break;
    case Tag::kMeta:
      read_meta(node);
      break;
    case Tag::kLink:
      read_link(node);
      break;
    case Tag::kH1:
    case Tag::kH2:
    case Tag::kH3:
    case Tag::kH4:
    case Tag::kH5:
    case Tag::kH6:
      open(Capture::kHeading, node,
           static_cast<size_t>(tag_name(node.tag)[1] - '0'));
      break;
    case Tag::kA:
      read_anchor(node);
      break;
    case Tag::kArea:
      links_.add(node, Attr::kHref, node.value(Attr::kAlt));
      break;
    case Tag::kFrame:
    case Tag::kIframe:
      links_.add(node, Attr::kSrc);
      break;
    case Tag::kImg:
      links_.add_image(node);
      break;
    case Tag::kFigure:
      links_.open_figure(node);
      break;
    case Tag::kFigcaption:
      if (links_.in_figure()) open(Capture::kCaption, node);
      break;
    case Tag::kTime:
      read_time(node);
      break;
    default:
      break;
  }
}

void FieldReader::leave(const Node& node) {
  if (node.kind != NodeKind::kElement) return;
  while (!captures_.empty() && captures_.back().node == &node) close();
  text_.leave(node);
  links_.leave(node);
  if (!scopes_.empty() && scopes_.back().node == &node) scopes_.pop_back();
}

void FieldReader::open(Capture::Kind kind, const Node& node, size_t index,
                       const FieldName* property) {
  captures_.push_back({kind, &node, text_.size(), index, property});
}

void FieldReader::close() {
  const Capture capture = captures_.back();
  captures_.pop_back();
  if (capture.kind == Capture::kHeading) return close_heading(capture);
  std::string text = text_.since(capture.start, kLongestAnchor);
  switch (capture.kind) {
    case Capture::kHeading:
      break;
    case Capture::kAnchor:
      if (has_token(links_.rel(capture.index), "author")) {
        best_.offer(PageField::kAuthor, field_rank::kRelAuthor, text);
      }
      links_.add_text(capture.index, std::move(text));
      break;
    case Capture::kCaption:
      links_.add_caption(std::move(text));
      break;
    case Capture::kProperty:
      best_.offer(capture.property->field, capture.property->rank, text);
      break;
  }
}

void FieldReader::close_heading(const Capture& capture) {
  if (headings_ >= kMostHeadings) return;
  std::string text = text_.since(capture.start, kLongestAnchor);
  if (text.empty()) return;
  ++headings_;
  if (capture.index == 1 && top_heading_.end == 0) {
    top_heading_ = {capture.start, text_.size()};
  }
  compose(text);
  std::string& all = document_->headings;
  if (!all.empty()) all += '\n';
  all.append(capture.index, '#').append(" ").append(text);
}

void FieldReader::read_title(const Node& node) {
  const std::string_view title = node.first_child->text;
  if (head_.title.empty()) {
    TextBuilder(head_.title).append(title, false, false);
  }
  if (document_->title.empty()) append_collapsed(title, document_->title);
}

void FieldReader::read_script(const Node& node) {
  const std::string_view script = node.first_child->text;
  if (text::starts_with_ignoring_case(node.value(Attr::kType),
                                      "application/ld+json")) {
    read_json_ld(script, head_.json_ld);
  } else if (document_->title.empty() && script_title_.empty()) {
    script_title_ = script_title(script);
  }
}

void FieldReader::read_meta(const Node& node) {
  std::string_view content = node.value(Attr::kContent);
  if (content.empty()) return;
  std::string_view equivalent = node.value(Attr::kHttpEquiv);
  if (equal_ignoring_case(equivalent, "refresh")) {
    std::string_view target = cdx::refresh_url(content);
    if (!target.empty()) links_.add_refresh(target);
    return;
  }
  bool known = false;
  for (std::string_view written :
       {node.value(Attr::kName), node.value(Attr::kProperty), equivalent}) {
    const FieldName* name = written.empty() ? nullptr : find_meta_name(written);
    if (name == nullptr) continue;
    if (name->head != nullptr && (head_.*name->head).empty()) {
      head_.*name->head = content;
    }
    if (known || name->field == PageField::kCount) continue;
    known = true;
    best_.offer(name->field, name->rank, content);
    if (name->field == PageField::kRobots) {
      cdx::add_robots_directives(content, robots_);
    }
  }
}

void FieldReader::read_link(const Node& node) {
  std::string_view rel = node.value(Attr::kRel);
  std::string_view reference = node.value(Attr::kHref);
  if (rel.empty() || reference.empty()) return;
  if (has_token(rel, "canonical")) {
    best_.offer(PageField::kCanonical, 0, reference);
  } else if (has_token(rel, "image_src")) {
    best_.offer(PageField::kImage, 3, reference);
  }
}

void FieldReader::read_time(const Node& node) {
  std::string_view stated = node.value(Attr::kDatetime);
  if (stated.empty()) return;
  std::string_view classes = node.value(Attr::kClass);
  if (node.attribute(Attr::kPubdate) != nullptr ||
      has_token(classes, "published") || has_token(classes, "entry-date") ||
      has_token(classes, "pubdate")) {
    best_.offer(PageField::kPublished, field_rank::kStatedTime, stated);
  } else if (has_token(classes, "updated") || has_token(classes, "modified")) {
    best_.offer(PageField::kModified, field_rank::kStatedTime, stated);
    return;
  }
  best_.offer(PageField::kPublished, field_rank::kAnyTime, stated);
}

void FieldReader::read_anchor(const Node& node) {
  if (links_.add(node, Attr::kHref)) {
    open(Capture::kAnchor, node, links_.last());
  }
}

// Reads the properties of the page itself, or of the one item on it.
void FieldReader::read_microdata(const Node& node) {
  const std::string_view name = node.value(Attr::kItemprop);
  const bool of_page = scopes_.empty() || scopes_.back().page;
  const FieldName* property = nullptr;
  bool author = false;
  if (!name.empty() && of_page) {
    property = find_item_property(name);
    author = property != nullptr && property->field == PageField::kAuthor;
  } else if (!scopes_.empty() && scopes_.back().author &&
             equal_ignoring_case(name, "name")) {
    property = find_item_property("author");
  }
  const bool is_scope = node.attribute(Attr::kItemscope) != nullptr;
  if (property != nullptr && !is_scope) read_property(node, *property);
  if (is_scope && scopes_.size() < kDeepestElement) {
    bool page = name.empty() && is_page_type(node.value(Attr::kItemtype));
    scopes_.push_back({&node, page, author});
  }
}

void FieldReader::read_property(const Node& node, const FieldName& property) {
  for (Attr attr : {Attr::kContent, Attr::kDatetime}) {
    std::string_view value = node.value(attr);
    if (!value.empty()) {
      return best_.offer(property.field, property.rank, value);
    }
  }
  if (property.field == PageField::kImage) {
    std::string_view value = node.value(Attr::kSrc);
    if (value.empty()) value = node.value(Attr::kHref);
    if (!value.empty()) best_.offer(property.field, property.rank, value);
  } else if (node.tag == Tag::kAbbr && node.attribute(Attr::kTitle)) {
    best_.offer(property.field, property.rank, node.value(Attr::kTitle));
  } else if (node.tag != Tag::kMeta && node.tag != Tag::kLink) {
    open(Capture::kProperty, node, 0, &property);
  }
}

void FieldReader::finish(std::span<const Node* const> shown) {
  const std::string day = near_heading(find_date);
  const std::string byline = near_heading(find_byline);
  text_.finish(shown);
  links_.set_base_if_none(context_.url);
  links_.resolve(*document_);
  best_.offer(PageField::kLanguage, 1, context_.content_language);
  offer_json_ld();
  choose_fields();
  if (document_->author.empty()) document_->author = byline;
  if (document_->published.empty()) document_->published = day;
  document_->noindex |= robots_.noindex;
  document_->nofollow |= robots_.nofollow;
  for (std::string* text :
       {&document_->title, &document_->description, &document_->keywords,
        &document_->author, &document_->section, &document_->generator}) {
    compose(*text);
  }
}

void FieldReader::choose_fields() {
  if (document_->title.empty()) {
    append_collapsed(script_title_, document_->title);
  }
  constexpr struct {
    PageField field;
    std::string Document::*member;
  } kChosen[] = {
      {PageField::kTitle, &Document::title},
      {PageField::kDescription, &Document::description},
      {PageField::kKeywords, &Document::keywords},
      {PageField::kAuthor, &Document::author},
      {PageField::kPublished, &Document::published},
      {PageField::kModified, &Document::modified},
      {PageField::kSection, &Document::section},
      {PageField::kLanguage, &Document::language},
      {PageField::kGenerator, &Document::generator},
      {PageField::kRobots, &Document::robots},
  };
  for (const auto& [field, member] : kChosen) {
    std::string& text = document_->*member;
    if (text.empty()) text = best_.choose(field);
  }
  choose_url(PageField::kImage, document_->lead_image);
  choose_url(PageField::kCanonical, document_->canonical);
}

void FieldReader::choose_url(PageField field, std::string& to) {
  const std::string reference = best_.choose(field);
  if (!reference.empty()) (void)append_resolved(links_.base(), reference, to);
}

// Finds what articles have near the first h1, such as the day and the author:
// in the lines after it, or before.
std::string FieldReader::near_heading(
    std::string (*find)(std::string_view)) const {
  constexpr size_t kBytesAfter = 300;
  constexpr size_t kBytesBefore = 150;
  if (top_heading_.end == 0) return {};
  const std::string_view content = document_->content;
  std::string_view after = content.substr(top_heading_.end);
  // Without the word that the cut divides.
  if (after.size() > kBytesAfter) {
    after = after.substr(0, after.find_last_of(" \n", kBytesAfter) + 1);
  }
  std::string found = find(after);
  if (!found.empty()) return found;
  std::string_view before = content.substr(0, top_heading_.begin);
  if (before.size() > kBytesBefore) {
    before.remove_prefix(before.size() - kBytesBefore);
    before =
        before.substr(std::min(before.find_first_of(" \n"), before.size()));
  }
  return find(before);
}

// The structured data of an article says best who wrote it, and when.
void FieldReader::offer_json_ld() {
  auto offer_text = [&](PageField field, uint8_t rank,
                        std::string_view written) {
    std::string text;
    TextBuilder(text).append(cut_text(written, kLongestField), true, false);
    best_.offer(field, rank, text);
  };
  const JsonLd& data = head_.json_ld;
  offer_text(PageField::kAuthor, field_rank::kStructured, data.author);
  offer_text(PageField::kPublished, field_rank::kStructured,
             data.date_published);
  offer_text(PageField::kModified, field_rank::kStructured, data.date_modified);
  offer_text(PageField::kTitle, field_rank::kFallback, data.headline);
  offer_text(PageField::kSection, field_rank::kFallback, data.section);
  offer_text(PageField::kImage, field_rank::kFallback, data.image);
}

void read_fields(std::string_view page, const PageContext& context,
                 HtmlTree& tree, Document& document, bool is_xml) {
  tree.parse(page, {.lenient = true, .is_xml = is_xml});
  clear_body(document);
  FieldReader reader(context, document);
  walk_tree(tree.root(), reader);
  reader.finish();
  compose(document.content);
}

}  // namespace wax::document
