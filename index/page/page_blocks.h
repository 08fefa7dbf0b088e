// A page cut into blocks: the pieces that main content is chosen from.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "index/html/html_tree.h"
#include "index/page/json_ld.h"
#include "index/text/text_builder.h"
#include "index/text/words.h"

namespace wax::index {

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

inline constexpr uint32_t kNone = UINT32_MAX;

struct PageElement {
  // Why an element may be unseen; passed on to the elements in it.
  enum : uint8_t {
    kHidden = 1,
    kDisplayNone = 2,
    kAriaHidden = 4,
    kNoscript = 8
  };

  uint32_t parent = kNone;
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

struct PageBlock {
  BlockSource source = BlockSource::kVisible;
  uint32_t element = kNone;  // nearest block-level element
  uint32_t inner = kNone;    // the lowest element that has all its text
  uint32_t begin = 0;        // bytes in PageBlocks::text()
  uint32_t end = 0;
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

// Head of the page, with character references resolved.
struct PageHead {
  std::string title;
  std::string description;
  std::string og_title;
  std::string og_description;
  std::string og_type;
  bool published_time = false;  // article:published_time is stated
  JsonLd json_ld;
};

// A block is a run of text between the boundaries of block-level elements:
// those of HTML, parts of tables and lists, options, labels, buttons, and
// custom elements. Inline elements are merged into it; two br elements in a row
// end it. A block without a word is dropped. Scripts, styles, templates (but
// for shadow roots) and embedded objects are left out; hidden elements and
// noscript are kept. Behind the blocks come candidates that are not seen: texts
// of the head and of structured data that the visible text has not.
//
// Memory grows with the number of elements and the size of the text; text
// behind the first kMostBlocks blocks is left out.
class PageBlocks {
 public:
  static constexpr size_t kMostBlocks = 40'000;

  // The tree must outlive the blocks.
  explicit PageBlocks(const HtmlTree& tree);
  PageBlocks(const PageBlocks&) = delete;
  PageBlocks& operator=(const PageBlocks&) = delete;

  [[nodiscard]] const PageHead& head() const { return head_; }
  [[nodiscard]] JsonLd take_json_ld() { return std::move(head_.json_ld); }
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

 private:
  struct Span {
    size_t begin, end;
  };

  void open(const Node& node, BlockTag tag, uint8_t flags);
  void close();
  void add_text(std::string_view text);
  void read_head(const Node& node);
  void read_meta(const Node& node);
  void add_element(const Node& node, BlockTag tag);
  void begin_block();
  void end_block();
  void measure(PageBlock& block);
  static void measure_characters(PageBlock& block, std::string_view text);
  void finish();
  void add_candidate(std::string_view text, BlockSource source, HashSet& seen);
  void add_candidates(std::string_view text, BlockSource source, HashSet& seen);

  PageHead head_;
  std::vector<PageElement> elements_;
  std::vector<PageBlock> blocks_;
  std::vector<uint32_t> words_;
  std::string text_;
  TextBuilder builder_;
  size_t visible_ = 0;

  uint32_t current_ = kNone;  // the element that is open
  PageBlock block_;
  bool in_block_ = false;
  size_t boundary_ = 0;  // size of text_ when the last block ended
  uint32_t breaks_in_row_ = 0;
  size_t links_open_ = 0;
  size_t bold_open_ = 0;
  size_t pre_open_ = 0;
  std::vector<Span> link_spans_;  // of the current block
  std::vector<Span> bold_spans_;
  std::vector<uint8_t> flags_;  // of the open elements
};

}  // namespace wax::index
