// Whether the files of a graph are what meta.json says of them.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "graph/store/graph_folder.h"
#include "io/problem.h"

namespace wax::graph {

// Reads all files. Reports as lost, with its file:
// - "build-missing": a file that meta.json lists, or meta.json;
// - "build-damaged": a file with another size or checksum, one that meta.json
//   does not list, or one that cannot be read as what it is;
// - "build-differs": meta.json says something else than a scan of the files.
// How many it reported. `next`: words for the end of each text, what to do;
// asked for when there is something to report.
// Temporary files go to io::temp_folder(tmpdir). Throws IoError for what cannot
// be read at all.
[[nodiscard]] uint64_t check_graph(const GraphFolder& folder,
                                   const std::string& tmpdir,
                                   const std::function<std::string()>& next,
                                   ProblemSink& problems);

}  // namespace wax::graph
