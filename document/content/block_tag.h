// The kinds of elements that blocks of a page are cut and told apart by.
#pragma once

#include <cstddef>
#include <cstdint>

#include "document/html/html_tree.h"

namespace wax::document {

// The elements that blocks are told apart by. Models are trained with these
// numbers: new ones are added at the end.
enum class BlockTag : uint8_t {
  kOther,
  kCustom,
  kA,
  kAddress,
  kArticle,
  kAside,
  kB,
  kBlockquote,
  kBody,
  kBr,
  kButton,
  kCaption,
  kCenter,
  kCode,
  kDd,
  kDetails,
  kDialog,
  kDiv,
  kDl,
  kDt,
  kEm,
  kFieldset,
  kFigcaption,
  kFigure,
  kFont,
  kFooter,
  kForm,
  kH1,
  kH2,
  kH3,
  kH4,
  kH5,
  kH6,
  kHeader,
  kHr,
  kI,
  kInput,
  kLabel,
  kLegend,
  kLi,
  kMain,
  kNav,
  kNoscript,
  kOl,
  kOptgroup,
  kOption,
  kP,
  kPre,
  kSection,
  kSelect,
  kSmall,
  kSpan,
  kStrong,
  kSummary,
  kTable,
  kTbody,
  kTd,
  kTextarea,
  kTfoot,
  kTh,
  kThead,
  kTime,
  kTr,
  kU,
  kUl,
  kIframe,
  kMenu,
  kSearch,
  kHgroup,
};
inline constexpr size_t kBlockTags = 69;

// 1 to 6; 0 for other elements.
[[nodiscard]] constexpr uint32_t heading_level(BlockTag tag) {
  if (tag < BlockTag::kH1 || tag > BlockTag::kH6) return 0;
  return static_cast<uint32_t>(tag) - static_cast<uint32_t>(BlockTag::kH1) + 1;
}

struct BlockTagFacts {
  BlockTag tag = BlockTag::kOther;
  bool is_block_level = false;
  bool is_skipped = false;  // with all that is in it
  bool is_bold = false;
  bool keeps_lines = false;
};

[[nodiscard]] BlockTagFacts block_tag_facts(const Node& element);

}  // namespace wax::document
