// The links of a build: steps that make a graph of all its pages, and their
// scores a column of each shard.
//
//   OUT/links/graph        the graph (graph/store/graph_folder.h)
//   OUT/links/pagerank     lines "urlkey score", as multiples of the mean
//   OUT/shards/NAME/pagerank
#pragma once

#include <string>
#include <vector>

#include "collection/steps/plan.h"
#include "collection/steps/step_runner.h"

namespace wax::collection {

// The column of scores, a field of queries.
inline constexpr const char* kPageRank = "pagerank";

// The graph of all segments of `record`, and its scores. Segments that came
// since the graph was made are added to it; when one of the others is not as it
// was, the graph is made anew.
[[nodiscard]] std::vector<Step> plan_graph(const std::string& out,
                                           const BuildRecord& record,
                                           const Resources& resources);
// The column of each shard.
[[nodiscard]] std::vector<Step> plan_scores(const std::string& out,
                                            const BuildRecord& record);

}  // namespace wax::collection
