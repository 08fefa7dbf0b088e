#include "index/page/page_fields.h"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include "cdx/indexer/html_meta.h"
#include "index/html/html.h"
#include "index/html/html_tags.h"
#include "index/page/json_ld.h"
#include "index/page/page_date.h"
#include "index/text/language.h"
#include "index/text/nfc.h"
#include "index/text/text_builder.h"
#include "index/text/url_reference.h"
#include "text/ascii.h"

namespace wax::index {
namespace {

using text::equal_ignoring_case;

enum class PageField : uint8_t {
  kTitle,
  kDescription,
  kKeywords,
  kAuthor,
  kPublished,
  kModified,
  kSection,
  kImage,
  kCanonical,
  kLanguage,
  kGenerator,
  kRobots,
  kCount
};
constexpr size_t kPageFields = static_cast<size_t>(PageField::kCount);

// Lower ranks go first. From kInBody on, all must agree.
constexpr uint8_t kStructured = 0;  // JSON-LD, before the head
constexpr uint8_t kFallback = 9;    // JSON-LD, behind it
constexpr uint8_t kInBody = 10;
constexpr uint8_t kMicrodata = 10;
constexpr uint8_t kStatedTime = 11;
constexpr uint8_t kRelAuthor = 11;
constexpr uint8_t kAnyTime = 12;

struct MetaName {
  std::string_view name;
  PageField field;
  uint8_t rank;
};

// The names and properties of meta elements, sorted.
constexpr MetaName kMetaNames[] = {
    {"article:author", PageField::kAuthor, 2},
    {"article:modified", PageField::kModified, 2},
    {"article:modified_time", PageField::kModified, 1},
    {"article:published", PageField::kPublished, 2},
    {"article:published_time", PageField::kPublished, 1},
    {"article:section", PageField::kSection, 0},
    {"article:tag", PageField::kKeywords, 2},
    {"article_date_original", PageField::kPublished, 3},
    {"author", PageField::kAuthor, 1},
    {"citation_author", PageField::kAuthor, 4},
    {"citation_date", PageField::kPublished, 5},
    {"citation_publication_date", PageField::kPublished, 4},
    {"content-language", PageField::kLanguage, 2},
    {"date", PageField::kPublished, 5},
    {"datemodified", PageField::kModified, 2},
    {"datepublished", PageField::kPublished, 2},
    {"dc.creator", PageField::kAuthor, 3},
    {"dc.date", PageField::kPublished, 4},
    {"dc.date.created", PageField::kPublished, 4},
    {"dc.date.issued", PageField::kPublished, 3},
    {"dc.date.modified", PageField::kModified, 3},
    {"dc.description", PageField::kDescription, 3},
    {"dc.language", PageField::kLanguage, 3},
    {"dc.title", PageField::kTitle, 3},
    {"dcterms.created", PageField::kPublished, 4},
    {"dcterms.creator", PageField::kAuthor, 3},
    {"dcterms.date", PageField::kPublished, 4},
    {"dcterms.issued", PageField::kPublished, 3},
    {"dcterms.modified", PageField::kModified, 3},
    {"dcterms.title", PageField::kTitle, 3},
    {"description", PageField::kDescription, 0},
    {"generator", PageField::kGenerator, 0},
    {"keywords", PageField::kKeywords, 0},
    {"language", PageField::kLanguage, 3},
    {"last-modified", PageField::kModified, 4},
    {"news_keywords", PageField::kKeywords, 1},
    {"og:article:modified_time", PageField::kModified, 1},
    {"og:article:published_time", PageField::kPublished, 1},
    {"og:article:section", PageField::kSection, 0},
    {"og:description", PageField::kDescription, 1},
    {"og:image", PageField::kImage, 0},
    {"og:image:secure_url", PageField::kImage, 1},
    {"og:image:url", PageField::kImage, 0},
    {"og:locale", PageField::kLanguage, 4},
    {"og:title", PageField::kTitle, 1},
    {"og:updated_time", PageField::kModified, 2},
    {"og:url", PageField::kCanonical, 1},
    {"parsely-author", PageField::kAuthor, 4},
    {"parsely-pub-date", PageField::kPublished, 3},
    {"parsely-section", PageField::kSection, 1},
    {"pubdate", PageField::kPublished, 3},
    {"publish-date", PageField::kPublished, 3},
    {"publish_date", PageField::kPublished, 3},
    {"published_time", PageField::kPublished, 3},
    {"robots", PageField::kRobots, 0},
    {"sailthru.author", PageField::kAuthor, 4},
    {"sailthru.date", PageField::kPublished, 3},
    {"twitter:description", PageField::kDescription, 2},
    {"twitter:image", PageField::kImage, 2},
    {"twitter:image:src", PageField::kImage, 2},
    {"twitter:title", PageField::kTitle, 2},
};
static_assert(std::ranges::is_sorted(kMetaNames, {}, &MetaName::name));

// Item properties of schema.org.
constexpr MetaName kItemProperties[] = {
    {"articlesection", PageField::kSection, kMicrodata},
    {"author", PageField::kAuthor, kMicrodata},
    {"datemodified", PageField::kModified, kMicrodata},
    {"datepublished", PageField::kPublished, kMicrodata},
    {"image", PageField::kImage, kMicrodata},
};
static_assert(std::ranges::is_sorted(kItemProperties, {}, &MetaName::name));

template <size_t N>
const MetaName* find_name(const MetaName (&names)[N],
                          std::string_view written) {
  written = text::trim(written, text::kHtmlSpace);
  std::array<char, 32> lower;
  if (written.size() > lower.size()) return nullptr;
  std::ranges::transform(written, lower.begin(), text::to_lower);
  std::string_view name(lower.data(), written.size());
  const MetaName* found =
      std::ranges::lower_bound(names, name, {}, &MetaName::name);
  return found != std::end(names) && found->name == name ? found : nullptr;
}

bool is_date(PageField field) {
  return field == PageField::kPublished || field == PageField::kModified;
}

bool is_list(PageField field) {
  return field == PageField::kKeywords || field == PageField::kAuthor ||
         field == PageField::kRobots;
}

// Adds a text to a list, unless it is in it.
void add_to_list(std::string_view text, std::string& list) {
  if (list.size() + text.size() + 2 > kLongestField) return;
  for (size_t at = 0; at <= list.size();) {
    size_t end = std::min(list.find(", ", at), list.size());
    if (std::string_view(list).substr(at, end - at) == text) return;
    at = end + 2;
  }
  list.append(", ").append(text);
}

bool looks_like_url(std::string_view text) {
  return text.find("://") != std::string_view::npos || text.starts_with("//");
}

bool has_token(std::string_view list, std::string_view token) {
  while (!(list = text::trim_front(list, text::kHtmlSpace)).empty()) {
    std::string_view word =
        list.substr(0, list.find_first_of(text::kHtmlSpace));
    if (equal_ignoring_case(word, token)) return true;
    list.remove_prefix(word.size());
  }
  return false;
}

void collapse(std::string_view text, std::string& out) {
  out.clear();
  TextBuilder(out).append(cut_text(text, kLongestField), false, false);
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
      : tree_(&tree), context_(context), fields_(&fields) {}

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
  struct Candidate {
    std::string text;
    uint8_t rank = UINT8_MAX;
    bool disagree = false;
  };

  // An open element whose text is kept.
  struct Capture {
    enum Kind : uint8_t { kTitle, kHeading, kAnchor, kCaption, kProperty } kind;
    const Node* node;
    const MetaName* property;
    size_t index;  // of the heading or link
    std::string text;
    TextBuilder builder;
    size_t room;

    Capture(Kind kind_in, const Node* node_in, size_t index_in, size_t room_in)
        : kind(kind_in),
          node(node_in),
          property(nullptr),
          index(index_in),
          builder(text),
          room(room_in) {}
    Capture(const Capture&) = delete;
    Capture& operator=(const Capture&) = delete;
  };
  // More are not kept: they are what a page has that nests headings.
  static constexpr size_t kMostCaptures = 8;

  struct PendingLink {
    std::string_view reference;
    std::string_view rel;
    std::string text;
    bool author = false;
  };
  struct PendingImage {
    std::string_view reference;
    std::string_view alt;
    uint32_t caption = 0;  // 1 + its place in captions_
  };
  struct Figure {
    const Node* node;
    size_t first_image;
    uint32_t caption;
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
        if (captures_in_use_ > 0) show(node.text);
        return false;
      case NodeKind::kElement:
        break;
      case NodeKind::kDocument:
        return true;
      case NodeKind::kDoctype:
      case NodeKind::kComment:
      case NodeKind::kTemplateContents:
        return false;
    }
    if (node.ns != Namespace::kHtml) return foreign(node);
    part_words(node);
    const NodeAttribute* item = nullptr;
    for (const NodeAttribute& attribute : node.attributes()) {
      if (attribute.attr == Attr::kItemprop ||
          attribute.attr == Attr::kItemscope) {
        item = &attribute;
      }
    }
    if (item != nullptr) microdata(node);
    return element(node);
  }

