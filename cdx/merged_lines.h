// The lines of sorted inputs as one stream, and such inputs of blocks.
#pragma once

#include <memory>
#include <vector>

#include "cdx/line_block.h"
#include "cdx/line_stream.h"
#include "cdx/loser_tree.h"
#include "cdx/read_ahead.h"

namespace wax::cdx {

// What a tree takes its lines from.
struct TreeInputs {
  std::unique_ptr<ReadAhead> ahead;  // outlives the inputs, if they need it
  std::vector<std::unique_ptr<SortedInput>> inputs;
};

// Of blocks, which so many threads have ready (ReadAhead).
[[nodiscard]] TreeInputs read_ahead(
    std::vector<std::unique_ptr<BlockSource>> sources, unsigned threads);

// All lines in order; with `unique`, of equal lines one. What lies together in
// a block and comes together is written without a copy in between.
[[nodiscard]] std::unique_ptr<LineStream> merged_lines(TreeInputs inputs,
                                                       bool unique);

}  // namespace wax::cdx
