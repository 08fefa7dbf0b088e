#include "document/page/visible_text.h"

#include <unicode/uchar.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <functional>
#include <initializer_list>

#include "document/text/nfc.h"
#include "text/ascii.h"
#include "text/number.h"
#include "text/utf8.h"

namespace wax::document {
namespace {

enum class Flow : uint8_t { kInline, kCell, kBlock };

constexpr auto kFlows = [] {
  std::array<Flow, static_cast<size_t>(Tag::kCount)> flows{};
  auto set = [&](Flow flow, std::initializer_list<Tag> tags) {
    for (Tag tag : tags) flows[static_cast<size_t>(tag)] = flow;
  };
  using enum Tag;
  set(Flow::kCell, {kButton, kInput, kLabel, kObject, kSvg, kTd, kTh});
  set(Flow::kBlock,
      {kAddress,  kArticle, kAside,   kBlockquote, kBody,       kBr,
       kCaption,  kCenter,  kDd,      kDetails,    kDialog,     kDir,
       kDiv,      kDl,      kDt,      kFieldset,   kFigcaption, kFigure,
       kFooter,   kForm,    kFrame,   kFrameset,   kH1,         kH2,
       kH3,       kH4,      kH5,      kH6,         kHead,       kHeader,
       kHgroup,   kHr,      kHtml,    kIframe,     kLegend,     kLi,
       kListing,  kMain,    kMenu,    kNav,        kNoframes,   kOl,
       kOptgroup, kOption,  kP,       kPlaintext,  kPre,        kSearch,
       kSection,  kSelect,  kSummary, kTable,      kTbody,      kTextarea,
       kTfoot,    kThead,   kTr,      kUl,         kXmp});
  return flows;
}();

Flow flow_of(const Node& element) {
  if (element.ns == Namespace::kHtml) {
    // Custom elements are parts of the page with a layout of their own.
    if (element.tag == Tag::kOther &&
        element.text.find('-') != std::string_view::npos) {
      return Flow::kCell;
    }
    return kFlows[static_cast<size_t>(element.tag)];
  }
  const bool apart = element.tag == Tag::kSvg || element.tag == Tag::kText ||
                     element.tag == Tag::kTitle || element.tag == Tag::kDesc;
  return apart ? Flow::kCell : Flow::kInline;
}

bool keeps_lines(const Node& element) {
  return element.is_html(Tag::kPre) || element.is_html(Tag::kListing) ||
         element.is_html(Tag::kXmp) || element.is_html(Tag::kPlaintext);
}

// What a ruby element says of its text.
bool is_reading(const Node& element) {
  return element.is_html(Tag::kRt) || element.is_html(Tag::kRtc);
}

// "S:" and a number in hex.
bool is_react_segment(std::string_view id) {
  return id.size() > 2 && id.starts_with("S:") &&
         std::all_of(id.begin() + 2, id.end(),
                     [](char c) { return text::hex_value(c) >= 0; });
}

// Where the word ends that the text begins with or goes on with.
size_t word_end(std::string_view text) {
  size_t end = 0;
  while (end < text.size()) {
    char32_t c = 0;
    const size_t size = text::decode_utf8(text.substr(end), c);
    const auto point = static_cast<UChar32>(c);
    if (size == 0 || u_isUWhiteSpace(point) || u_ispunct(point)) break;
    end += size;
  }
  return end;
}

bool is_gap(char c) { return c == ' ' || c == '\n'; }

char stronger_gap(char a, char b) {
  return a == '\n' || b == '\n' ? '\n' : std::max(a, b);
}

bool is_hidden(const Node& element) {
  bool hidden = element.is_html(Tag::kDatalist);
  bool segment = false;
  bool closed = element.is_html(Tag::kDialog);
  for (const NodeAttribute& attribute : element.attributes()) {
    switch (attribute.attr) {
      case Attr::kHidden:
        hidden |= !text::equal_ignoring_case(attribute.value, "until-found");
        break;
      case Attr::kStyle:
        hidden |= is_display_none(attribute.value);
        break;
      case Attr::kId:
        segment = is_react_segment(attribute.value);
        break;
      case Attr::kOpen:
        closed = false;
        break;
      default:
        break;
    }
  }
  return (hidden || closed) && !segment;
}

}  // namespace

bool is_display_none(std::string_view style) {
  bool none = false;
  while (style.size() >= std::string_view("display:none").size()) {
    const size_t end = std::min(style.find(';'), style.size());
    const std::string_view one = style.substr(0, end);
    style.remove_prefix(std::min(end + 1, style.size()));
    const size_t colon = one.find(':');
    if (colon == std::string_view::npos) continue;
    const std::string_view name =
        text::trim(one.substr(0, colon), text::kHtmlSpace);
    if (!text::equal_ignoring_case(name, "display")) continue;
    const std::string_view value =
        text::trim_front(one.substr(colon + 1), text::kHtmlSpace);
    none = text::starts_with_ignoring_case(value, "none");
  }
  return none;
}

bool is_shadow_root(const Node& node) {
  if (!node.is_html(Tag::kTemplate)) return false;
  for (const NodeAttribute& attribute : node.attributes()) {
    // "shadowroot" is what Chrome 90 to 110 read.
    if ((attribute.name == "shadowrootmode" ||
         attribute.name == "shadowroot") &&
        (text::equal_ignoring_case(attribute.value, "open") ||
         text::equal_ignoring_case(attribute.value, "closed"))) {
      return true;
    }
  }
  return false;
}

void VisibleText::enter(const Node& element) {
  if (is_hidden(element)) {
    add_readings();
    open_.push_back(hidden_.size());
    hidden_.push_back({&element, text_->size(), text_->size()});
  }
  separate(element);
  if (keeps_lines(element)) ++pre_;
  if (element.is_html(Tag::kRuby)) ++ruby_;
  if (is_reading(element)) ++reading_;
}

void VisibleText::leave(const Node& element) {
  if (!open_.empty() && hidden_[open_.back()].node == &element) {
    add_readings();
    hidden_[open_.back()].end = text_->size();
    open_.pop_back();
  }
  separate(element);
  if (keeps_lines(element)) --pre_;
  if (is_reading(element)) --reading_;
  if (element.is_html(Tag::kRuby) && --ruby_ == 0) {
    constexpr size_t kMostReadings = 1024;
    if (readings_.size() > kMostReadings) add_readings();
    if (!readings_.empty()) readings_ += ' ';
  }
}

void VisibleText::separate(const Node& element) {
  const Flow flow = flow_of(element);
  if (flow == Flow::kInline) return;
  if (ruby_ == 0) add_readings();
  if (flow == Flow::kBlock) {
    builder_.line();
  } else {
    builder_.space();
  }
}

bool VisibleText::add_other(const Node& node) {
  switch (node.kind) {
    case NodeKind::kText:
      add(node.text);
      return false;
    case NodeKind::kDocument:
      return true;
    case NodeKind::kTemplateContents:
      return is_shadow_root(*node.parent);
    default:
      return false;
  }
}

bool VisibleText::add_own(const Node& element) {
  if (element.ns != Namespace::kHtml) {
    return element.tag != Tag::kScript && element.tag != Tag::kStyle;
  }
  switch (element.tag) {
    case Tag::kScript:
    case Tag::kStyle:
    case Tag::kNoembed:
    case Tag::kTitle:
    case Tag::kIframe:
      return false;
    case Tag::kRp:
      return ruby_ == 0;
    case Tag::kImg:
    case Tag::kInput:
      add_apart(element.value(Attr::kAlt));
      return true;
    default:
      return true;
  }
}

void VisibleText::add(std::string_view text) {
  size_t begin = text_->size();
  last_ = {begin, begin};
  if (ruby_ > 0 && reading_ > 0) {
    readings_ += text;
    return;
  }
  if (ruby_ == 0 && !readings_.empty()) {
    const size_t end = word_end(text);
    builder_.append(text.substr(0, end), false, pre_ > 0);
    text.remove_prefix(end);
    if (!text.empty()) add_readings();
  }
  builder_.append(text, false, pre_ > 0);
  if (begin < text_->size() && is_gap((*text_)[begin])) ++begin;
  last_ = {begin, text_->size()};
}

void VisibleText::add_readings() {
  if (readings_.empty()) return;
  add_apart(readings_);
  readings_.clear();
}

// A word of its own.
void VisibleText::add_apart(std::string_view text) {
  if (text.empty()) return;
  builder_.space();
  builder_.append(text, false, false);
  builder_.space();
}

std::string VisibleText::since(size_t start, size_t most) const {
  std::string_view added = std::string_view(*text_).substr(start);
  added = text::trim_front(added, " \n\t");
  std::string text;
  for (char c : cut_text(added, most)) {
    if (c == '\n' || c == '\t') c = ' ';
    if (c != ' ' || !text.ends_with(' ')) text += c;
  }
  if (text.ends_with(' ')) text.pop_back();
  return text;
}

// The outermost hidden elements, each with the gap before it.
std::vector<text::TextRange> VisibleText::hidden_pieces(
    std::span<const Node* const> shown) const {
  std::vector<text::TextRange> pieces;
  size_t end = 0;
  for (const Hidden& hidden : hidden_) {
    if (hidden.begin == hidden.end || hidden.begin < end) continue;
    if (std::binary_search(shown.begin(), shown.end(), hidden.node,
                           std::less<>())) {
      continue;
    }
    end = hidden.end;
    pieces.push_back({hidden.begin, hidden.end});
  }
  return pieces;
}

void VisibleText::finish(std::span<const Node* const> shown) {
  add_readings();
  const std::vector<text::TextRange> pieces = hidden_pieces(shown);
  if (pieces.empty()) return;
  std::string& text = *text_;
  size_t hidden = 0;
  for (const text::TextRange& piece : pieces) {
    hidden += piece.end - piece.begin;
  }
  // A tenth is what is shown while the rest is loading.
  constexpr size_t kWholePage = 1000;
  const size_t visible = text.size() - hidden;
  if (visible == 0 || (hidden > kWholePage && hidden > 10 * visible)) return;
  cut_ = true;
  size_t size = 0;
  char gap = '\0';
  auto keep = [&](size_t begin, size_t end) {
    if (begin == end) return;
    if (is_gap(text[begin])) gap = stronger_gap(gap, text[begin++]);
    if (gap != '\0' && size > 0) text[size++] = gap;
    // The text begins with no indent.
    while (size == 0 && begin < end &&
           (text[begin] == ' ' || text[begin] == '\t')) {
      ++begin;
    }
    gap = '\0';
    kept_.push_back({begin, end, size});
    std::memmove(text.data() + size, text.data() + begin, end - begin);
    size += end - begin;
  };
  size_t at = 0;
  for (const text::TextRange& piece : pieces) {
    keep(at, piece.begin);
    if (is_gap(text[piece.begin])) {
      gap = stronger_gap(gap, text[piece.begin]);
    }
    at = piece.end;
  }
  keep(at, text.size());
  text.resize(size);
}

text::TextRange VisibleText::place(text::TextRange before) const {
  if (!cut_) return before;
  auto first = std::partition_point(
      kept_.begin(), kept_.end(),
      [&](const Kept& piece) { return piece.end <= before.begin; });
  auto last = std::partition_point(first, kept_.end(), [&](const Kept& piece) {
    return piece.begin < before.end;
  });
  if (first == last) return {};
  --last;
  return {first->now + std::max(before.begin, first->begin) - first->begin,
          last->now + std::min(before.end, last->end) - last->begin};
}

namespace {

// A walk over a tree for its text alone.
struct TextWalk {
  VisibleText text;

  bool enter(const Node& node) {
    if (node.kind != NodeKind::kElement) return text.add_other(node);
    text.enter(node);
    return text.add_own(node);
  }
  void leave(const Node& node) {
    if (node.kind == NodeKind::kElement) text.leave(node);
  }
};

}  // namespace

std::string visible_text(std::string_view page, HtmlTree& tree) {
  tree.parse(page, {.lenient = true});
  std::string content;
  TextWalk walk{VisibleText(content)};
  walk_tree(tree.root(), walk);
  walk.text.finish();
  compose(content);
  return content;
}

}  // namespace wax::document