  // Of SVG and MathML only text and links count.
  bool foreign(const Node& node) {
    if (node.tag == Tag::kTitle || node.tag == Tag::kScript ||
        node.tag == Tag::kStyle) {
      return false;
    }
    if (node.tag == Tag::kA) anchor(node);
    return true;
  }

  bool element(const Node& node) {
    switch (node.tag) {
      case Tag::kScript:
        if (node.first_child != nullptr &&
            equal_ignoring_case(node.value(Attr::kType),
                                "application/ld+json")) {
          read_json_ld(node.first_child->text, json_ld_);
        }
        return false;
      case Tag::kStyle:
      case Tag::kTemplate:
      case Tag::kNoembed:
      case Tag::kNoframes:
        return false;
      case Tag::kHtml:
        offer(PageField::kLanguage, 0, language_of(node));
        break;
      case Tag::kTitle:
        if (!titled_) open(Capture::kTitle, node, 0, kLongestField);
        break;
      case Tag::kBase:
        if (base_.empty()) base(node);
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
        heading(node);
        break;
      case Tag::kA:
        anchor(node);
        break;
      case Tag::kArea:
        add_link(node, Attr::kHref, node.value(Attr::kAlt));
        break;
      case Tag::kFrame:
        add_link(node, Attr::kSrc, {});
        break;
      case Tag::kIframe:
        add_link(node, Attr::kSrc, {});
        return false;
      case Tag::kImg:
        image(node);
        break;
      case Tag::kInput:
        show_apart(node.value(Attr::kAlt));
        break;
      case Tag::kFigure:
        figures_.push_back({&node, images_.size(), 0});
        break;
      case Tag::kFigcaption:
        if (!figures_.empty()) open(Capture::kCaption, node, 0, kLongestAnchor);
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
    while (captures_in_use_ > 0 && open_captures().node == &node) close();
    if (node.ns != Namespace::kHtml) return;
    part_words(node);
    if (!figures_.empty() && figures_.back().node == &node) close_figure();
    if (!scopes_.empty() && scopes_.back().node == &node) scopes_.pop_back();
  }

  // Texts of elements.

  Capture& open_captures() { return *captures_[captures_in_use_ - 1]; }

  void open(Capture::Kind kind, const Node& node, size_t index, size_t room,
            const MetaName* property = nullptr) {
    // One place is for the title.
    if (captures_in_use_ + (kind != Capture::kTitle) >= kMostCaptures) return;
    captures_[captures_in_use_] =
        std::make_unique<Capture>(kind, &node, index, room);
    captures_[captures_in_use_++]->property = property;
  }

  void show(std::string_view text) {
    for (size_t i = 0; i < captures_in_use_; ++i) {
      Capture& capture = *captures_[i];
      if (capture.room == 0) continue;
      std::string_view part = cut_text(text, capture.room);
      capture.room = part.size() < text.size() ? 0 : capture.room - part.size();
      capture.builder.append(part, false, false);
    }
  }

  void show_apart(std::string_view text) {
    if (text.empty() || captures_in_use_ == 0) return;
    for (size_t i = 0; i < captures_in_use_; ++i) captures_[i]->builder.space();
    show(text);
    for (size_t i = 0; i < captures_in_use_; ++i) captures_[i]->builder.space();
  }

  void part_words(const Node& node) {
    if (captures_in_use_ == 0) return;
    if (tag_facts(tag_name(node.tag)).flow == TagFacts::Flow::kInline) return;
    for (size_t i = 0; i < captures_in_use_; ++i) captures_[i]->builder.space();
  }

  void close() {
    Capture& capture = open_captures();
    switch (capture.kind) {
      case Capture::kTitle:
        titled_ = !capture.text.empty();
        fields_->title = std::move(capture.text);
        break;
      case Capture::kHeading:
        if (!capture.text.empty() && fields_->headings.size() < kMostHeadings) {
          fields_->headings.push_back(
              {static_cast<int>(capture.index), std::move(capture.text)});
        }
        break;
      case Capture::kAnchor: {
        PendingLink& link = links_[capture.index];
        if (link.author) offer(PageField::kAuthor, kRelAuthor, capture.text);
        if (!link.text.empty()) link.text += ' ';
        link.text += capture.text;
        break;
      }
      case Capture::kCaption:
        if (!figures_.empty() && !capture.text.empty()) {
          captions_.push_back(std::move(capture.text));
          figures_.back().caption = static_cast<uint32_t>(captions_.size());
        }
        break;
      case Capture::kProperty:
        offer(capture.property->field, capture.property->rank, capture.text);
        break;
    }
    captures_[--captures_in_use_].reset();
  }

  // Fields.

  // Dates are compared by their days.
  void offer(PageField field, uint8_t rank, std::string_view value) {
    Candidate& best = best_[static_cast<size_t>(field)];
    if (rank > best.rank) return;
    if (rank == best.rank && rank < kInBody && !is_list(field)) return;
    std::string text;
    if (is_date(field)) {
      text = iso_date(value);
    } else {
      collapse(value, text);
      if (field == PageField::kLanguage) text = language_tag(text);
    }
    if (text.empty()) return;
    if (field == PageField::kAuthor && looks_like_url(text)) return;
    if (rank < best.rank) {
      best = {std::move(text), rank, false};
    } else if (rank >= kInBody) {
      bool same = is_date(field) ? std::string_view(text).substr(0, 10) ==
                                       std::string_view(best.text).substr(0, 10)
                                 : text == best.text;
      best.disagree |= !same;
    } else {
      add_to_list(text, best.text);
    }
  }

  static std::string_view language_of(const Node& html) {
    std::string_view lang = html.value(Attr::kLang);
    return lang.empty() ? html.value(Attr::kXmlLang) : lang;
  }

  void base(const Node& node) {
    std::string_view reference = node.value(Attr::kHref);
    if (!reference.empty()) {
      (void)append_resolved(context_.url, reference, base_);
    }
  }

  void meta(const Node& node) {
    std::string_view content = node.value(Attr::kContent);
    if (content.empty()) return;
    std::string_view equivalent = node.value(Attr::kHttpEquiv);
    if (equal_ignoring_case(equivalent, "refresh")) {
      std::string_view target = cdx::refresh_url(content);
      if (!target.empty()) links_.push_back({target, {}, {}});
      return;
    }
    for (std::string_view written :
         {node.value(Attr::kName), node.value(Attr::kProperty), equivalent}) {
      if (written.empty()) continue;
      const MetaName* name = find_name(kMetaNames, written);
      if (name != nullptr) {
        offer(name->field, name->rank, content);
        return;
      }
    }
  }

  void link(const Node& node) {
    std::string_view rel = node.value(Attr::kRel);
    std::string_view reference = node.value(Attr::kHref);
    if (rel.empty() || reference.empty()) return;
    if (has_token(rel, "canonical")) {
      offer(PageField::kCanonical, 0, reference);
    } else if (has_token(rel, "image_src")) {
      offer(PageField::kImage, 3, reference);
    }
  }

  void heading(const Node& node) {
    open(Capture::kHeading, node,
         static_cast<size_t>(tag_name(node.tag)[1] - '0'), kLongestAnchor);
  }

  void time(const Node& node) {
    std::string_view stated = node.value(Attr::kDatetime);
    if (stated.empty()) return;
    std::string_view classes = node.value(Attr::kClass);
    if (node.attribute(Attr::kPubdate) != nullptr ||
        has_token(classes, "published") || has_token(classes, "entry-date") ||
        has_token(classes, "pubdate")) {
      offer(PageField::kPublished, kStatedTime, stated);
    } else if (has_token(classes, "updated") ||
               has_token(classes, "modified")) {
      offer(PageField::kModified, kStatedTime, stated);
      return;
    }
    offer(PageField::kPublished, kAnyTime, stated);
  }

  // The properties of the page itself, or of the one item on it.
  void microdata(const Node& node) {
    const std::string_view name = node.value(Attr::kItemprop);
    const bool of_page = scopes_.empty() || scopes_.back().page;
    const MetaName* property = nullptr;
    bool author = false;
    if (!name.empty() && of_page) {
      property = find_name(kItemProperties, name);
      author = property != nullptr && property->field == PageField::kAuthor;
    } else if (!scopes_.empty() && scopes_.back().author &&
               equal_ignoring_case(name, "name")) {
      property = find_name(kItemProperties, "author");
    }
    const bool is_scope = node.attribute(Attr::kItemscope) != nullptr;
    if (property != nullptr && !is_scope) take_property(node, *property);
    if (is_scope && scopes_.size() < kDeepestElement) {
      bool page = name.empty() && is_page_type(node.value(Attr::kItemtype));
      scopes_.push_back({&node, page, author});
    }
  }

  void take_property(const Node& node, const MetaName& property) {
    for (Attr attr : {Attr::kContent, Attr::kDatetime}) {
      std::string_view value = node.value(attr);
      if (!value.empty()) return offer(property.field, property.rank, value);
    }
    if (property.field == PageField::kImage) {
      std::string_view value = node.value(Attr::kSrc);
      if (value.empty()) value = node.value(Attr::kHref);
      if (!value.empty()) offer(property.field, property.rank, value);
    } else if (node.tag == Tag::kAbbr && node.attribute(Attr::kTitle)) {
      offer(property.field, property.rank, node.value(Attr::kTitle));
    } else if (node.tag != Tag::kMeta && node.tag != Tag::kLink) {
      open(Capture::kProperty, node, 0, kLongestAnchor, &property);
    }
  }

  // Links and images. They are resolved at the end, when the base is known.

  bool add_link(const Node& node, Attr attr, std::string_view text) {
    const NodeAttribute* reference = node.attribute(attr);
    if (reference == nullptr || reference->value.starts_with('#')) return false;
    // An element that the tree builder has split is one link.
    if (!links_.empty() &&
        links_.back().reference.data() == reference->value.data()) {
      return true;
    }
    if (links_.size() >= 2 * kMostLinks) {
      ++fields_->links_dropped;
      return false;
    }
    PendingLink& link = links_.emplace_back();
    link.reference = reference->value;
    link.rel = node.value(Attr::kRel);
    if (!text.empty()) {
      TextBuilder(link.text).append(cut_text(text, kLongestAnchor), false,
                                    false);
    }
    return true;
  }

  void anchor(const Node& node) {
    if (!add_link(node, Attr::kHref, {})) return;
    links_.back().author = has_token(links_.back().rel, "author");
    open(Capture::kAnchor, node, links_.size() - 1, kLongestAnchor);
  }

  void image(const Node& node) {
    std::string_view alt = node.value(Attr::kAlt);
    show_apart(alt);
    std::string_view source = node.value(Attr::kSrc);
    if (source.empty() || source.starts_with("data:")) {
      // Scripts replace these when the image scrolls into view.
      for (Attr attr :
           {Attr::kDataSrc, Attr::kDataLazySrc, Attr::kDataOriginal}) {
        std::string_view lazy = node.value(attr);
        if (!lazy.empty()) source = lazy;
      }
    }
    if (source.empty() || source.starts_with("data:")) return;
    if (images_.size() < kMostImages) images_.push_back({source, alt});
  }

  void close_figure() {
    const Figure figure = figures_.back();
    figures_.pop_back();
    if (figure.caption == 0) return;
    for (size_t i = figure.first_image; i < images_.size(); ++i) {
      if (images_[i].caption == 0) images_[i].caption = figure.caption;
    }
  }

  // The end.

  void finish() {
    if (base_.empty()) base_ = context_.url;
    resolve_links();
    resolve_images();
    offer(PageField::kLanguage, 1, context_.content_language);
    take_json_ld();
    if (fields_->title.empty()) take(PageField::kTitle, fields_->title);
    take(PageField::kDescription, fields_->description);
    take(PageField::kKeywords, fields_->keywords);
    take(PageField::kAuthor, fields_->author);
    take(PageField::kPublished, fields_->published);
    take(PageField::kModified, fields_->modified);
    take(PageField::kSection, fields_->section);
    take(PageField::kLanguage, fields_->language);
    take(PageField::kGenerator, fields_->generator);
    take(PageField::kRobots, fields_->robots);
    take_url(PageField::kImage, fields_->lead_image);
    take_url(PageField::kCanonical, fields_->canonical);
    for (std::string* text :
         {&fields_->title, &fields_->description, &fields_->keywords,
          &fields_->author, &fields_->section, &fields_->generator}) {
      compose(*text);
    }
    for (Heading& heading : fields_->headings) compose(heading.text);
    for (Link& link : fields_->links) compose(link.text);
    for (Image& image : fields_->images) {
      compose(image.alt);
      compose(image.caption);
    }
  }

  // Of an article it says best who wrote it, and when.
  void take_json_ld() {
    auto offer_text = [&](PageField field, uint8_t rank,
                          std::string_view written) {
      std::string text;
      TextBuilder(text).append(cut_text(written, kLongestField), true, false);
      offer(field, rank, text);
    };
    offer_text(PageField::kAuthor, kStructured, json_ld_.author);
    offer_text(PageField::kPublished, kStructured, json_ld_.date_published);
    offer_text(PageField::kModified, kStructured, json_ld_.date_modified);
    offer_text(PageField::kTitle, kFallback, json_ld_.headline);
    offer_text(PageField::kSection, kFallback, json_ld_.section);
    offer_text(PageField::kImage, kFallback, json_ld_.image);
  }

  void take(PageField field, std::string& to) {
    Candidate& best = best_[static_cast<size_t>(field)];
    if (!best.disagree) to = std::move(best.text);
  }

  void take_url(PageField field, std::string& to) {
    const Candidate& best = best_[static_cast<size_t>(field)];
    if (best.text.empty() || best.disagree) return;
    (void)append_resolved(base_, best.text, to);
  }

  void resolve_links() {
    size_t bytes = 0;
    for (PendingLink& pending : links_) {
      std::string url;
      if (!append_resolved(base_, pending.reference, url)) {
        fields_->links_dropped += pending.reference.size() > kLongestUrl;
        continue;
      }
      if (fields_->links.size() >= kMostLinks ||
          bytes + url.size() > kMostLinkBytes) {
        ++fields_->links_dropped;
        continue;
      }
      bytes += url.size();
      Link& link = fields_->links.emplace_back();
      link.url = std::move(url);
      link.text = std::move(pending.text);
      if (!pending.rel.empty()) {
        TextBuilder(link.rel).append(cut_text(pending.rel, kLongestAnchor),
                                     false, false);
        text::lower_case(link.rel);
      }
    }
  }

  void resolve_images() {
    size_t bytes = 0;
    for (const PendingImage& pending : images_) {
      std::string url;
      if (!append_resolved(base_, pending.reference, url)) continue;
      bytes += url.size();
      if (bytes > kMostLinkBytes) return;
      Image& image = fields_->images.emplace_back();
      image.url = std::move(url);
      TextBuilder(image.alt).append(cut_text(pending.alt, kLongestAnchor),
                                    false, false);
      if (pending.caption > 0) image.caption = captions_[pending.caption - 1];
    }
  }

  const HtmlTree* tree_;
  JsonLd json_ld_;
  PageContext context_;
  PageFields* fields_;
  std::string base_;  // empty: no base element yet
  bool titled_ = false;
  std::array<Candidate, kPageFields> best_;
  std::array<std::unique_ptr<Capture>, kMostCaptures> captures_;
  size_t captures_in_use_ = 0;
  std::vector<PendingLink> links_;
  std::vector<PendingImage> images_;
  std::vector<std::string> captions_;
  std::vector<Figure> figures_;
  std::vector<Scope> scopes_;
};

}  // namespace

void PageFields::clear() {
  for (std::string* text :
       {&title, &description, &keywords, &author, &published, &modified,
        &section, &lead_image, &canonical, &language, &generator, &robots}) {
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

}  // namespace wax::index
