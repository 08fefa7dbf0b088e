// The lines of sorted inputs as one stream, merged in ranges of their order.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "lines/line_span.h"
#include "lines/line_stream.h"
#include "lines/loser_tree.h"
#include "lines/run_file.h"

namespace wax::lines {

// How lines are merged. The result does not depend on it.
struct MergeShares {
  // Bytes of text that are merged at once.
  size_t range = 2 << 20;
  // Threads that read and merge besides the caller.
  unsigned threads = 0;
};

// All lines in order; with `unique`, equal lines once. What the inputs throw is
// thrown after the lines of all ranges before it. Only the caller's thread
// calls the inputs; it also merges while the threads do. Memory: one span of
// each input; with threads, `threads` + 3 ranges twice.
[[nodiscard]] std::unique_ptr<LineStream> merged_lines(
    std::unique_ptr<SortedInputs> inputs, bool unique,
    const MergeShares& shares = {});

// The same, written as a run of `file`, in parts of about `block` bytes
// (RunWriter). Throws what the inputs throw, and IoError.
[[nodiscard]] Run merged_run(std::unique_ptr<SortedInputs> inputs,
                             const MergeShares& shares, RunFile& file,
                             size_t block);

struct MergeRange {
  std::vector<InputSpans> inputs;
  size_t bytes = 0;  // of the lines, with their ends
  // The greatest line of the ranges before this one, unless it is the first
  // range. Lines that equal it may be in this range.
  bool is_first = true;
  std::string before;
};

class MergeRanges {
 public:
  // A range has about `bytes` bytes of lines, and not much more than twice as
  // many unless a line is longer. The ends of the ranges depend only on the
  // lines.
  MergeRanges(std::unique_ptr<SortedInputs> inputs, size_t bytes);

  // The next range in order. False at the end, also when called again. Throws
  // what the inputs throw. Memory: one span of each input.
  [[nodiscard]] bool next(MergeRange& range);

 private:
  // The position in an input. Its lines are taken in steps: each step begins
  // where the last one ended, and goes to the line that makes it long enough,
  // or to the end of the span.
  struct Place {
    LineSpan span;
    size_t taken = 0;  // so many of its lines are in earlier ranges
    size_t begin = 0;  // of the rest of the step
    size_t end = 0;
    size_t left = 0;  // bytes of that rest
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
