// Slots of tables of weights: what names and words say of a block.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "document/content/page_blocks.h"

namespace wax::document {

// Slots are hashes; tokens that share a slot share its weight.
inline constexpr uint32_t kClassSlots = 1 << 17;
inline constexpr uint32_t kTextSlots = 1 << 17;
inline constexpr uint32_t kHeadingSlots = 1 << 14;
inline constexpr uint32_t kPageSlots = 1 << 15;

// What a linear model says: the sum of the weights of tokens by the root of
// their number. `scale` is what a weight of 1 means.
[[nodiscard]] inline float linear_score(float scale, float bias, int64_t sum,
                                        size_t tokens) {
  if (tokens == 0) return bias;
  return bias + scale * static_cast<float>(sum) /
                    std::sqrt(static_cast<float>(tokens));
}

struct TokenWeights {
  std::vector<int8_t> weights;  // of all slots
  float scale = 0;
  float bias = 0;

  [[nodiscard]] float score(int64_t sum, size_t tokens) const {
    return linear_score(scale, bias, sum, tokens);
  }
};

// The names that elements have in class, id, role, itemprop and data-testid:
// each name and its parts ("postBody-main": "post", "body", "main"), by how far
// the element is above the block, and without that; and the tags.
// For one thread.
class ClassTokens {
 public:
  explicit ClassTokens(const PageBlocks& page);

  [[nodiscard]] float score(const PageBlock& block,
                            const TokenWeights& weights);
  // Appends the slots that score() sums up.
  void append_slots(const PageBlock& block, std::vector<uint32_t>& slots);
  // Appends the slots of what tells kinds of pages apart: words of its URL and
  // its title, all names that elements with text have, structured data.
  void append_page_slots(std::string_view url, std::vector<uint32_t>& slots);

 private:
  // How far above the block: itself, its parent, the next three, further.
  static constexpr uint32_t kLevels = 4;
  // Names that elements have in common; most share them with others.
  struct Names {
    uint32_t element;     // the first that has them
    uint32_t begin, end;  // of their tokens
    int32_t sums[kLevels] = {};
    bool summed = false;
  };
  struct Score {
    int32_t sums[kLevels] = {};
    int64_t far_sum = 0;  // of it and all above it
    uint32_t far_count = 0;
    uint32_t count = 0;
    bool known = false;
  };

  template <typename Visit>
  void for_each_level(const PageBlock& block, Visit visit) const;
  Names& names_of(uint32_t element);
  uint32_t find_names(uint32_t element);
  std::span<const uint32_t> tokens(const Names& names) const;
  template <typename Visit>
  void for_each_slot(uint32_t element, uint32_t level, Visit visit);
  void sum(Names& names, const TokenWeights& weights) const;
  const Score& score_of(uint32_t element, const TokenWeights& weights);

  const PageBlocks* page_;
  std::vector<uint32_t> tokens_;
  std::vector<Names> names_;
  std::vector<uint32_t>
      name_slots_;  // in names_, by their hash; kNoNumber: free
  std::vector<uint32_t>
      element_names_;          // in names_; kNoNumber: not yet looked up
  std::vector<Score> scores_;  // of the elements
  std::vector<uint32_t> unknown_;
};

// Appends the slots of a block's words: the first words, pairs of them, the
// last one; of short blocks the whole text.
void append_text_slots(std::span<const uint32_t> words,
                       std::vector<uint32_t>& slots);

// Appends the slots of the words of the heading above a block.
void append_heading_slots(std::span<const uint32_t> words,
                          std::vector<uint32_t>& slots);

}  // namespace wax::document
