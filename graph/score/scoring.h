// Runs a method over a graph, and publishes the scores with it.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "graph/score/method.h"
#include "io/budget.h"

namespace wax::graph {

struct ScoringOptions {
  MethodOptions method;
  uint64_t iterations = 0;  // at most; 0: as the method says
  std::string name;         // of the score; empty: as the method says
  bool boosts = false;      // also publish NAME-boost
  io::Budget resources;
  // After so many seconds, the state is saved beside the graph, so that a run
  // that was killed goes on from there.
  uint64_t save_after = 60;
  // Called after each round.
  std::function<void(uint64_t round, double residual)> progress;
};

struct ScoringResult {
  uint64_t pages = 0;
  uint64_t iterations = 0;
  double residual = 0;
  bool converged = false;
  bool resumed = false;
  std::vector<std::string> names;  // of the scores
};

// The graph appears with its new scores in one step, or stays as it was. The
// scores depend neither on `resources` nor on whether the run was resumed.
//
// Memory: while `resources.memory` holds 40 bytes a page, everything but the
// links. Else what pages give is held block by block, links are sorted by these
// blocks in temporary files, and the rest is in temporary files that are
// mapped. Throws UsageError (also for what a plug-in throws, and for a score
// that is no finite number), IoError, FormatError.
[[nodiscard]] ScoringResult score_graph(const std::string& folder,
                                        ScoreMethod& method,
                                        const ScoringOptions& options);

}  // namespace wax::graph
