// Makes a graph, or adds inputs to it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "graph/update/counted_links.h"
#include "graph/update/graph_inputs.h"
#include "io/problem.h"

namespace wax::graph {

struct UpdateOptions {
  GraphInputs::Sources sources;
  // Empty: as the graph has it, or else "latest".
  std::string policy;
  // Add to what the graph has.
  bool frontier = false;
  bool nofollow = false;
  // Of these sources alone, also if there is a graph.
  bool anew = false;
  Resources resources;
};

struct UpdateResult {
  InputCounts counts;
  std::vector<std::string> passed_over;  // inputs that the graph had
  uint64_t nodes = 0;
  uint64_t links = 0;  // that were ever seen, each once
};

// The graph appears in one step, or stays as it was. It has no scores after
// that. The result does not depend on the order of the inputs, and not on what
// was added by one update or by several. Throws UsageError, IoError,
// FormatError.
[[nodiscard]] UpdateResult update_graph(const std::string& folder,
                                        const UpdateOptions& options,
                                        ProblemSink& problems);

}  // namespace wax::graph
