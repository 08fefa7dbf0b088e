// The methods that are built in, and plug-ins.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "graph/score/method.h"

namespace wax::graph {

// "indegree", "pagerank", "hits", "opic", "linkrank". Formulas and the
// literature are in wax-graph-score(1).
[[nodiscard]] const std::vector<std::string>& method_names();

// A method by its name, or of a plug-in by its path, which has a "/". Throws
// UsageError. Libraries of plug-ins stay open until the process ends.
[[nodiscard]] std::unique_ptr<ScoreMethod> make_method(const std::string& name);

}  // namespace wax::graph
