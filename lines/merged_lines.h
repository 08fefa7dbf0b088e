// The lines of sorted inputs as one stream.
#pragma once

#include <cstddef>
#include <memory>

#include "lines/line_span.h"
#include "lines/line_stream.h"
#include "lines/run_file.h"

namespace wax::lines {

// How lines are merged; none of it changes what comes out.
struct MergeShares {
  // Of text that is merged in one go.
  size_t range = 2 << 20;
  // Threads that read and merge beside whoever asks for the lines.
  unsigned threads = 0;
};

// All lines in order; with `unique`, of equal lines one. What the inputs throw
// comes in its turn: behind the lines of all ranges before it. The inputs are
// asked by the caller, who merges too while the threads do. Memory: of each
// input a span; with threads, `threads` + 3 ranges twice.
[[nodiscard]] std::unique_ptr<LineStream> merged_lines(
    std::unique_ptr<SortedInputs> inputs, bool unique,
    const MergeShares& shares = {});

// The same in a run of a file.
[[nodiscard]] Run merged_run(std::unique_ptr<SortedInputs> inputs,
                             const MergeShares& shares, RunFile& file,
                             size_t block);

}  // namespace wax::lines
