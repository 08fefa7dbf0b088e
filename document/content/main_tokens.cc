#include "document/content/main_tokens.h"

#include <algorithm>
#include <array>
#include <bit>
#include <functional>

#include "text/ascii.h"

namespace wax::document {
namespace {

constexpr size_t kMostTokens = 48;  // of an element

constexpr uint32_t kAnyLevel = 0x51ED270Bu;
constexpr uint32_t kTagToken = 0x2545F491u;
constexpr uint32_t kPairToken = 0x1B873593u;
constexpr uint32_t kFirstToken = 0x3C6EF372u;
constexpr uint32_t kLastToken = 0x5BE0CD19u;
constexpr uint32_t kShortToken = 0x6A09E667u;
constexpr uint32_t kWholeToken = 0x510E527Fu;
constexpr uint32_t kUrlToken = 0x9B05688Cu;
constexpr uint32_t kTitleToken = 0x1F83D9ABu;
constexpr uint32_t kNameToken = 0x428A2F98u;
constexpr uint32_t kDataToken = 0x71374491u;

uint32_t token_slot(uint32_t kind, uint32_t token, uint32_t slots) {
  return sequence_hash(kind, token) % slots;
}

uint32_t class_name_hash(std::string_view name) {
  uint32_t hash = 2166136261;
  for (char c : name) {
    hash = (hash ^ static_cast<unsigned char>(text::to_lower(c))) * 16777619;
  }
  return hash ^ hash >> 15;
}

// Appends a name and its parts: runs of letters, that capitals divide.
void append_name(std::string_view name, std::vector<uint32_t>& tokens) {
  tokens.push_back(class_name_hash(name));
  for (size_t at = 0; at < name.size();) {
    if (!text::is_letter(name[at])) {
      ++at;
      continue;
    }
    size_t end = at + 1;
    auto upper = [&](size_t i) { return name[i] >= 'A' && name[i] <= 'Z'; };
    while (end < name.size() && text::is_letter(name[end]) &&
           (!upper(end) || upper(end - 1))) {
      ++end;
    }
    if (end - at >= 2 && end - at < name.size()) {
      tokens.push_back(class_name_hash(name.substr(at, end - at)));
    }
    at = end;
  }
}

void append_names(std::string_view names, std::vector<uint32_t>& tokens,
                  size_t most) {
  for (size_t at = 0; at < names.size() && tokens.size() < most;) {
    if (text::is_space(names[at])) {
      ++at;
      continue;
    }
    size_t end = at;
    while (end < names.size() && !text::is_space(names[end])) ++end;
    append_name(names.substr(at, std::min(end - at, size_t{100})), tokens);
    at = end;
  }
}

std::array<std::string_view, 5> attributes_with_names(
    const PageElement& element) {
  return {element.css_class, element.id, element.role, element.item_property,
          element.test_id};
}

size_t names_hash(const std::array<std::string_view, 5>& names) {
  size_t hash = 0;
  for (std::string_view name : names) {
    if (!name.empty()) hash += std::hash<std::string_view>()(name);
    hash = std::rotl(hash, 13) * 0x9E3779B97F4A7C15;
  }
  return hash ^ hash >> 32;
}

}  // namespace

ClassTokens::ClassTokens(const PageBlocks& page)
    : page_(&page),
      name_slots_(std::bit_ceil(2 * page.elements().size() + 2), kNoNumber),
      element_names_(page.elements().size(), kNoNumber),
      scores_(page.elements().size()) {}

ClassTokens::Names& ClassTokens::names_of(uint32_t element) {
  uint32_t& known = element_names_[element];
  if (known == kNoNumber) known = find_names(element);
  return names_[known];
}

uint32_t ClassTokens::find_names(uint32_t element) {
  const auto& elements = page_->elements();
  const auto wanted = attributes_with_names(elements[element]);
  const size_t mask = name_slots_.size() - 1;
  size_t slot = names_hash(wanted) & mask;
  for (; name_slots_[slot] != kNoNumber; slot = (slot + 1) & mask) {
    const Names& other = names_[name_slots_[slot]];
    if (attributes_with_names(elements[other.element]) == wanted) {
      return name_slots_[slot];
    }
  }
  const auto begin = static_cast<uint32_t>(tokens_.size());
  const size_t most = tokens_.size() + kMostTokens;
  for (std::string_view names : wanted) append_names(names, tokens_, most);
  if (tokens_.size() > most) tokens_.resize(most);
  const auto number = static_cast<uint32_t>(names_.size());
  names_.push_back({element, begin, static_cast<uint32_t>(tokens_.size())});
  name_slots_[slot] = number;
  return number;
}

std::span<const uint32_t> ClassTokens::tokens(const Names& names) const {
  return std::span(tokens_).subspan(names.begin, names.end - names.begin);
}

// Calls visit(element, level) from the block's innermost element upwards, until
// visit returns false.
template <typename Visit>
void ClassTokens::for_each_level(const PageBlock& block, Visit visit) const {
  uint32_t element = block.inner;
  uint32_t above = 0;  // the block-level element
  bool inside = true;
  while (element != kNoNumber) {
    const uint32_t level = above < 2 ? above : above < 5 ? 2 : 3;
    if (!visit(element, level)) return;
    inside = inside && element != block.element;
    above += static_cast<uint32_t>(!inside);
    element = page_->elements()[element].parent;
  }
}

template <typename Visit>
void ClassTokens::for_each_slot(uint32_t element, uint32_t level, Visit visit) {
  for (uint32_t token : tokens(names_of(element))) {
    visit(token_slot(kAnyLevel, token, kClassSlots));
    visit(token_slot(level, token, kClassSlots));
  }
  const auto tag = static_cast<uint32_t>(page_->elements()[element].tag);
  visit(token_slot(kTagToken + level, tag, kClassSlots));
}

void ClassTokens::sum(Names& names, const TokenWeights& weights) const {
  int32_t any = 0;
  for (uint32_t token : tokens(names)) {
    any += weights.weights[token_slot(kAnyLevel, token, kClassSlots)];
    for (uint32_t level = 0; level < kLevels; ++level) {
      names.sums[level] +=
          weights.weights[token_slot(level, token, kClassSlots)];
    }
  }
  for (int32_t& sum : names.sums) sum += any;
  names.summed = true;
}

const ClassTokens::Score& ClassTokens::score_of(uint32_t element,
                                                const TokenWeights& weights) {
  // All above it first, without recursion.
  unknown_.clear();
  for (uint32_t one = element; one != kNoNumber && !scores_[one].known;
       one = page_->elements()[one].parent) {
    unknown_.push_back(one);
  }
  for (size_t i = unknown_.size(); i-- > 0;) {
    const uint32_t one = unknown_[i];
    Score& score = scores_[one];
    Names& names = names_of(one);
    if (!names.summed) sum(names, weights);
    const auto tag = static_cast<uint32_t>(page_->elements()[one].tag);
    for (uint32_t level = 0; level < kLevels; ++level) {
      score.sums[level] =
          names.sums[level] +
          weights.weights[token_slot(kTagToken + level, tag, kClassSlots)];
    }
    score.count = 2 * (names.end - names.begin) + 1;
    const uint32_t parent = page_->elements()[one].parent;
    score.far_sum = score.sums[3];
    score.far_count = score.count;
    if (parent != kNoNumber) {
      score.far_sum += scores_[parent].far_sum;
      score.far_count += scores_[parent].far_count;
    }
    score.known = true;
  }
  return scores_[element];
}

float ClassTokens::score(const PageBlock& block, const TokenWeights& weights) {
  int64_t sum = 0;
  size_t count = 0;
  for_each_level(block, [&](uint32_t element, uint32_t level) {
    const Score& score = score_of(element, weights);
    if (level == 3) {
      sum += score.far_sum;
      count += score.far_count;
      return false;
    }
    sum += score.sums[level];
    count += score.count;
    return true;
  });
  return weights.score(sum, count);
}

void ClassTokens::append_slots(const PageBlock& block,
                               std::vector<uint32_t>& slots) {
  for_each_level(block, [&](uint32_t element, uint32_t level) {
    for_each_slot(element, level,
                  [&](uint32_t slot) { slots.push_back(slot); });
    return true;
  });
}

void ClassTokens::append_page_slots(std::string_view url,
                                    std::vector<uint32_t>& slots) {
  HashSet seen;
  auto add = [&](uint32_t kind, uint32_t token) {
    const uint32_t hash = sequence_hash(kind, token);
    if (seen.contains(hash)) return;
    seen.insert(hash);
    slots.push_back(hash % kPageSlots);
  };
  auto add_words = [&](uint32_t kind, std::string_view text) {
    WordReader reader(text);
    for (Word word; reader.next(word);) {
      if (!word.number) add(kind, word.hash);
    }
  };
  add_words(kUrlToken, url.substr(0, 500));
  add_words(kTitleToken, std::string_view(page_->head().title).substr(0, 500));
  const auto& elements = page_->elements();
  std::vector<bool> added;
  for (uint32_t i = 0; i < elements.size(); ++i) {
    if (elements[i].first_block >= elements[i].end_block) continue;
    const Names& names = names_of(i);
    added.resize(names_.size());
    if (added[element_names_[i]]) continue;
    added[element_names_[i]] = true;
    for (uint32_t token : tokens(names)) add(kNameToken, token);
  }
  for (uint32_t type = 0; type < kLdTypes; ++type) {
    if (page_->head().json_ld.has(static_cast<LdType>(type))) {
      add(kDataToken, type);
    }
  }
  WordReader og_type(page_->head().og_type);
  for (Word word; og_type.next(word);) add(kDataToken, word.hash);
}

void append_text_slots(std::span<const uint32_t> words,
                       std::vector<uint32_t>& slots) {
  if (words.empty()) return;
  auto add = [&](uint32_t kind, uint32_t token) {
    slots.push_back(token_slot(kind, token, kTextSlots));
  };
  for (uint32_t word : words.first(std::min(words.size(), size_t{40}))) {
    add(0, word);
  }
  for (size_t i = 0; i + 1 < std::min(words.size(), size_t{12}); ++i) {
    uint32_t pair = sequence_hash(words[i], words[i + 1]);
    add(kPairToken, pair);
    if (i == 0) add(kFirstToken, pair);
  }
  add(kLastToken, words.back());
  if (words.size() <= 6) {
    uint32_t whole = 0;
    for (uint32_t word : words) {
      add(kShortToken, word);
      whole = sequence_hash(whole, word);
    }
    add(kWholeToken, whole);
  }
}

void append_heading_slots(std::span<const uint32_t> words,
                          std::vector<uint32_t>& slots) {
  words = words.first(std::min(words.size(), size_t{12}));
  for (size_t i = 0; i < words.size(); ++i) {
    slots.push_back(token_slot(0, words[i], kHeadingSlots));
    if (i > 0) {
      slots.push_back(token_slot(
          kPairToken, sequence_hash(words[i - 1], words[i]), kHeadingSlots));
    }
  }
}

}  // namespace wax::document
