// Sorted inputs cut into ranges of their common order, each of which can be
// merged by itself, in any thread.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "lines/line_span.h"
#include "lines/loser_tree.h"

namespace wax::lines {

struct MergeRange {
  std::vector<InputSpans> inputs;
  size_t bytes = 0;  // of the lines, with their ends
  // The greatest line of the ranges before this one, unless it is the first.
  // Some that equal it may be here.
  bool is_first = true;
  std::string before;
};

class MergeRanges {
 public:
  // A range has about `bytes` bytes of lines, and not much more than twice as
  // many unless a line is longer. Where the ranges end depends on the lines
  // alone.
  MergeRanges(std::unique_ptr<SortedInputs> inputs, size_t bytes);

  // The next range, in order. False at the end, also when asked again. Throws
  // what the inputs throw. Memory: of each input the span that it is in.
  [[nodiscard]] bool next(MergeRange& range);

 private:
  // Where an input is. Its lines are taken in steps, each from where the last
  // one ended to the line that makes it long enough, or ends the span.
  struct Place {
    LineSpan span;
    size_t taken = 0;  // so many of its lines are in ranges before
    size_t begin = 0;  // of what is left of the step
    size_t end = 0;
    size_t left = 0;  // bytes of it
    size_t step = 0;  // bytes since a step was long enough

    [[nodiscard]] std::string_view last() const { return span.line(end - 1); }
  };

  [[nodiscard]] bool enter_span(size_t input);
  void enter_step(size_t input);
  void take(size_t input, size_t end, MergeRange& range);
  size_t pop_least();

  std::unique_ptr<SortedInputs> inputs_;
  size_t bytes_;
  size_t step_bytes_;
  std::vector<Place> places_;
  std::vector<size_t> heap_;  // inputs that have lines, the least step first
  bool started_ = false;
  bool any_ = false;
  std::string bound_;  // of the range before
};

}  // namespace wax::lines
