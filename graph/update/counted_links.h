// Which links count, by a policy; the files `in`, `out` and `names` of a
// graph.
#pragma once

#include "graph/store/graph_folder.h"
#include "io/budget.h"

namespace wax::graph {

// Writes these files from `pages` and `links`, which are there. Other names of
// pages are replaced by the page: of a chain by its last page, of a cycle by
// the one with the least key. Memory: `memory` bytes for sorting; 12 bytes a
// node are in a temporary file that is mapped. Throws IoError, FormatError.
void write_counted_links(const GraphFolder& folder, const LinkPolicy& policy,
                         const io::Budget& resources);

}  // namespace wax::graph
