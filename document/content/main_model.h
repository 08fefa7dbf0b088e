// The trained model of main content: tables of weights and trees.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "document/content/main_features.h"
#include "document/content/main_tokens.h"

namespace wax::document {

// The kinds of pages that the model tells apart, in the order of their names:
// article, collection, documentation, forum, listing, product, service.
inline constexpr size_t kPageTypes = 7;

// A row of numbers that trees look at: MainFeatures; the class score of the
// block and of those two before to two after it; the same of the text score;
// the heading score; the probabilities of the page types.
inline constexpr size_t kClassScores = kMainNumbers;
inline constexpr size_t kTextScores = kClassScores + 5;
inline constexpr size_t kHeadingScore = kTextScores + 5;
inline constexpr size_t kTypeScores = kHeadingScore + 1;
inline constexpr size_t kRowNumbers = kTypeScores + kPageTypes;

// The linear models of all page types, which ask about the same slots.
struct PageTypeWeights {
  // One look-up a slot; the last weight of each is 0.
  std::vector<std::array<int8_t, kPageTypes + 1>> weights;
  std::array<float, kPageTypes> scale{};
  std::array<float, kPageTypes> bias{};
};

// Read from bytes that models/main_content/train.py writes, little-endian:
//   "wax-main 1\n"
//   10 linear models (class, text, heading, page types): uint32 slots, float
//     scale, float bias, an int8 for each slot
//   uint32 numbers in a row; for each: uint8 count, floats: its thresholds,
//     ascending
//   uint32 trees, float scale of values; for each tree: uint8 splits; for each
//     split: uint8 number, uint8 threshold, int8 left, int8 right (a split;
//     ~leaf when negative); for each leaf, one more than splits, at most 32:
//     int16 value
// Any number of threads may ask one model.
class MainModel {
 public:
  // Throws FormatError when the bytes are no model that fits this program.
  explicit MainModel(std::string_view bytes);
  // The model that is compiled in; made at the first call.
  [[nodiscard]] static const MainModel& built_in();

  TokenWeights class_weights;
  TokenWeights text_weights;
  TokenWeights heading_weights;
  PageTypeWeights type_weights;

  // Writes the log-odds of blocks being content: one for each of the rows,
  // which follow each other, each of kRowNumbers. They are blocks of one page:
  // the page's numbers and types are those of the first row.
  void log_odds(std::span<const float> rows, std::span<float> odds) const;

 private:
  struct Split {
    float threshold;
    uint8_t number;
    int8_t next[2];  // when not greater, when greater
  };
  // A split as it is asked: all splits of a number together, so that no branch
  // waits for another one (QuickScorer, Lucchese et al., SIGIR 2015).
  struct Test {
    float threshold;
    uint32_t tree;
    int32_t leaves;  // bits of those that can still be reached when greater
  };
  // False when the splits are no tree of these leaves.
  [[nodiscard]] bool add_tree(std::span<const Split> splits,
                              std::span<const float> leaves);

  using Reached = std::vector<int32_t>;  // bits of the leaves of each tree

  // Takes away the leaves that the numbers from `begin` to `end` rule out.
  void rule_out(const float* row, size_t begin, size_t end,
                Reached& reached) const;
  // For several rows at once; `reached` are the leaves that the page leaves.
  template <typename Lanes>
  void odds_of_lanes(const float* const* rows, const Reached& reached,
                     float* odds) const;
  void odds_of_lanes_avx2(const float* const* rows, const Reached& reached,
                          float* odds) const;
  void odds_of_lanes_avx512(const float* const* rows, const Reached& reached,
                            float* odds) const;

  // By number, ascending in their thresholds.
  std::array<std::vector<Test>, kRowNumbers> tests_;
  std::vector<uint32_t> first_leaves_;  // of the trees
  std::vector<float> leaves_;           // from left to right
};

// The file main_model.bin, which lives as long as the program.
[[nodiscard]] std::string_view main_model_table();

}  // namespace wax::document
