#include <array>
#include <string_view>

#include "document/content/page_block.h"
#include "document/page/visible_text.h"

namespace wax::document {
namespace {

enum TagFlags : uint8_t {
  kBlockLevel = 1,
  kSkipped = 2,
  kIsBold = 4,
  kKeepsLines = 8,
};

struct TagRow {
  std::string_view name;
  BlockTag tag;
  uint8_t flags;
};

constexpr TagRow kTagRows[] = {
    {"a", BlockTag::kA, 0},
    {"address", BlockTag::kAddress, kBlockLevel},
    {"article", BlockTag::kArticle, kBlockLevel},
    {"aside", BlockTag::kAside, kBlockLevel},
    {"audio", BlockTag::kOther, kSkipped},
    {"b", BlockTag::kB, kIsBold},
    {"blockquote", BlockTag::kBlockquote, kBlockLevel},
    {"body", BlockTag::kBody, kBlockLevel},
    {"br", BlockTag::kBr, 0},
    {"button", BlockTag::kButton, kBlockLevel},
    {"canvas", BlockTag::kOther, kSkipped},
    {"caption", BlockTag::kCaption, kBlockLevel},
    {"center", BlockTag::kCenter, kBlockLevel},
    {"code", BlockTag::kCode, 0},
    {"dd", BlockTag::kDd, kBlockLevel},
    {"details", BlockTag::kDetails, kBlockLevel},
    {"dialog", BlockTag::kDialog, kBlockLevel},
    {"dir", BlockTag::kUl, kBlockLevel},
    {"div", BlockTag::kDiv, kBlockLevel},
    {"dl", BlockTag::kDl, kBlockLevel},
    {"dt", BlockTag::kDt, kBlockLevel},
    {"em", BlockTag::kEm, 0},
    {"fieldset", BlockTag::kFieldset, kBlockLevel},
    {"figcaption", BlockTag::kFigcaption, kBlockLevel},
    {"figure", BlockTag::kFigure, kBlockLevel},
    {"font", BlockTag::kFont, 0},
    {"footer", BlockTag::kFooter, kBlockLevel},
    {"form", BlockTag::kForm, kBlockLevel},
    {"frameset", BlockTag::kOther, kBlockLevel},
    {"h1", BlockTag::kH1, kBlockLevel | kIsBold},
    {"h2", BlockTag::kH2, kBlockLevel | kIsBold},
    {"h3", BlockTag::kH3, kBlockLevel | kIsBold},
    {"h4", BlockTag::kH4, kBlockLevel | kIsBold},
    {"h5", BlockTag::kH5, kBlockLevel | kIsBold},
    {"h6", BlockTag::kH6, kBlockLevel | kIsBold},
    {"head", BlockTag::kOther, kSkipped},
    {"header", BlockTag::kHeader, kBlockLevel},
    {"hgroup", BlockTag::kHgroup, kBlockLevel},
    {"hr", BlockTag::kHr, kBlockLevel},
    {"html", BlockTag::kOther, kBlockLevel},
    {"i", BlockTag::kI, 0},
    {"iframe", BlockTag::kIframe, kBlockLevel | kSkipped},
    {"input", BlockTag::kInput, 0},
    {"label", BlockTag::kLabel, kBlockLevel},
    {"legend", BlockTag::kLegend, kBlockLevel},
    {"li", BlockTag::kLi, kBlockLevel},
    {"listing", BlockTag::kPre, kBlockLevel | kKeepsLines},
    {"main", BlockTag::kMain, kBlockLevel},
    {"math", BlockTag::kOther, kSkipped},
    {"menu", BlockTag::kMenu, kBlockLevel},
    {"nav", BlockTag::kNav, kBlockLevel},
    {"noembed", BlockTag::kOther, kSkipped},
    {"noframes", BlockTag::kOther, kBlockLevel},
    {"noscript", BlockTag::kNoscript, kBlockLevel},
    {"object", BlockTag::kOther, kSkipped},
    {"ol", BlockTag::kOl, kBlockLevel},
    {"optgroup", BlockTag::kOptgroup, kBlockLevel},
    {"option", BlockTag::kOption, kBlockLevel},
    {"p", BlockTag::kP, kBlockLevel},
    {"plaintext", BlockTag::kPre, kBlockLevel | kKeepsLines},
    {"pre", BlockTag::kPre, kBlockLevel | kKeepsLines},
    {"script", BlockTag::kOther, kSkipped},
    {"search", BlockTag::kSearch, kBlockLevel},
    {"section", BlockTag::kSection, kBlockLevel},
    {"select", BlockTag::kSelect, kBlockLevel},
    {"small", BlockTag::kSmall, 0},
    {"span", BlockTag::kSpan, 0},
    {"strong", BlockTag::kStrong, kIsBold},
    {"style", BlockTag::kOther, kSkipped},
    {"summary", BlockTag::kSummary, kBlockLevel},
    {"svg", BlockTag::kOther, kSkipped},
    {"table", BlockTag::kTable, kBlockLevel},
    {"tbody", BlockTag::kTbody, kBlockLevel},
    {"td", BlockTag::kTd, kBlockLevel},
    {"template", BlockTag::kOther, kSkipped},
    {"textarea", BlockTag::kTextarea, kBlockLevel},
    {"tfoot", BlockTag::kTfoot, kBlockLevel},
    {"th", BlockTag::kTh, kBlockLevel | kIsBold},
    {"thead", BlockTag::kThead, kBlockLevel},
    {"time", BlockTag::kTime, 0},
    {"title", BlockTag::kOther, kSkipped},
    {"tr", BlockTag::kTr, kBlockLevel},
    {"u", BlockTag::kU, 0},
    {"ul", BlockTag::kUl, kBlockLevel},
    {"video", BlockTag::kOther, kSkipped},
    {"xmp", BlockTag::kPre, kBlockLevel | kKeepsLines},
};

}  // namespace

BlockTagFacts block_tag_facts(const Node& element) {
  using Table = std::array<BlockTagFacts, static_cast<size_t>(Tag::kCount)>;
  static const Table table = [] {
    Table made{};
    for (const TagRow& row : kTagRows) {
      Tag tag = tag_of(row.name);
      if (tag == Tag::kOther) continue;
      made[static_cast<size_t>(tag)] = {
          row.tag, (row.flags & kBlockLevel) != 0, (row.flags & kSkipped) != 0,
          (row.flags & kIsBold) != 0, (row.flags & kKeepsLines) != 0};
    }
    return made;
  }();
  if (element.ns != Namespace::kHtml) return {.is_skipped = true};
  if (is_shadow_root(element)) return {};
  if (element.tag == Tag::kOther &&
      element.text.find('-') != std::string_view::npos) {
    return {.tag = BlockTag::kCustom, .is_block_level = true};
  }
  return table[static_cast<size_t>(element.tag)];
}

}  // namespace wax::document
