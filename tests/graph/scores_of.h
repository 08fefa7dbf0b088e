// The scores of a graph of a few lines, for tests.
#pragma once

#include <string>
#include <vector>

#include "graph/score/methods.h"
#include "graph/score/scoring.h"
#include "tests/graph/graph_of.h"

namespace wax::graph {

// All scores of that name, by key.
inline std::vector<double> read_scores(const GraphOf& graph,
                                       const std::string& name) {
  ScoreFile file =
      open_scores({graph.path()}, name, GraphReader(graph.path()).nodes());
  std::vector<double> scores;
  for (uint64_t id = 0; id < file.nodes(); ++id) scores.push_back(file.at(id));
  return scores;
}

inline ScoringResult score(const GraphOf& graph, const std::string& name,
                           const ScoringOptions& options = {}) {
  auto method = make_method(name);
  return score_graph(graph.path(), *method, options);
}

}  // namespace wax::graph
