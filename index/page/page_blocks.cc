#include "index/page/page_blocks.h"

#include <algorithm>
#include <span>
#include <utility>

#include "index/page/page_fields.h"
#include "index/page/visible_text.h"
#include "text/ascii.h"

namespace wax::index {
namespace {

enum BlockTagFlags : uint8_t {
  kBlockLevel = 1,
  kSkipped = 2,
  kIsLink = 4,
  kIsBold = 8,
  kIsPre = 16,
};

struct BlockTagFacts {
  std::string_view name;
  BlockTag tag = BlockTag::kOther;
  uint8_t flags = 0;
};

constexpr BlockTagFacts kBlockTagTable[] = {
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
    {"listing", BlockTag::kPre, kBlockLevel | kIsPre},
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
    {"plaintext", BlockTag::kPre, kBlockLevel | kIsPre},
    {"pre", BlockTag::kPre, kBlockLevel | kIsPre},
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
    {"xmp", BlockTag::kPre, kBlockLevel | kIsPre},
};

using BlockTagArray = std::array<BlockTagFacts, size_t(Tag::kCount)>;

BlockTagFacts block_tag_facts(const Node& node) {
  static const BlockTagArray table = [] {
    BlockTagArray made{};
    for (const BlockTagFacts& facts : kBlockTagTable) {
      Tag tag = tag_of(facts.name);
      if (tag != Tag::kOther) made[static_cast<size_t>(tag)] = facts;
    }
    return made;
  }();
  if (node.ns != Namespace::kHtml) return {{}, BlockTag::kOther, kSkipped};
  if (is_shadow_root(node)) return {};
  if (node.tag == Tag::kOther && node.text.find('-') != node.text.npos) {
    return {{}, BlockTag::kCustom, kBlockLevel};
  }
  return table[static_cast<size_t>(node.tag)];
}

// Of a text's bytes, added up in 16 bits each.
constexpr uint64_t kOneDigit = 1;
constexpr uint64_t kOneUpper = uint64_t{1} << 16;
constexpr uint64_t kOnePunctuation = uint64_t{1} << 32;
// Not only counted: it may be a mark or begin one.
constexpr uint64_t kOneMark = uint64_t{1} << 48;

constexpr std::array<uint64_t, 256> kByteCounts = [] {
  std::array<uint64_t, 256> counts{};
  for (int c = '!'; c < 0x7F; ++c) {
    char byte = static_cast<char>(c);
    counts[c] = text::is_digit(byte)                   ? kOneDigit
                : byte >= 'A' && byte <= 'Z'           ? kOneUpper
                : text::is_letter(byte) || byte == '_' ? 0
                                                       : kOnePunctuation;
  }
  for (char c : std::string_view(".!?|(\xC2\xE2\xE3\xEF")) {
    counts[static_cast<unsigned char>(c)] += kOneMark;
  }
  return counts;
}();

bool is_month(uint32_t hash) {
  static const HashSet months = [] {
    HashSet made;
    WordReader reader(
        "january february march april may june july august september october "
        "november december jan feb mar apr jun jul aug sep sept oct nov dec "
        "januar februar märz juni juli oktober dezember janvier février mars "
        "avril mai juin juillet août septembre octobre novembre décembre enero "
        "febrero marzo abril mayo junio julio agosto septiembre octubre "
        "noviembre diciembre gennaio febbraio aprile maggio giugno luglio "
        "settembre ottobre dicembre");
    for (Word word; reader.next(word);) made.insert(word.hash);
    return made;
  }();
  return months.contains(hash);
}

// Number, separator, number, the same separator, number: "3/11/2007".
bool has_numeric_date(std::string_view text) {
  for (size_t i = 0; i < text.size(); ++i) {
    if (!text::is_digit(text[i])) continue;
    size_t end = i;
    int groups = 0;
    char separator = '\0';
    while (true) {
      size_t begin = end;
      while (end < text.size() && text::is_digit(text[end])) ++end;
      if (end == begin || end - begin > 4 || end - begin == 3) break;
      if (++groups == 3) return true;
      if (end == text.size()) return false;
      char c = text[end];
      if ((c != '-' && c != '/' && c != '.') ||
          (separator != '\0' && c != separator)) {
        break;
      }
      separator = c;
      ++end;
    }
    while (end < text.size() && text::is_digit(text[end])) ++end;
    i = end;
  }
  return false;
}

bool has_price_sign(std::string_view text) {
  constexpr std::string_view kSigns[] = {
      "$", "£", "€", "¥", "₹", "₽", "zł", "kr", "USD", "EUR", "GBP", "CHF"};
  if (std::none_of(text.begin(), text.end(), text::is_digit)) return false;
  for (std::string_view sign : kSigns) {
    for (size_t at = text.find(sign); at != text.npos;
         at = text.find(sign, at + 1)) {
      std::string_view after =
          text::trim_front(text.substr(at + sign.size()), " \xC2\xA0");
      std::string_view before =
          text::trim_back(text.substr(0, at), " \xC2\xA0");
      if ((!after.empty() && text::is_digit(after.front())) ||
          (!before.empty() && text::is_digit(before.back()))) {
        return true;
      }
    }
  }
  return false;
}

}  // namespace

PageBlocks::PageBlocks(const HtmlTree& tree) : builder_(text_) {
  elements_.reserve(1024);
  blocks_.reserve(512);
  words_.reserve(4096);
  text_.reserve(32 << 10);
  const Node* root = tree.html();
  const Node* node = root;
  while (node != nullptr) {
    const Node* next = nullptr;
    if (node->kind == NodeKind::kText) {
      add_text(node->text);
    } else if (node == tree.head()) {
      for (const Node* one = node; one != nullptr;
           one = next_in_order(one, node)) {
        read_head(*one);
      }
    } else if (node->kind == NodeKind::kTemplateContents) {
      next = node->first_child;
    } else if (node->kind == NodeKind::kElement) {
      read_head(*node);
      BlockTagFacts facts = block_tag_facts(*node);
      if ((facts.flags & kSkipped) == 0) {
        open(*node, facts.tag, facts.flags);
        next = node->first_child;
        if (next == nullptr) close();
      } else if ((facts.flags & kBlockLevel) != 0) {
        end_block();
      }
    }
    while (next == nullptr && node != root) {
      next = node->next;
      if (next == nullptr) {
        node = node->parent;
        if (node->kind == NodeKind::kElement) close();
      }
    }
    node = next;
  }
  finish();
}

void PageBlocks::read_head(const Node& node) {
  if (node.is_html(Tag::kTitle)) {
    if (head_.title.empty() && node.first_child != nullptr) {
      TextBuilder title(head_.title);
      title.append(node.first_child->text, false, false);
    }
  } else if (node.is_html(Tag::kMeta)) {
    read_meta(node);
  } else if (node.is_html(Tag::kScript) && node.first_child != nullptr &&
             text::starts_with_ignoring_case(node.value(Attr::kType),
                                             "application/ld+json")) {
    read_json_ld(node.first_child->text, head_.json_ld);
  }
}

void PageBlocks::read_meta(const Node& node) {
  std::string_view name = node.value(Attr::kProperty);
  if (name.empty()) name = node.value(Attr::kName);
  auto keep = [&](std::string_view wanted, std::string& to) {
    if (to.empty() && text::equal_ignoring_case(name, wanted)) {
      to = node.value(Attr::kContent);
    }
  };
  keep("description", head_.description);
  keep("og:title", head_.og_title);
  keep("og:description", head_.og_description);
  keep("og:type", head_.og_type);
  if (text::equal_ignoring_case(name, "article:published_time")) {
    head_.published_time = true;
  }
}

void PageBlocks::begin_block() {
  block_ = {};
  block_.inner = current_;
  uint32_t element = current_;
  for (size_t i = flags_.size(); i-- > 1 && (flags_[i] & kBlockLevel) == 0;) {
    element = elements_[element].parent;
  }
  block_.element = element;
  block_.begin =
      static_cast<uint32_t>(boundary_ + static_cast<size_t>(boundary_ > 0));
  link_spans_.clear();
  bold_spans_.clear();
  breaks_in_row_ = 0;
  in_block_ = true;
}

void PageBlocks::end_block() {
  breaks_in_row_ = 0;
  if (!in_block_) return;
  in_block_ = false;
  // A text of white space only may have added nothing.
  block_.end = std::max(block_.begin, static_cast<uint32_t>(text_.size()));
  measure(block_);
  if (block_.words == 0) {
    text_.resize(boundary_);
  } else {
    blocks_.push_back(block_);
    boundary_ = text_.size();
  }
  builder_.line();
}

void PageBlocks::add_element(const Node& node, BlockTag tag) {
  PageElement element;
  element.parent = current_;
  element.first_block = static_cast<uint32_t>(blocks_.size());
  element.tag = tag;
  element.node = &node;
  if (current_ != kNone) {
    PageElement& parent = elements_[current_];
    ++parent.children;
    element.depth = parent.depth + 1;
    element.unseen = parent.unseen;
  }
  if (tag == BlockTag::kNoscript) element.unseen |= PageElement::kNoscript;
  for (const NodeAttribute& attribute : node.attributes()) {
    switch (attribute.attr) {
      case Attr::kClass:
        element.css_class = attribute.value;
        break;
      case Attr::kId:
        element.id = attribute.value;
        break;
      case Attr::kRole:
        element.role = attribute.value;
        break;
      case Attr::kItemprop:
        element.item_property = attribute.value;
        break;
      case Attr::kOther:
        if (attribute.name == "data-testid") element.test_id = attribute.value;
        break;
      case Attr::kHidden:
        element.unseen |= PageElement::kHidden;
        break;
      case Attr::kAriaHidden:
        if (attribute.value == "true") {
          element.unseen |= PageElement::kAriaHidden;
        }
        break;
      case Attr::kStyle:
        if (is_display_none(attribute.value)) {
          element.unseen |= PageElement::kDisplayNone;
        }
        break;
      default:
        break;
    }
  }
  current_ = static_cast<uint32_t>(elements_.size());
  elements_.push_back(element);
}

void PageBlocks::open(const Node& node, BlockTag tag, uint8_t flags) {
  if ((flags & kBlockLevel) != 0) end_block();
  add_element(node, tag);
  if (tag == BlockTag::kA && node.attribute(Attr::kHref) != nullptr)
    flags |= kIsLink;
  flags_.push_back(flags);
  if ((flags & kIsLink) != 0) {
    ++links_open_;
    if (in_block_) ++block_.links;
  }
  if ((flags & kIsBold) != 0) ++bold_open_;
  if ((flags & kIsPre) != 0) ++pre_open_;
  if (tag == BlockTag::kBr) {
    if (in_block_) {
      ++block_.breaks;
      if (++breaks_in_row_ == 2 && pre_open_ == 0) end_block();
    }
    pre_open_ > 0 ? builder_.line() : builder_.space();
  }
}

void PageBlocks::add_text(std::string_view text) {
  const bool blank = std::all_of(text.begin(), text.end(),
                                 [](char c) { return text::is_space(c); });
  if (blank && (pre_open_ == 0 || !in_block_)) {
    if (!text.empty()) builder_.space();
    return;
  }
  if (blocks_.size() >= kMostBlocks || text_.size() >= UINT32_MAX / 2) return;
  if (!in_block_) {
    begin_block();
    if (links_open_ > 0) block_.links = 1;
  } else if (block_.inner != current_) {
    uint32_t other = current_;
    while (block_.inner != other) {
      if (elements_[block_.inner].depth >= elements_[other].depth) {
        block_.inner = elements_[block_.inner].parent;
      } else {
        other = elements_[other].parent;
      }
    }
  }
  if (!blank) breaks_in_row_ = 0;
  size_t before = text_.size();
  builder_.append(text, false, pre_open_ > 0);
  auto note = [&](std::vector<Span>& spans) {
    if (!spans.empty() && spans.back().end == before) {
      spans.back().end = text_.size();
    } else {
      spans.push_back({before, text_.size()});
    }
  };
  if (links_open_ > 0) note(link_spans_);
  if (bold_open_ > 0) note(bold_spans_);
}

void PageBlocks::close() {
  uint8_t flags = flags_.back();
  if ((flags & kBlockLevel) != 0) end_block();
  flags_.pop_back();
  if ((flags & kIsLink) != 0) --links_open_;
  if ((flags & kIsBold) != 0) --bold_open_;
  if ((flags & kIsPre) != 0) --pre_open_;
  PageElement& element = elements_[current_];
  element.end_block =
      static_cast<uint32_t>(blocks_.size() + static_cast<size_t>(in_block_));
  current_ = element.parent;
}

void PageBlocks::measure(PageBlock& block) {
  std::string_view text = this->text(block);
  block.first_word = static_cast<uint32_t>(words_.size());
  WordReader reader(text);
  size_t link = 0;
  size_t bold = 0;
  uint32_t months = 0;
  uint32_t hash = 0;
  auto in_span = [&](const std::vector<Span>& spans, size_t& at, size_t byte) {
    while (at < spans.size() && spans[at].end <= byte) ++at;
    return at < spans.size() && spans[at].begin <= byte;
  };
  for (Word word; reader.next(word);) {
    words_.push_back(word.hash);
    ++block.words;
    block.characters += word.characters;
    block.link_words += in_span(link_spans_, link, block.begin + word.begin);
    block.bold_words += in_span(bold_spans_, bold, block.begin + word.begin);
    block.capitals += word.capital;
    block.numbers += word.number;
    if (is_stop_word(word)) {
      ++block.stop_words;
    } else if (word.capital && word.characters <= 10 && is_month(word.hash)) {
      ++months;
    }
    hash = sequence_hash(hash, word.hash);
  }
  if (block.words == 0) return;
  block.text_hash = hash;
  measure_characters(block, text);
  block.has_date =
      (months > 0 && block.numbers > 0) ||
      (block.digits >= 4 && block.punctuation >= 2 && has_numeric_date(text));
  block.has_price = block.digits > 0 && has_price_sign(text);
}

void PageBlocks::measure_characters(PageBlock& block, std::string_view text) {
  auto mark = [&](size_t i) {
    char c = text[i];
    if (c == '.' || c == '!' || c == '?') {
      block.sentence_marks +=
          i + 1 == text.size() || text::is_space(text[i + 1]);
    } else if (c == '|') {
      ++block.bars;
    } else if (c == '\xC2' && i + 1 < text.size()) {
      block.bars += text[i + 1] == '\xBB' || text[i + 1] == '\xB7';
      block.has_copyright |= text[i + 1] == '\xA9';
    } else if (c == '\xE2' && i + 2 < text.size() && text[i + 1] == '\x80') {
      block.bars += text[i + 2] == '\xA2' || text[i + 2] == '\xBA';
    } else if (c == '\xE3' && text.substr(i).starts_with("。")) {
      ++block.sentence_marks;
    } else if (c == '\xEF' && (text.substr(i).starts_with("！") ||
                               text.substr(i).starts_with("？"))) {
      ++block.sentence_marks;
    } else if (c == '(' && text.size() > i + 2 && text[i + 2] == ')' &&
               text::to_lower(text[i + 1]) == 'c') {
      block.has_copyright = true;
    }
  };
  constexpr size_t kAtOnce = UINT16_MAX;
  for (size_t i = 0; i < text.size();) {
    uint64_t sums = 0;
    for (const size_t end = std::min(text.size(), i + kAtOnce); i < end; ++i) {
      const uint64_t counts = kByteCounts[static_cast<unsigned char>(text[i])];
      sums += counts;
      if (counts >= kOneMark) mark(i);
    }
    block.digits += static_cast<uint16_t>(sums / kOneDigit);
    block.upper += static_cast<uint16_t>(sums / kOneUpper);
    block.punctuation += static_cast<uint16_t>(sums / kOnePunctuation);
  }
  static constexpr std::string_view kEnds[] = {".",  "!",  "?",   "…",  "。",
                                               "！", "？", ".\"", ".”", ".)"};
  for (std::string_view end : kEnds) {
    block.ends_sentence |= text.ends_with(end);
  }
  block.ends_colon = text.ends_with(':') || text.ends_with("：");
}

void PageBlocks::add_candidate(std::string_view text, BlockSource source,
                               HashSet& seen) {
  if (blocks_.size() >= kMostBlocks) return;
  begin_block();
  builder_.append(text, false, false);
  block_.source = source;
  in_block_ = false;
  block_.end = std::max(block_.begin, static_cast<uint32_t>(text_.size()));
  measure(block_);
  // Kept when most of it is not to be seen.
  std::vector<uint32_t> sequences =
      word_sequences(std::span(words_).subspan(block_.first_word), 4);
  auto known =
      std::count_if(sequences.begin(), sequences.end(),
                    [&](uint32_t hash) { return seen.contains(hash); });
  if (static_cast<size_t>(known) * 5 > sequences.size() * 2 ||
      sequences.empty()) {
    text_.resize(boundary_);
    words_.resize(block_.first_word);
  } else {
    for (uint32_t hash : sequences) seen.insert(hash);
    blocks_.push_back(block_);
    boundary_ = text_.size();
  }
  builder_.line();
}

void PageBlocks::add_candidates(std::string_view text, BlockSource source,
                                HashSet& seen) {
  if (text.empty()) return;
  // These texts may hold markup of their own, also as character references.
  HtmlTree tree;
  PageFields page;
  auto add_lines = [&](std::string_view rest, auto&& add) {
    while (!rest.empty()) {
      size_t end = std::min(rest.find('\n'), rest.size());
      add(rest.substr(0, end));
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  };
  add_lines(text, [&](std::string_view paragraph) {
    if (paragraph.find_first_of("<&") == paragraph.npos) {
      add_candidate(paragraph, source, seen);
      return;
    }
    read_page(paragraph, {}, tree, page);
    if (page.content.find('<') != page.content.npos) {
      const std::string once = std::move(page.content);
      read_page(once, {}, tree, page);
    }
    add_lines(page.content, [&](std::string_view line) {
      add_candidate(line, source, seen);
    });
  });
}

void PageBlocks::finish() {
  end_block();
  visible_ = blocks_.size();
  for (PageElement& element : elements_) {
    element.end_block =
        std::min(element.end_block, static_cast<uint32_t>(visible_));
  }
  HashSet seen;
  seen.reserve(words_.size());
  for (uint32_t hash : word_sequences(words_, 4)) seen.insert(hash);
  using enum BlockSource;
  for (const std::string& body : head_.json_ld.bodies) {
    add_candidates(body, kLdBody, seen);
  }
  for (const JsonLd::Text& description : head_.json_ld.descriptions) {
    add_candidates(description.text,
                   description.product ? kLdProduct : kLdDescription, seen);
  }
  add_candidates(head_.description, kMetaDescription, seen);
  add_candidates(head_.og_description, kOgDescription, seen);
  add_candidates(head_.og_title, kOgTitle, seen);
}

}  // namespace wax::index
