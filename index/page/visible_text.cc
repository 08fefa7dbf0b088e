#include "index/page/visible_text.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <functional>
#include <initializer_list>

#include "text/ascii.h"
#include "text/hex.h"

namespace wax::index {
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

// "S:" and a number in hex.
bool is_react_segment(std::string_view id) {
  return id.size() > 2 && id.starts_with("S:") &&
         std::all_of(id.begin() + 2, id.end(),
                     [](char c) { return text::hex_value(c) >= 0; });
}

bool is_gap(char c) { return c == ' ' || c == '\n'; }

char stronger_gap(char a, char b) {
  return a == '\n' || b == '\n' ? '\n' : std::max(a, b);
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

bool VisibleText::is_hidden(const Node& element) const {
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
  return (hidden || closed) && !segment &&
         !std::binary_search(panels_.begin(), panels_.end(), &element,
                             std::less<>());
}

void VisibleText::enter(const Node& element) {
  if (hidden_ == nullptr && is_hidden(element)) {
    hidden_ = &element;
    hidden_from_ = text_->size();
  }
  separate(element);
  if (keeps_lines(element)) ++pre_;
}

void VisibleText::leave(const Node& element) {
  if (&element == hidden_) {
    hidden_ = nullptr;
    if (hidden_from_ < text_->size()) {
      hidden_pieces_.push_back({hidden_from_, text_->size()});
    }
  }
  separate(element);
  if (keeps_lines(element)) --pre_;
}

void VisibleText::separate(const Node& element) {
  switch (flow_of(element)) {
    case Flow::kBlock:
      return builder_.line();
    case Flow::kCell:
      return builder_.space();
    case Flow::kInline:
      return;
  }
}

void VisibleText::add_apart(std::string_view text) {
  if (text.empty()) return;
  builder_.space();
  builder_.append(text, false, false);
  builder_.space();
}

std::string VisibleText::since(size_t start, size_t most) const {
  std::string_view added = std::string_view(*text_).substr(start);
  if (!added.empty() && is_gap(added[0])) added.remove_prefix(1);
  std::string text(cut_text(added, most));
  std::replace(text.begin(), text.end(), '\n', ' ');
  if (text.ends_with(' ')) text.pop_back();
  return text;
}

void VisibleText::finish() {
  if (hidden_pieces_.empty()) return;
  std::string& text = *text_;
  size_t hidden = 0;
  for (const Piece& piece : hidden_pieces_) hidden += piece.end - piece.begin;
  // A tenth is what is shown while the rest is loading.
  constexpr size_t kWholePage = 1000;
  const size_t visible = text.size() - hidden;
  if (visible == 0 || (hidden > kWholePage && hidden > 10 * visible)) return;
  // A piece begins with the gap before it.
  size_t kept = 0;
  char gap = '\0';
  auto keep = [&](size_t begin, size_t end) {
    if (begin == end) return;
    if (is_gap(text[begin])) gap = stronger_gap(gap, text[begin++]);
    if (gap != '\0' && kept > 0) text[kept++] = gap;
    gap = '\0';
    std::memmove(text.data() + kept, text.data() + begin, end - begin);
    kept += end - begin;
  };
  size_t at = 0;
  for (const Piece& piece : hidden_pieces_) {
    keep(at, piece.begin);
    if (is_gap(text[piece.begin])) {
      gap = stronger_gap(gap, text[piece.begin]);
    }
    at = piece.end;
  }
  keep(at, text.size());
  text.resize(kept);
}

}  // namespace wax::index
