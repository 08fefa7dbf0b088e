// How hits are ranked: BM25F, and words that stand together (wax-ranking(7)).
#pragma once

#include <cmath>
#include <cstdint>
#include <string_view>

namespace wax::index {

// How much the length of a value counts, and which length counts as usual. Both
// are the same for all indexes, so that a document scores the same in each
// shard, and the greatest scores of some documents can be kept in a file.
struct LengthRule {
  float share = 0.75F;  // b of BM25
  float usual = 50;     // words
};

[[nodiscard]] LengthRule length_rule(std::string_view field);

// k1 of BM25: with so many occurrences a word counts half of what it can.
inline constexpr double kSaturation = 1.2;

// The sum over all fields is weight * occurrences * factor of the length.
[[nodiscard]] inline float saturated(float sum, float rarity) {
  // In double, so that a greater sum never gives less.
  double s = double{sum};
  return static_cast<float>(double{rarity} * s / (kSaturation + s));
}
// The sum for which saturated() gives `score`.
[[nodiscard]] inline double sum_of(double score, double rarity) {
  return kSaturation * score / (rarity - score);
}

// The inverse document frequency of a word that so many of all documents have.
[[nodiscard]] inline float rarity_of(uint64_t documents, uint64_t with) {
  auto all = static_cast<double>(documents);
  auto some = static_cast<double>(with);
  return static_cast<float>(std::log1p((all - some + 0.5) / (some + 0.5)));
}

// The weight of a phrase across the border of the main content, and of a word
// of which a document has the stem.
inline constexpr float kBorderWeight = 0.25F;
inline constexpr float kStemWeight = 0.25F;

// What a word with accents that is found as it is written counts more.
inline constexpr float kExactShare = 0.2F;

// What two words of a query count more that are neighbours in a document; a
// half for the next but one, ...
inline constexpr float kProximityBoost = 0.3F;
inline constexpr uint32_t kFarthest = 8;
// Only so many of the best hits are looked at for that.
inline constexpr uint64_t kHitsWithProximityBoost = 50;

}  // namespace wax::index
