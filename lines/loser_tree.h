// Merges sorted lines with few comparisons of text.
//
// It is a tree of losers over the codes of lines (lines/line_span.h). It
// compares integers. Only if codes are equal does it compare text, after the
// part that is known to be the same.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include "lines/line_span.h"

namespace wax::lines {

// The lines of one input: each span goes on where the one before it ends.
using InputSpans = std::vector<LineSpan>;

// Gives the lines of all inputs in order.
class LoserTree {
 public:
  // The first line of an input may have any code.
  explicit LoserTree(std::vector<InputSpans> inputs)
      : inputs_(std::move(inputs)),
        cursors_(inputs_.size()),
        nodes_(std::max<size_t>(inputs_.size(), 1)) {}

  // Moves to the next line in order. False at the end, also when called again.
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

  // After next(): moves over the following lines of the same input that are
  // next in order and lie in memory after the current one. Returns their
  // number. With `unique`, it stops before a line that equals the one before
  // it.
  [[nodiscard]] size_t next_run(bool unique) {
    LineCode limit = kNoLine;
    size_t n = inputs_.size();
    size_t winner = nodes_[0].input;
    for (size_t at = (winner + n) / 2; at > 0; at /= 2) {
      limit = std::min(limit, nodes_[at].code);
    }
    // An input that loses with a larger code than that of the winner's next
    // line loses to that line, too, with the same code.
    LineCode least = unique ? kSameLine + 1 : 0;
    Cursor& cursor = cursors_[winner];
    const LineEntry* at = cursor.at;
    const LineEntry* last = cursor.end - 1;
    while (at != last && at[1].code < limit && at[1].code >= least &&
           at[1].offset == at->offset + at->size + 1) {
      ++at;
    }
    size_t count = static_cast<size_t>(at - cursor.at);
    cursor.at = at;
    return count;
  }

  // Valid as long as the tree, which keeps all spans.
  [[nodiscard]] std::string_view line() const { return line(nodes_[0].input); }
  // The code of the line relative to the one that next() gave before; for the
  // first, relative to the empty line.
  [[nodiscard]] LineCode code() const { return nodes_[0].code; }
  // The number of the input that has the line.
  [[nodiscard]] size_t input() const { return nodes_[0].input; }

 private:
  struct Node {
    LineCode code = kNoLine;
    size_t input = 0;
  };
  struct Cursor {
    const char* text = nullptr;
    const LineEntry* at = nullptr;
    const LineEntry* end = nullptr;
    size_t span = 0;  // the next one
  };

  [[nodiscard]] std::string_view line(size_t input) const {
    const Cursor& cursor = cursors_[input];
    return {cursor.text + cursor.at->offset, cursor.at->size};
  }

  Node advanced(size_t input) {
    Cursor& cursor = cursors_[input];
    if (cursor.at == cursor.end || ++cursor.at == cursor.end) {
      if (!enter_span(cursor, inputs_[input])) return {kNoLine, input};
    }
    // It may be long until the line after this one comes first.
    const LineEntry& ahead =
        cursor.at + 1 < cursor.end ? cursor.at[1] : cursor.at[0];
    for (size_t i = 0; i < ahead.size && i < 256; i += 64) {
      __builtin_prefetch(cursor.text + ahead.offset + i);
    }
    return {cursor.at->code, input};
  }

  static bool enter_span(Cursor& cursor, const InputSpans& spans) {
    while (cursor.span < spans.size()) {
      const LineSpan& span = spans[cursor.span++];
      if (span.size == 0) continue;
      cursor.text = span.text;
      cursor.at = span.lines;
      cursor.end = span.lines + span.size;
      return true;
    }
    return false;
  }

  Node first(size_t input) {
    Node node = advanced(input);
    if (node.code != kNoLine) (void)less_from(line(input), {}, 0, node.code);
    return node;
  }

  Node start() {
    size_t n = inputs_.size();
    if (n == 0) return {};
    std::vector<Node> winners(2 * n);
    for (size_t i = 0; i < n; ++i) winners[n + i] = first(i);
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
    std::string_view a = line(winner.input);
    std::string_view b = line(other.input);
    LineCode code;
    size_t from = winner.code == kSameLine ? std::min(a.size(), b.size())
                                           : (word_of(winner.code) + 1) * 4;
    if (less_from(b, a, from, code)) std::swap(winner, other);
    other.code = code;
  }

  std::vector<InputSpans> inputs_;
  std::vector<Cursor> cursors_;
  std::vector<Node> nodes_;  // [0] the winner, [i] who lost in that match
  bool started_ = false;
};

}  // namespace wax::lines
