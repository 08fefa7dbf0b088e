// How much alike two short texts are.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace wax::posts {

// The pairs of neighbouring letters of a text, in lower case, each as often as
// it is there; pairs with white space do not count. Any thread.
class LetterPairs {
 public:
  // `text` is UTF-8.
  explicit LetterPairs(std::string_view text);
  [[nodiscard]] size_t size() const { return pairs_.size(); }

 private:
  friend double likeness(const LetterPairs& a, const LetterPairs& b);
  std::vector<uint64_t> pairs_;  // sorted
};

// Dice's coefficient: twice the pairs that both have, by the pairs of each; 0
// when there are none.
[[nodiscard]] double likeness(const LetterPairs& a, const LetterPairs& b);

// More than likeness() of texts with so many pairs can be.
[[nodiscard]] double most_likeness(const LetterPairs& a, const LetterPairs& b);

}  // namespace wax::posts
