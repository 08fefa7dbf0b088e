#include "index/page/page_fields.h"

#include <algorithm>
#include <utility>

#include "cdx/indexer/html_meta.h"
#include "index/html/script_title.h"
#include "index/page/byline.h"
#include "index/page/field_candidates.h"
#include "index/page/json_ld.h"
#include "index/page/link_list.h"
#include "index/page/page_date.h"
#include "index/page/visible_text.h"
#include "index/text/nfc.h"
#include "index/text/text_builder.h"
#include "index/text/url_reference.h"
#include "text/ascii.h"

namespace wax::index {
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

class FieldReader {
 public:
  FieldReader(const HtmlTree& tree, const PageContext& context,
              PageFields& fields)
      : tree_(&tree),
        context_(context),
        fields_(&fields),
        text_(context.panels, fields.content) {}

  void run() {
    const Node* root = tree_->root();
    const Node* node = root;
    while (node != nullptr) {
      const bool inside = enter(*node);
      if (inside && node->first_child != nullptr) {
        node = node->first_child;
        continue;
      }
      leave(*node);
      while (node != root && node->next == nullptr) {
        node = node->parent;
        leave(*node);
      }
      node = node == root ? nullptr : node->next;
    }
    finish();
  }

 private:
  // An open element whose text is kept.
  struct Capture {
    enum Kind : uint8_t { kHeading, kAnchor, kCaption, kProperty } kind;
    const Node* node;
    size_t start;      // of its text
    size_t index = 0;  // level of the heading, or the link
    const FieldName* property = nullptr;
  };
  struct Place {
    size_t begin = 0, end = 0;
  };
  struct Scope {
    const Node* node;
    bool page;    // its properties are those of the page
    bool author;  // it is the author of one
  };

  // False: what is in it is passed over.
  bool enter(const Node& node) {
    switch (node.kind) {
      case NodeKind::kText:
        text_.add(node.text);
        return false;
      case NodeKind::kElement:
        break;
      case NodeKind::kDocument:
        return true;
      case NodeKind::kTemplateContents:
        return is_shadow_root(*node.parent);
      case NodeKind::kDoctype:
      case NodeKind::kComment:
        return false;
    }
    text_.enter(node);
    if (node.ns != Namespace::kHtml) return foreign(node);
    for (const NodeAttribute& attribute : node.attributes()) {
      if (attribute.attr == Attr::kItemprop ||
          attribute.attr == Attr::kItemscope) {
        microdata(node);
        break;
      }
    }
    return element(node);
  }

  // Of SVG and MathML only text and links count.
  bool foreign(const Node& node) {
    if (node.tag == Tag::kScript || node.tag == Tag::kStyle) return false;
    if (node.tag == Tag::kA) anchor(node);
    return true;
  }

  bool element(const Node& node) {
    switch (node.tag) {
      case Tag::kScript:
        if (node.first_child != nullptr) script(node);
        return false;
      case Tag::kStyle:
      case Tag::kNoembed:
        return false;
      case Tag::kHtml:
        best_.offer(PageField::kLanguage, 0, language_of(node));
        break;
      case Tag::kTitle:
        if (node.first_child != nullptr && fields_->title.empty()) {
          append_collapsed(node.first_child->text, fields_->title);
        }
        return false;
      case Tag::kBase:
        links_.set_base(context_.url, node.value(Attr::kHref));
        break;
      case Tag::kMeta:
        meta(node);
        break;
      case Tag::kLink:
        link(node);
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
        anchor(node);
        break;
      case Tag::kArea:
        links_.add(node, Attr::kHref, node.value(Attr::kAlt));
        break;
      case Tag::kFrame:
        links_.add(node, Attr::kSrc);
        break;
      case Tag::kIframe:
        links_.add(node, Attr::kSrc);
        return false;
      case Tag::kImg:
        text_.add_apart(node.value(Attr::kAlt));
        links_.add_image(node);
        break;
      case Tag::kInput:
        text_.add_apart(node.value(Attr::kAlt));
        break;
      case Tag::kFigure:
        links_.open_figure(node);
        break;
      case Tag::kFigcaption:
        if (links_.in_figure()) open(Capture::kCaption, node);
        break;
      case Tag::kTime:
        time(node);
        break;
      default:
        break;
    }
    return true;
  }

