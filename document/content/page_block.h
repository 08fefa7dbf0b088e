// Blocks of a page, the elements around them, and what is counted in them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "document/html/html_tree.h"
#include "text/ranges.h"

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

// Where the text of a block comes from.
enum class BlockSource : uint8_t {
  kVisible,
  kLdBody,  // a paragraph of a JSON-LD text
  kLdDescription,
  kLdProduct,  // the description of a product
  kMetaDescription,
  kOgDescription,
  kOgTitle,
};

inline constexpr uint32_t kNoNumber = UINT32_MAX;

// An element around blocks.
struct PageElement {
  // Why an element may be unseen; passed on to the elements in it.
  enum : uint8_t {
    kHidden = 1,
    kDisplayNone = 2,
    kAriaHidden = 4,
    kNoscript = 8
  };

  uint32_t parent = kNoNumber;
  uint32_t first_block = 0;  // its blocks and those of the elements in it
  uint32_t end_block = 0;
  uint32_t children = 0;
  uint32_t depth = 0;
  BlockTag tag = BlockTag::kOther;
  uint8_t unseen = 0;
  const Node* node = nullptr;
  // Attributes as written; views into the page.
  std::string_view css_class;
  std::string_view id;
  std::string_view role;
  std::string_view item_property;
  std::string_view test_id;
};

// A run of text of a page, and what is counted in it.
struct PageBlock {
  BlockSource source = BlockSource::kVisible;
  uint32_t element = kNoNumber;  // nearest block-level element
  uint32_t inner = kNoNumber;    // the lowest element that has all its text
  uint32_t begin = 0;            // bytes in PageBlocks::text()
  uint32_t end = 0;
  uint32_t first_piece = 0;  // in PageBlocks::pieces()
  uint32_t pieces = 0;
  uint32_t first_word = 0;  // in PageBlocks::words()
  uint32_t words = 0;
  uint32_t characters = 0;  // of words
  uint32_t bytes_of_words = 0;
  uint32_t link_words = 0;
  uint32_t bold_words = 0;
  uint32_t stop_words = 0;
  uint32_t capitals = 0;  // words that begin with an upper-case letter
  uint32_t numbers = 0;   // words of digits
  uint32_t links = 0;
  uint32_t breaks = 0;
  uint32_t digits = 0;  // ASCII characters of these kinds
  uint32_t upper = 0;
  uint32_t punctuation = 0;
  uint32_t sentence_marks = 0;
  uint32_t bars = 0;
  bool has_price = false;
  bool has_date = false;
  bool has_copyright = false;
  bool ends_sentence = false;
  bool ends_colon = false;
  uint32_t text_hash = 0;  // of all its words in their order
};

// Parts of a block, in order; offsets in the same text as PageBlock::begin.
struct BlockSpans {
  std::vector<text::TextRange> links;
  std::vector<text::TextRange> bold;
};

// Counts the words and characters of a block, whose begin is set, and appends
// the hashes of its words. Without a word nothing else is counted.
void measure_block(std::string_view text, const BlockSpans& spans,
                   PageBlock& block, std::vector<uint32_t>& words);

}  // namespace wax::document
