#include "index/html/html.h"

#include <algorithm>
#include <array>

#include "cdx/indexer/html_meta.h"
#include "index/html/end_tag.h"
#include "index/html/html_tags.h"
#include "index/html/link_collector.h"
#include "index/html/script_title.h"
#include "index/html/tag_attributes.h"
#include "index/text/markup.h"
#include "index/text/nfc.h"
#include "index/text/text_builder.h"
#include "text/ascii.h"

namespace wax::index {
namespace {

constexpr size_t npos = std::string_view::npos;

using text::equal_ignoring_case;

class Parser {
 public:
  Parser(std::string_view page, std::string_view url, bool xml, PageText& text)
      : page_(page),
        xml_(xml),
        text_(&text),
        content_(text.content),
        links_(url, text) {}

  void run() {
    while (at_ < page_.size()) {
      size_t tag = std::min(page_.find('<', at_), page_.size());
      show(page_.substr(at_, tag - at_), true);
      at_ = tag;
      if (at_ < page_.size()) markup();
    }
    links_.close_anchor();
    if (text_->title.empty() && !script_title_.empty()) {
      TextBuilder title(text_->title);
      title.append(script_title_, false, false);
    }
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
      xml_ ? start_xml_tag(facts) : start_html_tag(facts);
    } else if (next == '/') {
      char name = at_ + 2 < page_.size() ? page_[at_ + 2] : '\0';
      if (text::is_letter(name)) {
        at_ += 2;
        const TagFacts& facts = read_name();
        skip_attributes(page_, at_);
        if (at_ == npos) return;
        xml_ ? end_xml_tag(facts) : end_html_tag(facts);
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
    while (!ends_tag_name(page_, at_)) {
      if (size < name.size()) name[size] = text::to_lower(page_[at_]);
      ++size;
      ++at_;
    }
    static constexpr TagFacts kUnknown;
    return size <= name.size() ? tag_facts({name.data(), size}) : kUnknown;
  }

  // A tag that the page's end cuts off is no tag.
  void start_xml_tag(const TagFacts& facts) {
    skip_attributes(page_, at_);
    if (at_ == npos) return;
    content_.line();
    if (facts.tag == Tag::kTitle && text_->title.empty()) {
      title_start_ = content_.size();
    }
  }

  void end_xml_tag(const TagFacts& facts) {
    if (facts.tag == Tag::kTitle && title_start_ != npos) {
      std::string_view all = text_->content;
      TextBuilder title(text_->title);
      title.append(all.substr(title_start_), false, false);
      title_start_ = npos;
    }
    content_.line();
  }

  void start_html_tag(const TagFacts& facts) {
    if (facts.tag == Tag::kOther) {
      skip_attributes(page_, at_);
    } else {
      read_attributes(page_, at_, attributes_);
    }
    if (at_ == npos) return;
    bool self_closing = page_[at_ - 2] == '/';
    bool is_empty = foreign_ > 0 && self_closing;
    flow(facts);
    open_element(facts.tag, self_closing);
    take_raw_content(facts, is_empty);
  }

  // What an element says by its attributes, and what is open with it.
  void open_element(Tag tag, bool self_closing) {
    switch (tag) {
      case Tag::kA:
        links_.close_anchor();
        if (attributes_.href && hidden_ == 0) {
          links_.open_anchor(*attributes_.href, content_.size());
        }
        break;
      case Tag::kArea:
        if (attributes_.href) add_link(*attributes_.href, attributes_.alt);
        break;
      case Tag::kFrame:
      case Tag::kIframe:
        if (attributes_.src) add_link(*attributes_.src, {});
        break;
      case Tag::kBase:
        if (attributes_.href) links_.set_base(*attributes_.href);
        break;
      case Tag::kMeta:
        meta();
        break;
      case Tag::kImg:
      case Tag::kInput:
        if (!attributes_.alt.empty()) {
          content_.space();
          show(attributes_.alt, true);
          content_.space();
        }
        break;
      case Tag::kMath:
      case Tag::kSvg:
        if (!self_closing) ++foreign_;
        break;
      case Tag::kPre:
        ++pre_;
        break;
      case Tag::kTemplate:
        if (hidden_ > 0 || !is_shadow_root()) ++hidden_;
        break;
      default:
        break;
    }
  }

  // Such a template is shown, in the place of its parent's content.
  [[nodiscard]] bool is_shadow_root() const {
    return equal_ignoring_case(attributes_.shadowrootmode, "open") ||
           equal_ignoring_case(attributes_.shadowrootmode, "closed");
  }

  void end_html_tag(const TagFacts& facts) {
    flow(facts);
    if (facts.tag == Tag::kA) {
      links_.close_anchor();
    } else if (facts.tag == Tag::kPre) {
      if (pre_ > 0) --pre_;
    } else if (facts.tag == Tag::kTemplate) {
      if (hidden_ > 0) --hidden_;
    } else if (facts.tag == Tag::kSvg || facts.tag == Tag::kMath) {
      if (foreign_ > 0) --foreign_;
    }
  }

  // Moves behind the content of an element that holds no markup.
  void take_raw_content(const TagFacts& facts, bool is_empty) {
    if (facts.tag == Tag::kPlaintext) {
      show(page_.substr(at_), false);
      at_ = page_.size();
    } else if (facts.tag == Tag::kTextarea) {
      textarea();
    } else if (facts.tag == Tag::kTitle) {
      if (foreign_ == 0) title();
    } else if (facts.hidden && !is_empty) {
      size_t end = facts.tag == Tag::kScript
                       ? find_script_end(page_, at_)
                       : find_end_tag(page_, at_, facts.name);
      end = std::min(end, page_.size());
      if (facts.tag == Tag::kScript && text_->title.empty() &&
          script_title_.empty() && hidden_ == 0) {
        script_title_ = script_title(page_.substr(at_, end - at_));
      }
      at_ = end;
    }
  }

  void flow(const TagFacts& facts) {
    if (facts.flow == TagFacts::Flow::kBlock) {
      content_.line();
    } else if (facts.flow == TagFacts::Flow::kCell) {
      content_.space();
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

  void meta() {
    if (equal_ignoring_case(attributes_.name, "description") &&
        text_->description.empty()) {
      TextBuilder description(text_->description);
      description.append(attributes_.content, true, false);
    } else if (equal_ignoring_case(attributes_.http_equiv, "refresh")) {
      std::string_view target = cdx::refresh_url(attributes_.content);
      if (!target.empty()) add_link(target, {});
    }
  }

  void add_link(std::string_view reference, std::string_view alt) {
    if (hidden_ == 0) links_.add(reference, alt);
  }

  std::string_view page_;
  size_t at_ = 0;
  bool xml_;
  PageText* text_;
  TextBuilder content_;
  LinkCollector links_;
  TagAttributes attributes_;  // of the current tag

  std::string script_title_;  // for a page without a title element

  size_t hidden_ = 0;   // open template elements that are not shown
  size_t foreign_ = 0;  // open svg and math elements
  size_t pre_ = 0;
  bool title_unclosed_ = false;
  size_t title_start_ = npos;  // of an open title in XML, in the content
};

}  // namespace

namespace {

void compose_all(PageText& text) {
  compose(text.title);
  compose(text.description);
  compose(text.content);
  for (Link& link : text.links) compose(link.text);
}

}  // namespace

void PageText::clear() {
  title.clear();
  description.clear();
  content.clear();
  links.clear();
  links_dropped = 0;
}

void parse_html(std::string_view page, std::string_view url, PageText& text) {
  text.clear();
  Parser(page, url, false, text).run();
  compose_all(text);
}

void parse_xml(std::string_view document, PageText& text) {
  text.clear();
  Parser(document, {}, true, text).run();
  compose_all(text);
}

}  // namespace wax::index