  void leave(const Node& node) {
    if (node.kind != NodeKind::kElement) return;
    while (!captures_.empty() && captures_.back().node == &node) close();
    text_.leave(node);
    links_.leave(node);
    if (!scopes_.empty() && scopes_.back().node == &node) scopes_.pop_back();
  }

  // Texts of elements.

  void open(Capture::Kind kind, const Node& node, size_t index = 0,
            const FieldName* property = nullptr) {
    captures_.push_back({kind, &node, text_.size(), index, property});
  }

  void close() {
    const Capture capture = captures_.back();
    captures_.pop_back();
    if (capture.kind == Capture::kHeading &&
        fields_->headings.size() >= kMostHeadings) {
      return;
    }
    std::string text = text_.since(capture.start, kLongestAnchor);
    switch (capture.kind) {
      case Capture::kHeading:
        if (!text.empty()) {
          if (capture.index == 1 && top_heading_.end == 0) {
            top_heading_ = {capture.start, text_.size()};
          }
          compose(text);
          fields_->headings.push_back(
              {static_cast<int>(capture.index), std::move(text)});
        }
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

  // Fields.

  static std::string_view language_of(const Node& html) {
    std::string_view lang = html.value(Attr::kLang);
    return lang.empty() ? html.value(Attr::kXmlLang) : lang;
  }

  void script(const Node& node) {
    const std::string_view script = node.first_child->text;
    if (text::starts_with_ignoring_case(node.value(Attr::kType),
                                        "application/ld+json")) {
      if (context_.json_ld == nullptr) read_json_ld(script, json_ld_);
    } else if (fields_->title.empty() && script_title_.empty()) {
      script_title_ = script_title(script);
    }
  }

  void meta(const Node& node) {
    std::string_view content = node.value(Attr::kContent);
    if (content.empty()) return;
    std::string_view equivalent = node.value(Attr::kHttpEquiv);
    if (equal_ignoring_case(equivalent, "refresh")) {
      std::string_view target = cdx::refresh_url(content);
      if (!target.empty()) links_.add_refresh(target);
      return;
    }
    for (std::string_view written :
         {node.value(Attr::kName), node.value(Attr::kProperty), equivalent}) {
      if (written.empty()) continue;
      const FieldName* name = find_meta_name(written);
      if (name != nullptr) {
        best_.offer(name->field, name->rank, content);
        return;
      }
    }
  }

  void link(const Node& node) {
    std::string_view rel = node.value(Attr::kRel);
    std::string_view reference = node.value(Attr::kHref);
    if (rel.empty() || reference.empty()) return;
    if (has_token(rel, "canonical")) {
      best_.offer(PageField::kCanonical, 0, reference);
    } else if (has_token(rel, "image_src")) {
      best_.offer(PageField::kImage, 3, reference);
    }
  }

  void time(const Node& node) {
    std::string_view stated = node.value(Attr::kDatetime);
    if (stated.empty()) return;
    std::string_view classes = node.value(Attr::kClass);
    if (node.attribute(Attr::kPubdate) != nullptr ||
        has_token(classes, "published") || has_token(classes, "entry-date") ||
        has_token(classes, "pubdate")) {
      best_.offer(PageField::kPublished, field_rank::kStatedTime, stated);
    } else if (has_token(classes, "updated") ||
               has_token(classes, "modified")) {
      best_.offer(PageField::kModified, field_rank::kStatedTime, stated);
      return;
    }
    best_.offer(PageField::kPublished, field_rank::kAnyTime, stated);
  }

  // The properties of the page itself, or of the one item on it.
  void microdata(const Node& node) {
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
    if (property != nullptr && !is_scope) take_property(node, *property);
    if (is_scope && scopes_.size() < kDeepestElement) {
      bool page = name.empty() && is_page_type(node.value(Attr::kItemtype));
      scopes_.push_back({&node, page, author});
    }
  }

  void take_property(const Node& node, const FieldName& property) {
    for (Attr attr : {Attr::kContent, Attr::kDatetime}) {
      std::string_view value = node.value(attr);
      if (!value.empty())
        return best_.offer(property.field, property.rank, value);
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

  void anchor(const Node& node) {
    if (links_.add(node, Attr::kHref)) {
      open(Capture::kAnchor, node, links_.last());
    }
  }

  // The end.

  void finish() {
    const std::string day = near_heading(find_date);
    const std::string byline = near_heading(find_byline);
    text_.finish();
    links_.set_base_if_none(context_.url);
    links_.resolve(*fields_);
    best_.offer(PageField::kLanguage, 1, context_.content_language);
    take_json_ld();
    if (fields_->title.empty()) append_collapsed(script_title_, fields_->title);
    if (fields_->title.empty()) fields_->title = best_.take(PageField::kTitle);
    fields_->description = best_.take(PageField::kDescription);
    fields_->keywords = best_.take(PageField::kKeywords);
    fields_->author = best_.take(PageField::kAuthor);
    if (fields_->author.empty()) fields_->author = byline;
    fields_->published = best_.take(PageField::kPublished);
    if (fields_->published.empty()) fields_->published = day;
    fields_->modified = best_.take(PageField::kModified);
    fields_->section = best_.take(PageField::kSection);
    fields_->language = best_.take(PageField::kLanguage);
    fields_->generator = best_.take(PageField::kGenerator);
    fields_->robots = best_.take(PageField::kRobots);
    take_url(PageField::kImage, fields_->lead_image);
    take_url(PageField::kCanonical, fields_->canonical);
    for (std::string* text :
         {&fields_->title, &fields_->description, &fields_->keywords,
          &fields_->author, &fields_->section, &fields_->generator,
          &fields_->content}) {
      compose(*text);
    }
  }

  // What is found where articles have the day and the author: in the lines
  // after the first h1, or before.
  [[nodiscard]] std::string near_heading(
      std::string (*find)(std::string_view)) const {
    constexpr size_t kBytesAfter = 300;
    constexpr size_t kBytesBefore = 150;
    if (top_heading_.end == 0) return {};
    const std::string_view content = fields_->content;
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

  // Of an article it says best who wrote it, and when.
  void take_json_ld() {
    auto offer_text = [&](PageField field, uint8_t rank,
                          std::string_view written) {
      std::string text;
      TextBuilder(text).append(cut_text(written, kLongestField), true, false);
      best_.offer(field, rank, text);
    };
    const JsonLd& data = context_.json_ld ? *context_.json_ld : json_ld_;
    offer_text(PageField::kAuthor, field_rank::kStructured, data.author);
    offer_text(PageField::kPublished, field_rank::kStructured,
               data.date_published);
    offer_text(PageField::kModified, field_rank::kStructured,
               data.date_modified);
    offer_text(PageField::kTitle, field_rank::kFallback, data.headline);
    offer_text(PageField::kSection, field_rank::kFallback, data.section);
    offer_text(PageField::kImage, field_rank::kFallback, data.image);
  }

  void take_url(PageField field, std::string& to) {
    const std::string reference = best_.take(field);
    if (!reference.empty()) (void)append_resolved(links_.base(), reference, to);
  }

  const HtmlTree* tree_;
  PageContext context_;
  PageFields* fields_;
  VisibleText text_;
  LinkList links_;
  FieldCandidates best_;
  JsonLd json_ld_;
  std::string script_title_;  // for a page without a title element
  Place top_heading_;         // in the text; end 0: none yet
  std::vector<Capture> captures_;
  std::vector<Scope> scopes_;
};

}  // namespace

void PageFields::clear() {
  for (std::string* text : {&content, &title, &description, &keywords, &author,
                            &published, &modified, &section, &lead_image,
                            &canonical, &language, &generator, &robots}) {
    text->clear();
  }
  headings.clear();
  links.clear();
  links_dropped = 0;
  images.clear();
}

void read_page_fields(const HtmlTree& tree, const PageContext& context,
                      PageFields& fields) {
  fields.clear();
  FieldReader(tree, context, fields).run();
}

void read_page(std::string_view page, const PageContext& context,
               HtmlTree& tree, PageFields& fields) {
  tree.parse(page, {.lenient = true});
  read_page_fields(tree, context, fields);
}

}  // namespace wax::index
