#include "index/text/html.h"

#include <algorithm>
#include <array>

#include "index/text/entities.h"
#include "index/text/html_tags.h"
#include "index/text/markup.h"
#include "index/text/text_builder.h"
#include "index/text/url_reference.h"
#include "text/ascii.h"
#include "text/utf8.h"

namespace wax::index {
namespace {

constexpr size_t npos = std::string_view::npos;

using text::equal_ignoring_case;

bool contains(std::string_view text, std::string_view lower_word) {
  auto found = std::search(
      text.begin(), text.end(), lower_word.begin(), lower_word.end(),
      [](char x, char y) { return text::to_lower(x) == y; });
  return found != text.end();
}

// Whether `name` ends at `at` as the name of a tag does.
bool ends_name(std::string_view page, size_t at) {
  return at >= page.size() || page[at] == '>' || page[at] == '/' ||
         is_html_space(page[at]);
}

bool is_tag_at(std::string_view page, size_t at, std::string_view name) {
  return at <= page.size() && page.size() - at >= name.size() &&
         equal_ignoring_case(page.substr(at, name.size()), name) &&
         ends_name(page, at + name.size());
}

// At most `size` bytes of UTF-8, cut between characters.
std::string_view head(std::string_view text, size_t size) {
  if (text.size() <= size) return text;
  while (size > 0 && text::continues_sequence(text[size])) --size;
  return text.substr(0, size);
}

// Where "</name" stands next, or npos.
size_t find_end_tag(std::string_view page, size_t at, std::string_view name) {
  while ((at = page.find("</", at)) != npos) {
    if (is_tag_at(page, at + 2, name)) return at;
    at += 2;
  }
  return npos;
}

// The same for script, whose end tag does not count in "<!-- <script>"
// (HTML standard, 13.2.5.15 to 13.2.5.31).
size_t find_script_end(std::string_view page, size_t at) {
  enum { kPlain, kEscaped, kTwiceEscaped } state = kPlain;
  while (at < page.size()) {
    if (state == kPlain) {
      at = page.find('<', at);
    } else {
      at = page.find_first_of("<-", at);
    }
    if (at == npos) return npos;
    if (page[at] == '-') {
      if (page.substr(at).starts_with("-->")) state = kPlain;
    } else if (is_tag_at(page, at + 1, "/script")) {
      if (state != kTwiceEscaped) return at;
      state = kEscaped;
    } else if (state == kPlain) {
      if (page.substr(at).starts_with("<!--")) {
        state = kEscaped;
        ++at;  // the dashes may begin "-->"
      }
    } else if (state == kEscaped && is_tag_at(page, at + 1, "script")) {
      state = kTwiceEscaped;
    }
    ++at;
  }
  return npos;
}

class Parser {
 public:
  Parser(std::string_view page, std::string_view url, bool xml, PageText& text)
      : page_(page),
        base_(url),
        xml_(xml),
        text_(&text),
        content_(text.content) {}

  void run() {
    while (at_ < page_.size()) {
      size_t tag = std::min(page_.find('<', at_), page_.size());
      show(page_.substr(at_, tag - at_), true);
      at_ = tag;
      if (at_ < page_.size()) markup();
    }
    close_anchor();
  }

 private:
  void show(std::string_view piece, bool entities) {
    if (hidden_ == 0 && !piece.empty()) {
      content_.append(piece, entities, pre_ > 0);
    }
  }

  // At a "<".
  void markup() {
    char next = at_ + 1 < page_.size() ? page_[at_ + 1] : '\0';
    if (text::is_letter(next) || (xml_ && (next == '_' || next == ':'))) {
      ++at_;
      const TagFacts& facts = read_name();
      start_tag(facts);
    } else if (next == '/') {
      char name = at_ + 2 < page_.size() ? page_[at_ + 2] : '\0';
      if (text::is_letter(name)) {
        at_ += 2;
        const TagFacts& facts = read_name();
        skip_attributes(page_, at_);
        if (at_ != npos) end_tag(facts);
      } else if (at_ + 2 >= page_.size()) {
        show("</", false);
        at_ = page_.size();
      } else {
        at_ = end_of_declaration(page_, at_);
      }
    } else if (next == '!' || next == '?') {
      if ((xml_ || foreign_ > 0) &&
          page_.substr(at_).starts_with("<![CDATA[")) {
        character_data();
      } else {
        at_ = end_of_declaration(page_, at_);
      }
    } else {
      show("<", false);
      ++at_;
    }
  }

  void character_data() {
    at_ += 9;
    size_t end = std::min(page_.find("]]>", at_), page_.size());
    show(page_.substr(at_, end - at_), false);
    at_ = std::min(end + 3, page_.size());
  }

