// A page cut into blocks: the pieces that main content is chosen from.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "document/content/page_block.h"
#include "document/html/html_tree.h"
#include "document/page/field_candidates.h"
#include "document/text/text_builder.h"
#include "document/text/words.h"
#include "text/ranges.h"

namespace wax::document {

// Collects blocks while a tree is walked in document order; the tree must
// outlive them. For one thread.
//
// A block is a run of text between the boundaries of block-level elements:
// those of HTML, parts of tables and lists, options, labels, buttons, and
// custom elements. Inline elements are merged into it; two br elements in a row
// end it. A block without a word is dropped. The head, scripts, styles,
// templates (but for shadow roots) and embedded objects are left out; hidden
// elements and noscript are kept. After the blocks come candidates that are not
// seen: texts of the head and of structured data that the visible text has not.
//
// Memory grows with the number of elements and the size of the text; text
// after the first kMostBlocks blocks is left out.
class PageBlocks {
 public:
  static constexpr size_t kMostBlocks = 40'000;

  // The head is read at the end, and must outlive the blocks.
  explicit PageBlocks(const PageHead& head);
  PageBlocks(const PageBlocks&) = delete;
  PageBlocks& operator=(const PageBlocks&) = delete;

  // For each element: before and after what is in it.
  void enter(const Node& element);
  void leave(const Node& element);
  // Adds text, which is at `place` in the visible text.
  void add_text(std::string_view text, text::TextRange place);
  // After the last element. What follows may be asked only then.
  void finish();

  [[nodiscard]] const PageHead& head() const { return *head_; }
  [[nodiscard]] const std::vector<PageElement>& elements() const {
    return elements_;
  }
  [[nodiscard]] const std::vector<PageBlock>& blocks() const { return blocks_; }
  // Blocks with source kVisible come first.
  [[nodiscard]] size_t visible() const { return visible_; }
  [[nodiscard]] const std::vector<uint32_t>& words() const { return words_; }
  [[nodiscard]] std::string_view text() const { return text_; }
  [[nodiscard]] std::string_view text(const PageBlock& block) const {
    return std::string_view(text_).substr(
        std::min<size_t>(block.begin, text_.size()), block.end - block.begin);
  }
  // Where the text of a block is in the visible text as it was collected,
  // hidden elements included: one range, but for what is between them and no
  // part of the block, such as the text of an image. None for candidates.
  [[nodiscard]] std::span<const text::TextRange> pieces(
      const PageBlock& block) const {
    return std::span(pieces_).subspan(block.first_piece, block.pieces);
  }

 private:
  // An element that is open.
  struct Open {
    bool is_block_level = false;
    bool is_link = false;
    bool is_bold = false;
    bool keeps_lines = false;
  };

  void open(const Node& node, const BlockTagFacts& facts);
  void close();
  void add_element(const Node& node, BlockTag tag);
  void add_break();
  void add_piece(text::TextRange place);
  void begin_block();
  void end_block();
  void widen_block();
  void add_candidate(std::string_view text, BlockSource source, HashSet& seen);
  void add_candidates(std::string_view text, BlockSource source, HashSet& seen);

  const PageHead* head_;
  std::vector<PageElement> elements_;
  std::vector<PageBlock> blocks_;
  std::vector<uint32_t> words_;
  std::vector<text::TextRange> pieces_;
  std::string text_;
  TextBuilder builder_;
  size_t visible_ = 0;

  size_t skipped_ = 0;            // open elements that are left out
  uint32_t current_ = kNoNumber;  // the element that is open
  PageBlock block_;
  bool in_block_ = false;
  size_t boundary_ = 0;  // size of text_ when the last block ended
  uint32_t breaks_in_row_ = 0;
  size_t links_open_ = 0;
  size_t bold_open_ = 0;
  size_t pre_open_ = 0;
  BlockSpans spans_;  // of the current block
  std::vector<Open> open_;
};

}  // namespace wax::document
