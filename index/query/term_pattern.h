// Terms that are like a word of a query.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace wax::index {

// Whether `text` matches `pattern`: "*" matches any number of characters, "?"
// one. Both are UTF-8.
[[nodiscard]] bool is_like(std::string_view pattern, std::string_view text);
// Returns what comes before the first "*" or "?".
[[nodiscard]] std::string_view fixed_beginning(std::string_view pattern);

// Words from which a word differs by few edits: a character that is added, left
// out or another, or two neighbours in the other order.
class NearWords {
 public:
  NearWords(std::string_view word, uint32_t edits);

  struct Answer {
    uint32_t edits = 0;  // valid if is_near
    bool is_near = false;
    // No word with this beginning, in bytes, is near; 0: there may be one.
    size_t hopeless = 0;
  };
  // Quickest for words in order.
  [[nodiscard]] Answer compare(std::string_view word);

 private:
  std::u32string word_;
  uint32_t most_;
  // About the last word: its characters, where each ends in bytes, and by
  // characters the edits from each beginning of `word_`.
  std::u32string last_;
  std::vector<size_t> ends_;
  std::vector<std::vector<uint32_t>> rows_;
  size_t valid_ = 0;  // rows, after the first
};

}  // namespace wax::index
