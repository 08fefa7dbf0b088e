#include "collection/steps/link_steps.h"

#include <utility>

#include "collection/layout.h"
#include "collection/steps/column_steps.h"

namespace wax::collection {
namespace {

using Words = std::vector<std::string>;

// Steps are run again when what graph/ makes of the same inputs is another.
constexpr int kLinkRules = 4;
// Which share of random jumps leads to home pages (docs/RANKING.md).
constexpr const char* kHomes = "0.5";

Step step_of(const std::string& out, std::string name, std::string tool,
             std::string problems) {
  Step step;
  step.name = std::move(name);
  step.tool = std::move(tool);
  step.rules = kLinkRules;
  step.problems = std::move(problems);
  step.out = out;
  return step;
}

// Whether what the step read is still as it was, and more may have come.
bool only_adds(const Step& step, const BuildRecord& record) {
  const StepRecord* ran = record.steps.find(step.name);
  if (ran == nullptr || !is_there(step.output)) return false;
  const StepRecord now = begin(step);
  for (const auto& [input, stamp] : ran->inputs) {
    const auto found = now.inputs.find(input);
    if (found == now.inputs.end() || found->second != stamp) return false;
  }
  return true;
}

}  // namespace

std::vector<Step> plan_graph(const std::string& out, const BuildRecord& record,
                             const Resources& resources) {
  const Layout layout{out};
  Step graph = step_of(out, "links/graph", "wax-graph-update",
                       layout.links() + "/graph.problems");
  graph.output = layout.graph_pages();
  for (const Batch& batch : record.batches) {
    const BatchLayout files{layout.batch(batch.name)};
    graph.inputs.push_back(files.segment());
    graph.arguments.insert(graph.arguments.end(),
                           {"--dates", files.duplicates()});
  }
  graph.arguments.push_back(layout.graph());
  graph.arguments.insert(graph.arguments.end(), graph.inputs.begin(),
                         graph.inputs.end());
  for (const Batch& batch : record.batches) {
    graph.inputs.push_back(BatchLayout{layout.batch(batch.name)}.duplicates());
  }
  graph.resources = memory_words(resources);
  graph.resources.emplace_back("--merge");
  if (!only_adds(graph, record)) graph.resources.emplace_back("--force");

  Step scores = step_of(out, "links/scores", "wax-graph-score",
                        layout.links() + "/scores.problems");
  scores.output = layout.page_scores(kPageRank);
  scores.arguments = {"--method", kPageRank,     "--homes",
                      kHomes,     "--force",     "--relative",
                      "--output", scores.output, layout.graph()};
  scores.inputs = {graph.output};
  scores.resources = memory_words(resources);
  return {std::move(graph), std::move(scores)};
}

std::vector<Step> plan_scores(const std::string& out,
                              const BuildRecord& record) {
  return plan_column(
      out, record,
      {kPageRank, "float", Layout{out}.page_scores(kPageRank), kLinkRules});
}

}  // namespace wax::collection
