#include "index/page/main_features.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>

#include "text/ascii.h"

namespace wax::index {
namespace {

float share(uint32_t part, uint32_t whole) {
  return whole == 0 ? 0 : static_cast<float>(part) / static_cast<float>(whole);
}

uint32_t heading_level(BlockTag tag) {
  if (tag < BlockTag::kH1 || tag > BlockTag::kH6) return 0;
  return static_cast<uint32_t>(tag) - static_cast<uint32_t>(BlockTag::kH1) + 1;
}

// Numbers hashes in the order of their first occurrence.
class HashNumbers {
 public:
  explicit HashNumbers(size_t most) : slots_(std::bit_ceil(2 * most + 2)) {}

  uint32_t number_of(uint32_t hash) {
    const size_t mask = slots_.size() - 1;
    size_t at = (hash * 0x9E3779B1u >> 7) & mask;
    while (slots_[at].number != 0 && slots_[at].hash != hash) {
      at = (at + 1) & mask;
    }
    if (slots_[at].number == 0) slots_[at] = {hash, ++size_};
    return slots_[at].number - 1;
  }
  [[nodiscard]] uint32_t size() const { return size_; }

 private:
  struct Slot {
    uint32_t hash = 0;
    uint32_t number = 0;  // and 1; 0: free
  };
  std::vector<Slot> slots_;
  uint32_t size_ = 0;
};

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

class MainFeatures::Row {
 public:
  explicit Row(std::span<float> numbers) : numbers_(numbers) {}
  void put(float number) { numbers_[at_++] = number; }
  void put(uint32_t number) { put(static_cast<float>(number)); }
  void put(bool flag) { put(flag ? 1.0f : 0.0f); }
  void fill(size_t numbers) {
    for (size_t i = 0; i < numbers; ++i) put(0.0f);
  }
  [[nodiscard]] size_t size() const { return at_; }

