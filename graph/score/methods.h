// The methods that are built in, and plug-ins.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "graph/score/method.h"

namespace wax::graph {

// What is said of a plug-in that throws something that gives no reason.
inline constexpr const char* kNoReason = "it threw something unknown";

// "indegree", "pagerank", "hits", "opic", "linkrank". Formulas and the
// literature are in wax-graph-score(1).
[[nodiscard]] const std::vector<std::string>& method_names();

// A method by its name, or of a plug-in by its path, which has a "/". Throws
// UsageError, also when a plug-in makes no method. Libraries of plug-ins stay
// open until the process ends.
[[nodiscard]] std::unique_ptr<ScoreMethod> make_method(const std::string& name);

}  // namespace wax::graph
