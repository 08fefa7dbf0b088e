#include "document/content/main_features.h"

#include <algorithm>
#include <functional>

#include "document/content/hash_numbers.h"

namespace wax::document {
namespace {

constexpr uint32_t kFar = 25;

constexpr std::array kDistanceTags = {
    BlockTag::kNav,        BlockTag::kHeader,     BlockTag::kFooter,
    BlockTag::kAside,      BlockTag::kArticle,    BlockTag::kMain,
    BlockTag::kSection,    BlockTag::kUl,         BlockTag::kLi,
    BlockTag::kTable,      BlockTag::kTd,         BlockTag::kTh,
    BlockTag::kForm,       BlockTag::kButton,     BlockTag::kFigure,
    BlockTag::kFigcaption, BlockTag::kBlockquote, BlockTag::kPre,
    BlockTag::kDl,         BlockTag::kSelect,     BlockTag::kLabel,
    BlockTag::kNoscript,   BlockTag::kDetails,    BlockTag::kDialog,
    BlockTag::kA,          BlockTag::kP,          BlockTag::kDiv,
    BlockTag::kH1,         BlockTag::kH2,         BlockTag::kH3,
};

constexpr std::array<uint8_t, kBlockTags> make_distance_slots() {
  std::array<uint8_t, kBlockTags> slots{};
  for (size_t i = 0; i < kDistanceTags.size(); ++i) {
    slots[static_cast<size_t>(kDistanceTags[i])] = static_cast<uint8_t>(i + 1);
  }
  slots[static_cast<size_t>(BlockTag::kOl)] =
      slots[static_cast<size_t>(BlockTag::kUl)];
  return slots;
}

constexpr auto kDistanceSlots = make_distance_slots();  // 0: none

}  // namespace

MainFeatures::MainFeatures(const PageBlocks& page, std::string_view url)
    : blocks_(&page), sums_(page), places_(page.blocks().size()) {
  compare_with_title();
  find_headings();
  count_repeats();
  group_by_signature();
  auto add = [](std::string_view text, HashSet& set) {
    std::vector<uint32_t> words;
    WordReader reader(text);
    for (Word word; reader.next(word);) words.push_back(word.hash);
    for (uint32_t hash : word_sequences(words, 3)) set.insert(hash);
  };
  for (const std::string& body : page.head().json_ld.bodies) {
    add(body, body_sequences_);
  }
  for (const JsonLd::Text& text : page.head().json_ld.descriptions) {
    add(text.text, description_sequences_);
  }
  add(page.head().description, description_sequences_);
  add(page.head().og_description, description_sequences_);
  NumberRow row(page_numbers_);
  describe_page(*blocks_, sums_, findings(), url, row);
}

void MainFeatures::compare_with_title() {
  std::string_view title = blocks_->head().title;
  if (title.empty()) title = blocks_->head().og_title;
  WordReader reader(title);
  for (Word word; reader.next(word);) {
    if (!title_words_.contains(word.hash)) ++title_size_;
    title_words_.insert(word.hash);
  }
  if (title_size_ == 0) return;
  float best = 0.3f;
  HashSet found;
  for (size_t i = 0; i < blocks_->blocks().size(); ++i) {
    const PageBlock& block = blocks_->blocks()[i];
    Place& place = places_[i];
    found.clear();
    uint32_t hits = 0;
    uint32_t distinct = 0;
    for (uint32_t j = 0; j < block.words; ++j) {
      uint32_t word = blocks_->words()[block.first_word + j];
      if (!title_words_.contains(word)) continue;
      ++hits;
      if (!found.contains(word)) ++distinct;
      found.insert(word);
    }
    place.of_title = share(distinct, title_size_);
    place.in_title = share(hits, block.words);
    float both = place.of_title * place.in_title;
    if (i < blocks_->visible() && block.words <= 40 && both > best) {
      best = both;
      title_block_ = static_cast<uint32_t>(i);
    }
  }
}

void MainFeatures::find_headings() {
  uint32_t heading = kNoNumber;
  for (size_t i = 0; i < blocks_->visible(); ++i) {
    places_[i].heading = heading;
    BlockTag tag = blocks_->elements()[blocks_->blocks()[i].element].tag;
    if (heading_level(tag) == 0) continue;
    heading = static_cast<uint32_t>(i);
    if (tag == BlockTag::kH1 && first_h1_ == kNoNumber) first_h1_ = heading;
  }
}

void MainFeatures::count_repeats() {
  const auto& blocks = blocks_->blocks();
  HashNumbers texts(blocks.size());
  std::vector<uint32_t> numbers(blocks.size());
  std::vector<uint32_t> counts;
  for (size_t i = 0; i < blocks.size(); ++i) {
    numbers[i] = texts.number_of(blocks[i].text_hash);
    counts.resize(texts.size());
    places_[i].occurrence = counts[numbers[i]]++;
  }
  for (size_t i = 0; i < blocks.size(); ++i) {
    places_[i].occurrences = counts[numbers[i]];
  }
}

void MainFeatures::group_by_signature() {
  const auto& elements = blocks_->elements();
  const auto& blocks = blocks_->blocks();
  std::vector<uint32_t> known(elements.size());
  auto signature = [&](uint32_t element) {
    uint32_t& hash = known[element];
    if (hash != 0) return hash;
    const PageElement& one = elements[element];
    uint32_t parent = one.parent == kNoNumber
                          ? 255
                          : static_cast<uint32_t>(elements[one.parent].tag);
    hash = sequence_hash(parent, static_cast<uint32_t>(one.tag) + 1);
    hash = sequence_hash(
        hash,
        static_cast<uint32_t>(std::hash<std::string_view>()(one.css_class)));
    if (hash == 0) hash = 1;
    return hash;
  };
  for (size_t level = 0; level < 3; ++level) {
    HashNumbers signatures(blocks_->visible());
    const auto first_group = static_cast<uint32_t>(groups_.size());
    for (uint32_t i = 0; i < blocks_->visible(); ++i) {
      const PageBlock& block = blocks[i];
      uint32_t element = block.element;
      for (size_t up = 0; up < level && element != kNoNumber; ++up) {
        element = elements[element].parent;
      }
      const uint32_t number =
          first_group +
          signatures.number_of(element == kNoNumber ? 0 : signature(element));
      if (number == groups_.size()) groups_.push_back({.first = i});
      Group& group = groups_[number];
      ++group.blocks;
      group.words += block.words;
      group.link_words += block.link_words;
      group.stop_words += block.stop_words;
      group.last = i;
      places_[i].groups[level] = number;
    }
  }
}

PageFindings MainFeatures::findings() const {
  PageFindings found;
  for (size_t i = 0; i < blocks_->visible(); ++i) {
    found.repeated += places_[i].occurrences > 1;
  }
  found.has_h1 = first_h1_ != kNoNumber;
  found.has_title = title_block_ != kNoNumber;
  return found;
}

template <typename Row>
void MainFeatures::own(const PageBlock& block, Row& row) const {
  const auto& elements = blocks_->elements();
  auto size = std::max(uint32_t{1}, block.end - block.begin);
  row.put("block source", static_cast<uint32_t>(block.source));
  bool visible = block.element != kNoNumber;
  row.put("block element",
          visible ? static_cast<uint32_t>(elements[block.element].tag) + 1 : 0);
  row.put("block inner element",
          visible ? static_cast<uint32_t>(elements[block.inner].tag) + 1 : 0);
  row.put("block words", block.words);
  row.put("block bytes", size);
  row.put("block characters a word", share(block.characters, block.words));
  row.put("block link words", share(block.link_words, block.words));
  row.put("block links", block.links);
  row.put("block breaks", block.breaks);
  row.put("block bold words", share(block.bold_words, block.words));
  row.put("block punctuation", share(block.punctuation, size));
  row.put("block ends a sentence", block.ends_sentence);
  row.put("block ends with a colon", block.ends_colon);
  row.put("block sentences", block.sentence_marks);
  row.put("block digits", share(block.digits, size));
  row.put("block upper case", share(block.upper, size));
  row.put("block capitals", share(block.capitals, block.words));
  row.put("block stop words", share(block.stop_words, block.words));
  row.put("block has a date", block.has_date);
  row.put("block has a price", block.has_price);
  row.put("block has a copyright", block.has_copyright);
  row.put("block bars", block.bars);
  row.put("block depth", visible ? elements[block.element].depth : 0);
  row.put("block heading level",
          visible ? heading_level(elements[block.element].tag) : 0);
  row.put("block unseen",
          visible ? uint32_t{elements[block.element].unseen} : 0);
  row.put("block children", visible ? elements[block.element].children : 0);
}

template <typename Row>
void MainFeatures::place(size_t index, Row& row) const {
  const auto& blocks = blocks_->blocks();
  const Place& place = places_[index];
  const size_t visible = blocks_->visible();
  const size_t at = std::min(index, visible);
  const auto signed_distance = [&](uint32_t from) {
    return static_cast<float>(at) - static_cast<float>(from);
  };
  BlockSum all = sums_.between(0, visible);
  BlockSum before = sums_.between(0, at);
  uint32_t own_words = index < visible ? blocks[index].words : 0;
  row.put("place in blocks",
          static_cast<float>(at) /
              static_cast<float>(std::max<size_t>(visible, 1)));
  row.put("place in words", share(before.words, all.words));
  row.put("place words before", before.words);
  row.put("place words after", all.words - before.words - own_words);
  row.put("place since h1",
          first_h1_ == kNoNumber ? -9999.0f : signed_distance(first_h1_));
  row.put("place since title",
          title_block_ == kNoNumber ? -9999.0f : signed_distance(title_block_));
  float since_title = -99999;
  if (title_block_ != kNoNumber) {
    since_title =
        at >= title_block_
            ? static_cast<float>(sums_.between(title_block_, at).words)
            : -static_cast<float>(sums_.between(at, title_block_).words);
  }
  row.put("place words since title", since_title);
  row.put("place share of the title", place.of_title);
  row.put("place share in the title", place.in_title);
  if (place.heading == kNoNumber) {
    row.put("heading since", 999u);
    row.put("heading words since", 9999u);
    row.put("heading level", 0u);
    row.put("heading share of the title", 0u);
    return;
  }
  row.put("heading since", signed_distance(place.heading));
  row.put("heading words since", sums_.between(place.heading, at).words);
  row.put(
      "heading level",
      heading_level(blocks_->elements()[blocks[place.heading].element].tag));
  row.put("heading share of the title", places_[place.heading].of_title);
}

template <typename Row>
void MainFeatures::neighbours(size_t index, Row& row) const {
  const auto& blocks = blocks_->blocks();
  const size_t visible = blocks_->visible();
  if (index >= visible) {
    row.fill(33);
    return;
  }
  for (int step : {-3, -2, -1, 1, 2, 3}) {
    size_t other = index + static_cast<size_t>(step);
    if (other >= visible) {
      row.put("neighbour words", step, 0u);
      row.put("neighbour link words", step, -1.0f);
      row.put("neighbour element", step, 0u);
      continue;
    }
    const PageBlock& block = blocks[other];
    row.put("neighbour words", step, block.words);
    row.put("neighbour link words", step, share(block.link_words, block.words));
    row.put("neighbour element", step,
            static_cast<uint32_t>(blocks_->elements()[block.element].tag) + 1);
  }
  for (size_t other : {index - 1, index + 1}) {
    row.put("beside stop words", other == index + 1 ? 1 : -1,
            other < visible
                ? share(blocks[other].stop_words, blocks[other].words)
                : -1.0f);
  }
  auto begin = [&](size_t reach) { return index < reach ? 0 : index - reach; };
  auto end = [&](size_t reach) { return std::min(visible, index + reach + 1); };
  for (size_t reach : {4, 10, 25}) {
    BlockSum near = sums_.between(begin(reach), end(reach));
    row.put("near words", reach, share(near.words, near.blocks));
    row.put("near link words", reach, share(near.link_words, near.words));
    row.put("near stop words", reach, share(near.stop_words, near.words));
  }
  for (int step : {-1, 1}) {
    const BlockSum side = step < 0 ? sums_.between(begin(8), index)
                                   : sums_.between(index + 1, end(8));
    row.put("side words", step, share(side.words, side.blocks));
    row.put("side link words", step, share(side.link_words, side.words));
  }
}

template <typename Row>
void MainFeatures::repeats(size_t index, Row& row) const {
  const Place& place = places_[index];
  row.put("repeats of the text", place.occurrences);
  row.put("repeats before", place.occurrence);
  if (index >= blocks_->visible()) {
    row.fill(24);
    return;
  }
  BlockSum all = sums_.between(0, blocks_->visible());
  for (size_t level = 0; level < place.groups.size(); ++level) {
    const Group& group = groups_[place.groups[level]];
    row.put("alike blocks", level, group.blocks);
    row.put("alike share of blocks", level, share(group.blocks, all.blocks));
    row.put("alike words", level, group.words);
    row.put("alike share of words", level, share(group.words, all.words));
    row.put("alike words a block", level, share(group.words, group.blocks));
    row.put("alike link words", level, share(group.link_words, group.words));
    row.put("alike stop words", level, share(group.stop_words, group.words));
    row.put("alike spread", level, share(group.last - group.first, all.blocks));
  }
}

template <typename Row>
void MainFeatures::containers(const PageBlock& block, Row& row) const {
  if (block.element == kNoNumber) {
    row.fill(41);
    return;
  }
  const auto& elements = blocks_->elements();
  const BlockSum all = sums_.between(0, blocks_->visible());
  uint32_t element = block.element;
  uint32_t level = 0;
  for (uint32_t wanted : {0, 1, 2, 3, 5, 7}) {
    while (level < wanted && elements[element].parent != kNoNumber) {
      element = elements[element].parent;
      ++level;
    }
    level = wanted;
    BlockSum inside = sums_.in_element(element);
    row.put("inside blocks", wanted, inside.blocks);
    row.put("inside words", wanted, inside.words);
    row.put("inside share of words", wanted, share(inside.words, all.words));
    row.put("inside link words", wanted,
            share(inside.link_words, inside.words));
    row.put("inside words a block", wanted, share(inside.words, inside.blocks));
    row.put("inside stop words", wanted,
            share(inside.stop_words, inside.words));
  }
  // The lowest ancestor with the title, and the lowest with much of the page.
  uint32_t with_title = kNoNumber, with_much = kNoNumber;
  uint32_t title_level = 0, much_level = 0;
  level = 0;
  for (element = block.element; element != kNoNumber;
       element = elements[element].parent, ++level) {
    const PageElement& one = elements[element];
    if (with_title == kNoNumber && title_block_ != kNoNumber &&
        one.first_block <= title_block_ && title_block_ < one.end_block) {
      with_title = element;
      title_level = level;
    }
    if (with_much == kNoNumber &&
        sums_.in_element(element).words * 5 >= all.words * 2) {
      with_much = element;
      much_level = level;
    }
    if (with_much != kNoNumber &&
        (with_title != kNoNumber || title_block_ == kNoNumber)) {
      break;
    }
  }
  row.put("levels to title", with_title == kNoNumber ? 99u : title_level);
  row.put("with title share of words",
          with_title == kNoNumber
              ? 0.0f
              : share(sums_.in_element(with_title).words, all.words));
  row.put("levels to much", with_much == kNoNumber ? 99u : much_level);
  BlockSum much = with_much == kNoNumber ? all : sums_.in_element(with_much);
  row.put("with much blocks", much.blocks);
  row.put("with much link words", share(much.link_words, much.words));
}

template <typename Row>
void MainFeatures::distances(const PageBlock& block, Row& row) const {
  std::array<float, kDistanceTags.size() + 1> found;
  found.fill(static_cast<float>(kFar));
  const auto& elements = blocks_->elements();
  uint32_t element = block.inner;
  for (uint32_t level = 0; level < kFar && element != kNoNumber; ++level) {
    const PageElement& one = elements[element];
    float& distance = found[kDistanceSlots[static_cast<size_t>(one.tag)]];
    distance = std::min(distance, static_cast<float>(level));
    element = one.parent;
  }
  for (size_t i = 1; i < found.size(); ++i) {
    row.put("levels to tag", static_cast<int>(kDistanceTags[i - 1]), found[i]);
  }
}

template <typename Row>
void MainFeatures::structured_data(const PageBlock& block, Row& row) const {
  if (body_sequences_.empty() && description_sequences_.empty()) {
    row.fill(2);
    return;
  }
  uint32_t in_body = 0, in_description = 0;
  const auto sequences = word_sequences(
      std::span(blocks_->words()).subspan(block.first_word, block.words), 3);
  for (uint32_t hash : sequences) {
    in_body += body_sequences_.contains(hash);
    in_description += description_sequences_.contains(hash);
  }
  const auto all = static_cast<uint32_t>(sequences.size());
  row.put("json-ld share in body", share(in_body, all));
  row.put("json-ld share in description", share(in_description, all));
}

void MainFeatures::fill(size_t index,
                        std::span<float, kMainNumbers> numbers) const {
  NumberRow row(numbers);
  describe_block(index, row);
  std::copy(page_numbers_.begin(), page_numbers_.end(),
            numbers.begin() + kBlockNumbers);
}

template <typename Row>
void MainFeatures::describe_block(size_t index, Row& row) const {
  const PageBlock& block = blocks_->blocks()[index];
  own(block, row);
  place(index, row);
  neighbours(index, row);
  repeats(index, row);
  containers(block, row);
  distances(block, row);
  structured_data(block, row);
}

std::vector<std::string> MainFeatures::names(size_t index,
                                             std::string_view url) const {
  std::array<float, kMainNumbers> numbers;
  NamedRow row(numbers);
  describe_block(index, row);
  describe_page(*blocks_, sums_, findings(), url, row);
  return row.names();
}

}  // namespace wax::document