  // Leaves at_ behind the name.
  const TagFacts& read_name() {
    std::array<char, kLongestTag> name;
    size_t size = 0;
    while (!ends_name(page_, at_)) {
      if (size < name.size()) name[size] = text::to_lower(page_[at_]);
      ++size;
      ++at_;
    }
    static constexpr TagFacts kUnknown;
    return size <= name.size() ? tag_facts({name.data(), size}) : kUnknown;
  }

  void start_tag(const TagFacts& facts) {
    if (xml_) {
      skip_attributes(page_, at_);
      if (at_ == npos) return;
      content_.line();
      if (facts.tag == Tag::kTitle && text_->title.empty()) {
        title_start_ = content_.size();
      }
      return;
    }
    read_attributes(facts.tag);
    // A tag that the page's end cuts off is no tag.
    if (at_ == npos) return;
    bool self_closing = foreign_ > 0 && page_[at_ - 2] == '/';
    flow(facts);
    switch (facts.tag) {
      case Tag::kA:
        close_anchor();
        if (has_reference_) open_anchor();
        break;
      case Tag::kArea:
        if (has_reference_) add_link(reference_, alt_);
        break;
      case Tag::kFrame:
      case Tag::kIframe:
        if (has_source_) add_link(source_, {});
        break;
      case Tag::kBase:
        set_base();
        break;
      case Tag::kMeta:
        meta();
        break;
      case Tag::kImg:
      case Tag::kInput:
        if (!alt_.empty()) {
          content_.space();
          show(alt_, true);
          content_.space();
        }
        break;
      case Tag::kMath:
      case Tag::kSvg:
        if (page_[at_ - 2] != '/') ++foreign_;
        break;
      case Tag::kPre:
        ++pre_;
        break;
      case Tag::kTemplate:
        ++hidden_;
        break;
      case Tag::kPlaintext:
        show(page_.substr(at_), false);
        at_ = page_.size();
        break;
      case Tag::kTextarea:
        textarea();
        break;
      case Tag::kTitle:
        if (foreign_ == 0) title();
        break;
      default:
        break;
    }
    if (facts.hidden && !self_closing) {
      size_t end = facts.tag == Tag::kScript
                       ? find_script_end(page_, at_)
                       : find_end_tag(page_, at_, facts.name);
      at_ = end == npos ? page_.size() : end;
    }
  }

  void end_tag(const TagFacts& facts) {
    if (xml_) {
      if (facts.tag == Tag::kTitle && title_start_ != npos) {
        std::string_view all = text_->content;
        TextBuilder title(text_->title);
        title.append(all.substr(title_start_), false, false);
        title_start_ = npos;
      }
      content_.line();
      return;
    }
    flow(facts);
    if (facts.tag == Tag::kA) {
      close_anchor();
    } else if (facts.tag == Tag::kPre) {
      if (pre_ > 0) --pre_;
    } else if (facts.tag == Tag::kTemplate) {
      if (hidden_ > 0) --hidden_;
    } else if (facts.tag == Tag::kSvg || facts.tag == Tag::kMath) {
      if (foreign_ > 0) --foreign_;
    }
  }

  void flow(const TagFacts& facts) {
    if (facts.flow == TagFacts::Flow::kBlock) {
      content_.line();
    } else if (facts.flow == TagFacts::Flow::kCell) {
      content_.space();
    }
  }

  // Moves behind the tag and keeps the attributes that its kind has use for.
  void read_attributes(Tag tag) {
    if (tag == Tag::kOther) {
      skip_attributes(page_, at_);
      return;
    }
    reference_ = source_ = alt_ = name_ = {};
    equivalent_ = meta_content_ = {};
    has_reference_ = has_source_ = false;
    Attribute attribute;
    // The first of several attributes of one name counts.
    while (next_attribute(page_, at_, attribute)) {
      if (equal_ignoring_case(attribute.name, "href") && !has_reference_) {
        reference_ = attribute.value;
        has_reference_ = true;
      } else if (equal_ignoring_case(attribute.name, "src") && !has_source_) {
        source_ = attribute.value;
        has_source_ = true;
      } else if (equal_ignoring_case(attribute.name, "alt") && alt_.empty()) {
        alt_ = attribute.value;
      } else if (equal_ignoring_case(attribute.name, "name") && name_.empty()) {
        name_ = attribute.value;
      } else if (equal_ignoring_case(attribute.name, "http-equiv") &&
                 equivalent_.empty()) {
        equivalent_ = attribute.value;
      } else if (equal_ignoring_case(attribute.name, "content") &&
                 meta_content_.empty()) {
        meta_content_ = attribute.value;
      }
    }
  }

