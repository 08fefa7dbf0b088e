// Merges pages and links of graphs, and of new inputs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "graph/store/graph_folder.h"
#include "graph/update/counted_links.h"
#include "graph/update/graph_inputs.h"
#include "io/budget.h"
#include "lines/kept_lines.h"

namespace wax::graph {

struct MergeResult {
  uint64_t nodes = 0;
  uint64_t links = 0;
};

// Writes the files of `to` from those of the `runs`, and from what `inputs`
// reads, if there are any; `seen_pages` are the lines of pages that the inputs
// keep. The bytes do not depend on the order of the runs, and not on which
// inputs are in which run, if all links of a capture are in one. Memory: as
// `resources` says; 4 bytes a node of each run are in temporary files that are
// mapped. Throws UsageError for too many pages, IoError, FormatError.
MergeResult merge_runs(const std::vector<RunFiles>& runs, GraphInputs* inputs,
                       lines::KeptLines& seen_pages,
                       const io::Budget& resources, const RunFiles& to);

}  // namespace wax::graph
