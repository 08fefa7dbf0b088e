// Makes a graph, or adds inputs to it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "graph/update/graph_inputs.h"
#include "io/budget.h"
#include "io/problem.h"

namespace wax::graph {

struct UpdateOptions {
  GraphInputs::Sources sources;
  // Empty: as the graph has it, or else "latest".
  std::string policy;
  // Add to what the graph has.
  bool frontier = false;
  bool nofollow = false;
  // Make the graph from these sources alone, even if there is a graph.
  bool anew = false;
  // A graph that is there gets the inputs as a tier, and merge_tiers() merges
  // them later.
  bool as_tier = false;
  io::Budget resources;
};

struct UpdateResult {
  InputCounts counts;
  std::vector<std::string> passed_over;  // inputs that the graph had
  // The inputs became a tier: what follows is of them alone, not of the graph.
  bool is_tier = false;
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

// Makes one run of the tiers, and what all other files say. The bytes are those
// that the same updates without tiers give. The graph appears in one step, or
// stays as it was. False when it has no tiers: nothing is written then. Throws
// UsageError (also while another process writes the graph), IoError,
// FormatError.
bool merge_tiers(const std::string& folder, const io::Budget& resources);

}  // namespace wax::graph
