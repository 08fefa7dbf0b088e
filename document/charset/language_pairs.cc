#include "document/charset/language_pairs.h"

#include <algorithm>
#include <bit>

namespace wax::document {
namespace {

// No character says more: a sign that the texts did not have is not rare in
// all texts.
constexpr unsigned kMostCost = 18 * kBit;

// Signs that every language may have, though its texts had other ones.
constexpr unsigned kMostCostOfSign = 10 * kBit;

bool is_usual_sign(char16_t c) {
  constexpr std::u16string_view kSigns =
      u"\u00A0\u00A3\u00A7\u00A9\u00AB\u00AE\u00B0\u00B7\u00BB\u2013\u2014"
      u"\u2018\u2019\u201C\u201D\u201E\u2022\u2026\u20AC";
  return kSigns.find(c) != std::u16string_view::npos;
}

unsigned next_number(std::string_view& bytes, size_t size) {
  unsigned number = 0;
  for (size_t i = 0; i < size; ++i) {
    number |= static_cast<unsigned>(static_cast<unsigned char>(bytes[i]))
              << (8 * i);
  }
  bytes.remove_prefix(size);
  return number;
}

size_t slot_of(uint32_t key, size_t size) {
  return (key * 0x9E3779B1u >> 7) & (size - 1);
}

}  // namespace

LanguagePairs::LanguagePairs(std::string_view& table)
    : language_(table.substr(0, table.substr(0, 8).find('\0'))) {
  table.remove_prefix(8);
  const unsigned characters = next_number(table, 2);
  unseen_ = static_cast<uint8_t>(next_number(table, 1));
  singles_.resize(std::bit_ceil(size_t{characters} * 2 + 1));
  std::vector<std::pair<uint32_t, uint8_t>> pairs;
  for (unsigned i = 0; i < characters; ++i) {
    const unsigned first = next_number(table, 2);
    Single one{static_cast<char16_t>(first)};
    one.cost = static_cast<uint8_t>(next_number(table, 1));
    one.leave = static_cast<uint8_t>(next_number(table, 1));
    for (unsigned n = next_number(table, 2); n > 0; --n) {
      const unsigned second = next_number(table, 2);
      pairs.emplace_back(first << 16 | second, next_number(table, 1));
    }
    size_t slot = slot_of(first, singles_.size());
    while (singles_[slot].character != 0) {
      slot = (slot + 1) & (singles_.size() - 1);
    }
    singles_[slot] = one;
  }
  pairs_.resize(std::bit_ceil(pairs.size() * 2 + 1));
  for (const auto& pair : pairs) pairs_[slot_of_pair(pair.first)] = pair;
}

size_t LanguagePairs::slot_of_pair(uint32_t pair) const {
  size_t slot = slot_of(pair, pairs_.size());
  while (pairs_[slot].first != 0 && pairs_[slot].first != pair) {
    slot = (slot + 1) & (pairs_.size() - 1);
  }
  return slot;
}

const LanguagePairs::Single& LanguagePairs::single(char16_t character) const {
  size_t slot = slot_of(character, singles_.size());
  while (singles_[slot].character != 0 &&
         singles_[slot].character != character) {
    slot = (slot + 1) & (singles_.size() - 1);
  }
  return singles_[slot];
}

unsigned LanguagePairs::cost(char16_t first, char16_t second) const {
  // A row of dots or dashes.
  if (first == second && is_usual_sign(first)) return 2 * kBit;
  const auto& pair = pairs_[slot_of_pair(uint32_t{first} << 16 | second)];
  if (pair.first != 0) return std::min<unsigned>(pair.second, kMostCost);
  const Single& after = single(second);
  unsigned alone = after.character != 0 ? after.cost : unseen_;
  if (alone > kMostCostOfSign && is_usual_sign(second)) alone = kMostCostOfSign;
  return std::min(single(first).leave + alone, kMostCost);
}

const std::vector<LanguagePairs>& language_pairs() {
  static const std::vector<LanguagePairs> all = [] {
    std::vector<LanguagePairs> languages;
    for (std::string_view rest = language_pairs_table(); !rest.empty();) {
      languages.emplace_back(rest);
    }
    return languages;
  }();
  return all;
}

}  // namespace wax::document