 private:
  std::span<float> numbers_;
  size_t at_ = 0;
};

MainFeatures::MainFeatures(const PageBlocks& page, std::string_view url)
    : blocks_(&page), places_(page.blocks().size()) {
  sum();
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
  describe_page(url);
}

void MainFeatures::sum() {
  const auto& blocks = blocks_->blocks();
  sums_.resize(blocks_->visible() + 1);
  for (size_t i = 0; i < blocks_->visible(); ++i) {
    sums_[i + 1] = {sums_[i].words + blocks[i].words,
                    sums_[i].link_words + blocks[i].link_words,
                    sums_[i].stop_words + blocks[i].stop_words};
  }
}

MainFeatures::Range MainFeatures::range(size_t begin, size_t end) const {
  if (begin >= end) return {0, 0, 0, 0};
  const Sums& a = sums_[begin];
  const Sums& b = sums_[end];
  return {static_cast<uint32_t>(end - begin), b.words - a.words,
          b.link_words - a.link_words, b.stop_words - a.stop_words};
}

MainFeatures::Range MainFeatures::range_of(uint32_t element) const {
  const PageElement& one = blocks_->elements()[element];
  return range(one.first_block, one.end_block);
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
  uint32_t heading = kNone;
  for (size_t i = 0; i < blocks_->visible(); ++i) {
    places_[i].heading = heading;
    BlockTag tag = blocks_->elements()[blocks_->blocks()[i].element].tag;
    if (heading_level(tag) == 0) continue;
    heading = static_cast<uint32_t>(i);
    if (tag == BlockTag::kH1 && first_h1_ == kNone) first_h1_ = heading;
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
    uint32_t parent = one.parent == kNone
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
      for (size_t up = 0; up < level && element != kNone; ++up) {
        element = elements[element].parent;
      }
      const uint32_t number =
          first_group +
          signatures.number_of(element == kNone ? 0 : signature(element));
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

void MainFeatures::describe_page(std::string_view url) {
  const auto& blocks = blocks_->blocks();
  const auto& elements = blocks_->elements();
  const auto visible = static_cast<uint32_t>(blocks_->visible());
  Row row(page_numbers_);
  Range all = range(0, visible);
  row.put(all.words);
  row.put(all.blocks);
  row.put(share(all.link_words, all.words));
  row.put(share(all.stop_words, all.words));

  const PageHead& head = blocks_->head();
  auto og = [&](std::string_view type) {
    return text::starts_with_ignoring_case(head.og_type, type) &&
           !head.og_type.empty();
  };
  row.put(head.og_type.empty());
  row.put(og("article"));
  row.put(og("website"));
  row.put(og("product"));
  row.put(head.published_time);

  std::string_view path = url;
  if (size_t at = path.find("://"); at != path.npos) path.remove_prefix(at + 3);
  path.remove_prefix(std::min(path.find('/'), path.size()));
  path = path.substr(0, path.find('#'));
  row.put(path.find('?') != path.npos);
  path = path.substr(0, path.find('?'));
  while (path.ends_with('/')) path.remove_suffix(1);
  auto count = [](std::string_view text, auto is) {
    return static_cast<uint32_t>(std::count_if(text.begin(), text.end(), is));
  };
  row.put(count(path, [](char c) { return c == '/'; }));
  std::string_view last = path.substr(path.find_last_of('/') + 1);
  row.put(static_cast<uint32_t>(last.size()));
  row.put(count(last, text::is_digit));
  row.put(count(last, [](char c) { return c == '-' || c == '_'; }));
  row.put(count(path, text::is_digit));

  for (size_t type = 0; type < kLdTypes; ++type) {
    row.put(head.json_ld.has(static_cast<LdType>(type)));
  }

  uint32_t long_words = 0, long_blocks = 0, short_blocks = 0, paragraphs = 0;
  uint32_t items = 0, cells = 0, prices = 0, dates = 0, code = 0, buttons = 0;
  uint32_t repeated = 0, headings = 0, sentences = 0;
  for (uint32_t i = 0; i < visible; ++i) {
    const PageBlock& block = blocks[i];
    if (block.words >= 20 && block.link_words * 5 < block.words) {
      long_words += block.words;
      ++long_blocks;
    }
    short_blocks += block.words <= 4;
    prices += block.has_price;
    dates += block.has_date;
    repeated += places_[i].occurrences > 1;
    headings += heading_level(elements[block.element].tag) > 0;
    sentences += block.sentence_marks;
    switch (elements[block.element].tag) {
      case BlockTag::kP:
        ++paragraphs;
        break;
      case BlockTag::kLi:
        ++items;
        break;
      case BlockTag::kTd:
        ++cells;
        break;
      case BlockTag::kPre:
        ++code;
        break;
      case BlockTag::kButton:
        ++buttons;
        break;
      default:
        break;
    }
  }
  uint32_t articles = 0, in_article = 0, in_main = 0, last_article = 0;
  bool has_main = false;
  for (size_t i = 0; i < elements.size(); ++i) {
    const PageElement& element = elements[i];
    if (element.tag == BlockTag::kArticle) {
      ++articles;
      if (element.first_block >= last_article) {
        in_article += range(element.first_block, element.end_block).words;
        last_article = element.end_block;
      }
    } else if (element.tag == BlockTag::kMain && !has_main) {
      has_main = true;
      in_main = range(element.first_block, element.end_block).words;
    } else if (element.tag == BlockTag::kCode) {
      ++code;
    }
  }
  row.put(share(long_words, all.words));
  row.put(long_blocks);
  row.put(share(short_blocks, all.blocks));
  row.put(paragraphs);
  row.put(items);
  row.put(cells);
  row.put(prices);
  row.put(dates);
  row.put(code);
  row.put(buttons);
  row.put(headings);
  row.put(share(sentences, all.words));
  row.put(share(in_article, all.words));
  row.put(articles);
  row.put(has_main);
  row.put(share(in_main, all.words));
  row.put(share(repeated, all.blocks));
  row.put(first_h1_ == kNone);
  row.put(title_block_ == kNone);
}

void MainFeatures::own(const PageBlock& block, Row& row) const {
  const auto& elements = blocks_->elements();
  auto size = std::max(uint32_t{1}, block.end - block.begin);
  row.put(static_cast<uint32_t>(block.source));
  bool visible = block.element != kNone;
  row.put(visible ? static_cast<uint32_t>(elements[block.element].tag) + 1 : 0);
  row.put(visible ? static_cast<uint32_t>(elements[block.inner].tag) + 1 : 0);
  row.put(block.words);
  row.put(size);
  row.put(share(block.characters, block.words));
  row.put(share(block.link_words, block.words));
  row.put(block.links);
  row.put(block.breaks);
  row.put(share(block.bold_words, block.words));
  row.put(share(block.punctuation, size));
  row.put(block.ends_sentence);
  row.put(block.ends_colon);
  row.put(block.sentence_marks);
  row.put(share(block.digits, size));
  row.put(share(block.upper, size));
  row.put(share(block.capitals, block.words));
  row.put(share(block.stop_words, block.words));
  row.put(block.has_date);
  row.put(block.has_price);
  row.put(block.has_copyright);
  row.put(block.bars);
  row.put(visible ? elements[block.element].depth : 0);
  row.put(visible ? heading_level(elements[block.element].tag) : 0);
  row.put(visible ? uint32_t{elements[block.element].unseen} : 0);
  row.put(visible ? elements[block.element].children : 0);
}

void MainFeatures::place(size_t index, Row& row) const {
  const auto& blocks = blocks_->blocks();
  const Place& place = places_[index];
  const size_t visible = blocks_->visible();
  const size_t at = std::min(index, visible);
  const auto signed_distance = [&](uint32_t from) {
    return static_cast<float>(at) - static_cast<float>(from);
  };
  Range all = range(0, visible);
  Range before = range(0, at);
  uint32_t own_words = index < visible ? blocks[index].words : 0;
  row.put(static_cast<float>(at) /
          static_cast<float>(std::max<size_t>(visible, 1)));
  row.put(share(before.words, all.words));
  row.put(before.words);
  row.put(all.words - before.words - own_words);
  row.put(first_h1_ == kNone ? -9999.0f : signed_distance(first_h1_));
  row.put(title_block_ == kNone ? -9999.0f : signed_distance(title_block_));
  float since_title = -99999;
  if (title_block_ != kNone) {
    since_title = at >= title_block_
                      ? static_cast<float>(range(title_block_, at).words)
                      : -static_cast<float>(range(at, title_block_).words);
  }
  row.put(since_title);
  row.put(place.of_title);
  row.put(place.in_title);
  if (place.heading == kNone) {
    row.put(999u);
    row.put(9999u);
    row.put(0u);
    row.put(0u);
    return;
  }
  row.put(signed_distance(place.heading));
  row.put(range(place.heading, at).words);
  row.put(
      heading_level(blocks_->elements()[blocks[place.heading].element].tag));
  row.put(places_[place.heading].of_title);
}

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
      row.put(0u);
      row.put(-1.0f);
      row.put(0u);
      continue;
    }
    const PageBlock& block = blocks[other];
    row.put(block.words);
    row.put(share(block.link_words, block.words));
    row.put(static_cast<uint32_t>(blocks_->elements()[block.element].tag) + 1);
  }
  for (size_t other : {index - 1, index + 1}) {
    row.put(other < visible
                ? share(blocks[other].stop_words, blocks[other].words)
                : -1.0f);
  }
  auto begin = [&](size_t reach) { return index < reach ? 0 : index - reach; };
  auto end = [&](size_t reach) { return std::min(visible, index + reach + 1); };
  for (size_t reach : {4, 10, 25}) {
    Range near = range(begin(reach), end(reach));
    row.put(share(near.words, near.blocks));
    row.put(share(near.link_words, near.words));
    row.put(share(near.stop_words, near.words));
  }
  for (Range side : {range(begin(8), index), range(index + 1, end(8))}) {
    row.put(share(side.words, side.blocks));
    row.put(share(side.link_words, side.words));
  }
}

void MainFeatures::repeats(size_t index, Row& row) const {
  const Place& place = places_[index];
  row.put(place.occurrences);
  row.put(place.occurrence);
  if (index >= blocks_->visible()) {
    row.fill(24);
    return;
  }
  Range all = range(0, blocks_->visible());
  for (uint32_t number : place.groups) {
    const Group& group = groups_[number];
    row.put(group.blocks);
    row.put(share(group.blocks, all.blocks));
    row.put(group.words);
    row.put(share(group.words, all.words));
    row.put(share(group.words, group.blocks));
    row.put(share(group.link_words, group.words));
    row.put(share(group.stop_words, group.words));
    row.put(share(group.last - group.first, all.blocks));
  }
}

void MainFeatures::containers(const PageBlock& block, Row& row) const {
  if (block.element == kNone) {
    row.fill(41);
    return;
  }
  const auto& elements = blocks_->elements();
  const Range all = range(0, blocks_->visible());
  uint32_t element = block.element;
  uint32_t level = 0;
  for (uint32_t wanted : {0, 1, 2, 3, 5, 7}) {
    while (level < wanted && elements[element].parent != kNone) {
      element = elements[element].parent;
      ++level;
    }
    level = wanted;
    Range inside = range_of(element);
    row.put(inside.blocks);
    row.put(inside.words);
    row.put(share(inside.words, all.words));
    row.put(share(inside.link_words, inside.words));
    row.put(share(inside.words, inside.blocks));
    row.put(share(inside.stop_words, inside.words));
  }
  // The lowest ancestor with the title, and the lowest with much of the page.
  uint32_t with_title = kNone, with_much = kNone;
  uint32_t title_level = 0, much_level = 0;
  level = 0;
  for (element = block.element; element != kNone;
       element = elements[element].parent, ++level) {
    const PageElement& one = elements[element];
    if (with_title == kNone && title_block_ != kNone &&
        one.first_block <= title_block_ && title_block_ < one.end_block) {
      with_title = element;
      title_level = level;
    }
    if (with_much == kNone && range_of(element).words * 5 >= all.words * 2) {
      with_much = element;
      much_level = level;
    }
    if (with_much != kNone && (with_title != kNone || title_block_ == kNone)) {
      break;
    }
  }
  row.put(with_title == kNone ? 99u : title_level);
  row.put(with_title == kNone ? 0.0f
                              : share(range_of(with_title).words, all.words));
  row.put(with_much == kNone ? 99u : much_level);
  Range much = with_much == kNone ? all : range_of(with_much);
  row.put(much.blocks);
  row.put(share(much.link_words, much.words));
}

void MainFeatures::distances(const PageBlock& block, Row& row) const {
  std::array<float, kDistanceTags.size() + 1> found;
  found.fill(static_cast<float>(kFar));
  const auto& elements = blocks_->elements();
  uint32_t element = block.inner;
  for (uint32_t level = 0; level < kFar && element != kNone; ++level) {
    const PageElement& one = elements[element];
    float& distance = found[kDistanceSlots[static_cast<size_t>(one.tag)]];
    distance = std::min(distance, static_cast<float>(level));
    element = one.parent;
  }
  for (size_t i = 1; i < found.size(); ++i) row.put(found[i]);
}

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
  row.put(share(in_body, all));
  row.put(share(in_description, all));
}

void MainFeatures::fill(size_t index,
                        std::span<float, kMainNumbers> numbers) const {
  const PageBlock& block = blocks_->blocks()[index];
  Row row(numbers);
  own(block, row);
  place(index, row);
  neighbours(index, row);
  repeats(index, row);
  containers(block, row);
  distances(block, row);
  structured_data(block, row);
  std::copy(page_numbers_.begin(), page_numbers_.end(),
            numbers.begin() + kBlockNumbers);
}

}  // namespace wax::index
