#include "document/content/page_blocks.h"

#include <utility>

#include "document/page/field_reader.h"
#include "document/page/visible_text.h"
#include "text/ascii.h"

namespace wax::document {
namespace {

// Adds the bytes from `begin` to `end` to ranges that are in order.
void add_span(size_t begin, size_t end, std::vector<text::TextRange>& spans) {
  if (!spans.empty() && spans.back().end == begin) {
    spans.back().end = end;
  } else {
    spans.push_back({begin, end});
  }
}

template <typename Use>
void each_line(std::string_view text, Use use) {
  while (!text.empty()) {
    size_t end = std::min(text.find('\n'), text.size());
    use(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

}  // namespace

PageBlocks::PageBlocks(const PageHead& head) : head_(&head), builder_(text_) {
  elements_.reserve(1024);
  blocks_.reserve(512);
  words_.reserve(4096);
  text_.reserve(32 << 10);
}

void PageBlocks::enter(const Node& element) {
  if (skipped_ > 0) {
    ++skipped_;
    return;
  }
  const BlockTagFacts facts = block_tag_facts(element);
  if (facts.is_skipped) {
    skipped_ = 1;
    if (facts.is_block_level) end_block();
  } else {
    open(element, facts);
  }
}

void PageBlocks::leave(const Node&) {
  if (skipped_ > 0) {
    --skipped_;
  } else {
    close();
  }
}

void PageBlocks::begin_block() {
  block_ = {};
  block_.inner = current_;
  uint32_t element = current_;
  for (size_t i = open_.size(); i-- > 1 && !open_[i].is_block_level;) {
    element = elements_[element].parent;
  }
  block_.element = element;
  block_.begin =
      static_cast<uint32_t>(boundary_ + static_cast<size_t>(boundary_ > 0));
  block_.first_piece = static_cast<uint32_t>(pieces_.size());
  spans_.links.clear();
  spans_.bold.clear();
  breaks_in_row_ = 0;
  in_block_ = true;
}

void PageBlocks::end_block() {
  breaks_in_row_ = 0;
  if (!in_block_) return;
  in_block_ = false;
  // A text of white space only may have added nothing.
  block_.end = std::max(block_.begin, static_cast<uint32_t>(text_.size()));
  measure_block(text(block_), spans_, block_, words_);
  if (block_.words == 0) {
    text_.resize(boundary_);
    pieces_.resize(block_.first_piece);
  } else {
    block_.pieces = static_cast<uint32_t>(pieces_.size()) - block_.first_piece;
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
  if (current_ != kNoNumber) {
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

void PageBlocks::open(const Node& node, const BlockTagFacts& facts) {
  if (facts.is_block_level) end_block();
  add_element(node, facts.tag);
  const bool is_link =
      facts.tag == BlockTag::kA && node.attribute(Attr::kHref) != nullptr;
  open_.push_back(
      {facts.is_block_level, is_link, facts.is_bold, facts.keeps_lines});
  if (is_link) {
    ++links_open_;
    if (in_block_) ++block_.links;
  }
  if (facts.is_bold) ++bold_open_;
  if (facts.keeps_lines) ++pre_open_;
  if (facts.tag == BlockTag::kBr) add_break();
}

void PageBlocks::add_break() {
  if (in_block_) {
    ++block_.breaks;
    if (++breaks_in_row_ == 2 && pre_open_ == 0) end_block();
  }
  pre_open_ > 0 ? builder_.line() : builder_.space();
}

// Raises the block's inner element until it has the current one in it, too.
void PageBlocks::widen_block() {
  uint32_t other = current_;
  while (block_.inner != other) {
    if (elements_[block_.inner].depth >= elements_[other].depth) {
      block_.inner = elements_[block_.inner].parent;
    } else {
      other = elements_[other].parent;
    }
  }
}

void PageBlocks::add_text(std::string_view text, text::TextRange place) {
  if (skipped_ > 0) return;
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
    widen_block();
  }
  if (!blank) breaks_in_row_ = 0;
  size_t before = text_.size();
  builder_.append(text, false, pre_open_ > 0);
  if (links_open_ > 0) add_span(before, text_.size(), spans_.links);
  if (bold_open_ > 0) add_span(before, text_.size(), spans_.bold);
  if (place.begin < place.end) add_piece(place);
}

void PageBlocks::add_piece(text::TextRange place) {
  // Between two may be the gap of a byte.
  if (pieces_.size() > block_.first_piece &&
      place.begin <= pieces_.back().end + 1) {
    pieces_.back().end = place.end;
  } else {
    pieces_.push_back(place);
  }
}

void PageBlocks::close() {
  const Open last = open_.back();
  if (last.is_block_level) end_block();
  open_.pop_back();
  if (last.is_link) --links_open_;
  if (last.is_bold) --bold_open_;
  if (last.keeps_lines) --pre_open_;
  PageElement& element = elements_[current_];
  element.end_block =
      static_cast<uint32_t>(blocks_.size() + static_cast<size_t>(in_block_));
  current_ = element.parent;
}

void PageBlocks::add_candidate(std::string_view text, BlockSource source,
                               HashSet& seen) {
  if (blocks_.size() >= kMostBlocks) return;
  begin_block();
  builder_.append(text, false, false);
  block_.source = source;
  in_block_ = false;
  block_.end = std::max(block_.begin, static_cast<uint32_t>(text_.size()));
  measure_block(this->text(block_), spans_, block_, words_);
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
  // These texts may hold markup of their own, also as character references.
  HtmlTree tree;
  Document page;
  each_line(text, [&](std::string_view paragraph) {
    if (paragraph.find_first_of("<&") == paragraph.npos) {
      add_candidate(paragraph, source, seen);
      return;
    }
    read_fields(paragraph, {}, tree, page);
    if (page.content.find('<') != page.content.npos) {
      const std::string once = std::move(page.content);
      read_fields(once, {}, tree, page);
    }
    each_line(page.content, [&](std::string_view line) {
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
  for (const std::string& body : head_->json_ld.bodies) {
    add_candidates(body, kLdBody, seen);
  }
  for (const JsonLd::Text& description : head_->json_ld.descriptions) {
    add_candidates(description.text,
                   description.product ? kLdProduct : kLdDescription, seen);
  }
  add_candidates(head_->description, kMetaDescription, seen);
  add_candidates(head_->og_description, kOgDescription, seen);
  add_candidates(head_->og_title, kOgTitle, seen);
}

}  // namespace wax::document
