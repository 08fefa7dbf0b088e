// How usual characters are after one another, by language.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace wax::document {

// Costs are in quarters of a bit.
inline constexpr unsigned kBit = 4;

// What one language costs: -log2 of how likely a character is after another
// one, from texts of that language (models/charset/train.py). Characters are
// folded: letters small, digits "0", all else of ASCII one space. Pairs within
// ASCII have no cost.
class LanguagePairs {
 public:
  // `table` is the part of language_pairs_table() that begins with this
  // language, and is cut by its length.
  explicit LanguagePairs(std::string_view& table);

  [[nodiscard]] std::string_view language() const { return language_; }
  [[nodiscard]] unsigned cost(char16_t first, char16_t second) const;

 private:
  struct Single {
    char16_t character = 0;
    uint8_t cost = 0;
    uint8_t leave = 0;  // for a pair that is not in the table
  };
  [[nodiscard]] const Single& single(char16_t character) const;
  [[nodiscard]] size_t slot_of_pair(uint32_t pair) const;

  std::string_view language_;
  uint8_t unseen_ = 0;
  // Open addressing; sizes are powers of two, and 0 is an empty place.
  std::vector<Single> singles_;
  std::vector<std::pair<uint32_t, uint8_t>> pairs_;
};

// All languages, read when they are first asked for. Any number of threads may
// call it.
[[nodiscard]] const std::vector<LanguagePairs>& language_pairs();

// The file document/charset/language_pairs.bin, a part of the program. For each
// language: its name (8 bytes), the number of characters (u16), the cost of one
// that is not seen (u8); for each character: itself (u16), its cost, the cost
// of leaving its pairs (u8), the number of pairs (u16), for each of these the
// second character (u16) and the cost (u8). Little-endian.
[[nodiscard]] std::string_view language_pairs_table();

}  // namespace wax::document
