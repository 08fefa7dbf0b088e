// Merging sorted lines with few comparisons of text, however much the lines
// have in common (CDX keys share long prefixes).
//
// A line is seen as big-endian words of four bytes, continued by zeros without
// end. Its code relative to a line that is not greater (its base) says in one
// integer at which word the two differ first and what that word is. Of two
// lines with one base, the one with the smaller code is the smaller line, and
// the other keeps its code when the first becomes its base. So a tournament of
// losers compares integers, and looks at text only where codes are equal, and
// there only behind what is known to be the same ("offset-value coding",
// Conner 1977).
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

namespace wax::cdx {

using LineCode = uint64_t;

// Equal to the base but for zero bytes at the end.
inline constexpr LineCode kSameLine = 0;
// Greater than the code of any line.
inline constexpr LineCode kNoLine = ~uint64_t{0};

// The code of a line that differs from its base in word `index` first.
[[nodiscard]] inline LineCode code_at(std::string_view line, size_t index) {
  uint32_t word = 0;
  size_t at = index * 4;
  if (at + 4 <= line.size()) {
    std::memcpy(&word, line.data() + at, 4);
    word = __builtin_bswap32(word);
  } else {
    for (size_t i = 0; i < 4; ++i) {
      word <<= 8;
      if (at + i < line.size()) word |= static_cast<uint8_t>(line[at + i]);
    }
  }
  return (0xfffffffe - uint64_t{index}) << 32 | word;
}

// The word of a code; meaningless for kSameLine.
[[nodiscard]] inline size_t word_of(LineCode code) {
  return 0xfffffffe - static_cast<size_t>(code >> 32);
}

// How many bytes two lines have in common, given that the first `from` are.
[[nodiscard]] inline size_t common_prefix(std::string_view a,
                                          std::string_view b, size_t from) {
  size_t n = std::min(a.size(), b.size());
  size_t i = std::min(from, n);
  for (; i + 8 <= n; i += 8) {
    uint64_t x;
    uint64_t y;
    std::memcpy(&x, a.data() + i, 8);
    std::memcpy(&y, b.data() + i, 8);
    if (x != y) {
      return i + static_cast<size_t>(std::countr_zero(x ^ y)) / 8;
    }
  }
  while (i < n && a[i] == b[i]) ++i;
  return i;
}

// Compares two lines whose first `from` bytes are the same. `code` becomes the
// greater one's relative to the other. True when b is less than a.
[[nodiscard]] inline bool less_from(std::string_view b, std::string_view a,
                                    size_t from, LineCode& code) {
  size_t at = common_prefix(a, b, from);
  if (at < a.size() && at < b.size()) {
    bool less = static_cast<uint8_t>(b[at]) < static_cast<uint8_t>(a[at]);
    code = code_at(less ? a : b, at / 4);
    return less;
  }
  std::string_view longer = a.size() > b.size() ? a : b;
  size_t rest = longer.find_first_not_of('\0', at);
  code = rest == std::string_view::npos ? kSameLine : code_at(longer, rest / 4);
  return b.size() < a.size();
}

// One of the sorted inputs of a merge: a current line, and its code relative
// to the line before it (to the empty line for the first).
class SortedInput {
 public:
  virtual ~SortedInput() = default;
  // Moves to the next line. False at the end. The line that was current
  // before may be forgotten.
  [[nodiscard]] virtual bool advance() = 0;
  // Moves over the next lines as long as their codes are less than `limit`, but
  // not less than `least`, and they lie in memory behind the current one. How
  // many there were. Nothing is forgotten.
  [[nodiscard]] virtual size_t advance_below(LineCode /*limit*/,
                                             LineCode /*least*/) {
    return 0;
  }
  // Has "\n" behind it in memory.
  [[nodiscard]] std::string_view line() const { return line_; }
  [[nodiscard]] LineCode code() const { return code_; }

 protected:
  std::string_view line_;
  LineCode code_ = kSameLine;
};

// Takes the least line of all inputs, again and again.
class LoserTree {
 public:
  explicit LoserTree(std::vector<std::unique_ptr<SortedInput>> inputs)
      : inputs_(std::move(inputs)),
        nodes_(std::max<size_t>(inputs_.size(), 1)) {}

  // Moves to the next line in order. False at the end, also when asked again.
  [[nodiscard]] bool next() {
    if (started_ && nodes_[0].code == kNoLine) return false;
    Node winner = started_ ? advanced(nodes_[0].input) : start();
    if (started_) {
      size_t n = inputs_.size();
      for (size_t at = (winner.input + n) / 2; at > 0; at /= 2) {
        play(winner, nodes_[at]);
      }
    }
    started_ = true;
    nodes_[0] = winner;
    return winner.code != kNoLine;
  }

  // Behind next(): moves over further lines of the same input that come next in
  // order and lie in memory behind the one that was current. How many there
  // were. With `unique`, up to the first that is the same as the one before it.
  [[nodiscard]] size_t next_run(bool unique) {
    LineCode limit = kNoLine;
    size_t n = inputs_.size();
    size_t winner = nodes_[0].input;
    for (size_t at = (winner + n) / 2; at > 0; at /= 2) {
      limit = std::min(limit, nodes_[at].code);
    }
    // Whoever is behind a line by more than the next one keeps the code.
    return inputs_[winner]->advance_below(limit, unique ? kSameLine + 1 : 0);
  }

  [[nodiscard]] std::string_view line() const {
    return inputs_[nodes_[0].input]->line();
  }
  // The code of the line relative to the one that next() gave before.
  [[nodiscard]] LineCode code() const { return nodes_[0].code; }
  // Which input the line is from.
  [[nodiscard]] size_t input() const { return nodes_[0].input; }

 private:
  struct Node {
    LineCode code = kNoLine;
    size_t input = 0;
  };

  Node advanced(size_t i) {
    SortedInput& input = *inputs_[i];
    return {input.advance() ? input.code() : kNoLine, i};
  }

  Node start() {
    size_t n = inputs_.size();
    if (n == 0) return {};
    std::vector<Node> winners(2 * n);
    for (size_t i = 0; i < n; ++i) winners[n + i] = advanced(i);
    for (size_t at = n - 1; at > 0; --at) {
      winners[at] = winners[2 * at];
      nodes_[at] = winners[2 * at + 1];
      play(winners[at], nodes_[at]);
    }
    return winners[1];
  }

  void play(Node& winner, Node& other) {
    if (winner.code < other.code) return;
    if (winner.code > other.code) {
      std::swap(winner, other);
      return;
    }
    if (winner.code == kNoLine) return;
    std::string_view a = inputs_[winner.input]->line();
    std::string_view b = inputs_[other.input]->line();
    LineCode code;
    size_t from = winner.code == kSameLine ? std::min(a.size(), b.size())
                                           : (word_of(winner.code) + 1) * 4;
    if (less_from(b, a, from, code)) std::swap(winner, other);
    other.code = code;
  }

  std::vector<std::unique_ptr<SortedInput>> inputs_;
  std::vector<Node> nodes_;  // [0] the winner, [i] who lost in that match
  bool started_ = false;
};

}  // namespace wax::cdx
