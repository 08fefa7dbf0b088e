// The lines of sorted inputs as one stream.
#pragma once

#include <cstddef>
#include <memory>

#include "lines/line_span.h"
#include "lines/line_stream.h"
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

}  // namespace wax::lines
