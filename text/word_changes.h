// What changed between two texts, word by word.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace wax::text {

struct WordChange {
  enum class Kind { kSame, kRemoved, kAdded };
  Kind kind = Kind::kSame;
  std::string text;  // words with their spaces
};

// The least number of words that are removed from `before` and added to make
// `after`, in order; neighbours of one kind are one. Words are what white space
// separates. Texts that differ by more than `most` words are given as removed
// and added as a whole, but for what they begin and end with. Time and memory:
// most squared.
[[nodiscard]] std::vector<WordChange> word_changes(std::string_view before,
                                                   std::string_view after,
                                                   size_t most = 1500);

// "[-old-]{+new+}" with `context` words around each change, and "..." between.
[[nodiscard]] std::string shown_changes(const std::vector<WordChange>& changes,
                                        size_t context = 8);

}  // namespace wax::text