  void title() {
    // Found missing once, it is missing for good.
    size_t end = title_unclosed_ ? npos : find_end_tag(page_, at_, "title");
    if (end == npos) {
      title_unclosed_ = true;
      end = std::min(page_.find('<', at_), page_.size());
    }
    if (text_->title.empty() && hidden_ == 0) {
      TextBuilder title(text_->title);
      title.append(page_.substr(at_, end - at_), true, false);
    }
    at_ = end;
  }

  void textarea() {
    size_t end = find_end_tag(page_, at_, "textarea");
    if (end == npos) end = page_.size();
    show(page_.substr(at_, end - at_), true);
    at_ = end;
  }

  void set_base() {
    if (has_base_ || !has_reference_) return;
    value_.clear();
    append_attribute(reference_, value_);
    std::string resolved;
    if (!append_resolved(base_, value_, resolved)) return;
    base_ = std::move(resolved);
    has_base_ = true;
  }

  void meta() {
    if (equal_ignoring_case(name_, "robots")) {
      bool none = contains(meta_content_, "none");
      text_->noindex |= none || contains(meta_content_, "noindex");
      text_->nofollow |= none || contains(meta_content_, "nofollow");
    } else if (equal_ignoring_case(name_, "description") &&
               text_->description.empty()) {
      TextBuilder description(text_->description);
      description.append(meta_content_, true, false);
    } else if (equal_ignoring_case(equivalent_, "refresh")) {
      refresh(meta_content_);
    }
  }

  // "5; url=page.html" (HTML standard, 4.2.5.3).
  void refresh(std::string_view value) {
    size_t i = std::min(value.find_first_of(";,"), value.size());
    value.remove_prefix(std::min(i + 1, value.size()));
    value = text::trim_front(value, text::kHtmlSpace);
    if (value.size() > 3 && text::starts_with_ignoring_case(value, "url")) {
      std::string_view behind =
          text::trim_front(value.substr(3), text::kHtmlSpace);
      if (behind.starts_with('=')) {
        value = text::trim_front(behind.substr(1), text::kHtmlSpace);
      }
    }
    if (value.starts_with('"') || value.starts_with('\'')) {
      value = value.substr(1, value.find(value[0], 1) - 1);
    }
    if (!value.empty()) add_link(value, {});
  }

  // False when there is no such link or no room for it.
  bool add_link(std::string_view reference, std::string_view alt) {
    if (hidden_ > 0 || reference.starts_with('#')) return false;
    value_.clear();
    append_attribute(reference, value_);
    std::string url;
    if (!append_resolved(base_, value_, url)) {
      if (value_.size() > kLongestUrl) ++text_->links_dropped;
      return false;
    }
    if (text_->links.size() >= kMostLinks ||
        link_bytes_ + url.size() > kMostLinkBytes) {
      ++text_->links_dropped;
      return false;
    }
    link_bytes_ += url.size();
    Link& link = text_->links.emplace_back();
    link.url = std::move(url);
    if (!alt.empty()) {
      TextBuilder builder(link.text);
      builder.append(head(alt, kLongestAnchor), true, false);
    }
    return true;
  }

  void open_anchor() {
    if (!add_link(reference_, {})) return;
    anchor_start_ = content_.size();
    anchor_link_ = text_->links.size() - 1;
  }

  void close_anchor() {
    if (anchor_start_ == npos) return;
    std::string_view all = text_->content;
    TextBuilder anchor(text_->links[anchor_link_].text);
    anchor.append(head(all.substr(anchor_start_), kLongestAnchor), false,
                  false);
    anchor_start_ = npos;
  }

  std::string_view page_;
  size_t at_ = 0;
  std::string base_;
  bool has_base_ = false;
  bool xml_;
  PageText* text_;
  TextBuilder content_;

  size_t hidden_ = 0;   // open template elements
  size_t foreign_ = 0;  // open svg and math elements
  size_t pre_ = 0;
  bool title_unclosed_ = false;
  size_t title_start_ = npos;   // of an open title in XML, in the content
  size_t anchor_start_ = npos;  // of an open anchor, in the content
  size_t anchor_link_ = 0;      // and in the links
  size_t link_bytes_ = 0;

  // Attributes of the current tag.
  std::string_view reference_;
  std::string_view source_;
  std::string_view alt_;
  std::string_view name_;
  std::string_view equivalent_;
  std::string_view meta_content_;
  bool has_reference_ = false;
  bool has_source_ = false;
  std::string value_;
};

}  // namespace

void PageText::clear() {
  title.clear();
  description.clear();
  content.clear();
  links.clear();
  links_dropped = 0;
  noindex = nofollow = false;
}

void parse_html(std::string_view page, std::string_view url, PageText& text) {
  text.clear();
  Parser(page, url, false, text).run();
}

void parse_xml(std::string_view document, PageText& text) {
  text.clear();
  Parser(document, {}, true, text).run();
}

}  // namespace wax::index
