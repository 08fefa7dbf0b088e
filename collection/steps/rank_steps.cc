#include "collection/steps/rank_steps.h"

#include <utility>

#include "collection/layout.h"
#include "collection/steps/column_steps.h"

namespace wax::collection {
namespace {

// Steps are run again when what rank/ makes of the same rank is another.
constexpr int kRankRules = 1;

}  // namespace

Step plan_rank_lists(const std::string& out, const BuildRecord& record,
                     const Resources& resources, std::string state) {
  const Layout layout{out};
  Step step;
  step.name = "ranks/lists";
  step.tool = "wax-rank-values";
  step.rules = kRankRules;
  step.out = out;
  step.state = std::move(state);
  step.output = layout.rank_values(kViews);
  step.further_outputs = {layout.rank_values(kPopularity)};
  step.problems = layout.ranks() + "/lists.problems";
  step.arguments = {"--force",
                    "--views",
                    step.output,
                    "--popularity",
                    layout.rank_values(kPopularity),
                    record.ranks};
  step.resources = memory_words(resources);
  return step;
}

std::vector<Step> plan_rank_columns(const std::string& out,
                                    const BuildRecord& record) {
  const Layout layout{out};
  std::vector<Step> steps = plan_column(
      out, record, {kViews, "integer", layout.rank_values(kViews), kRankRules});
  for (Step& step :
       plan_column(out, record,
                   {kPopularity, "float", layout.rank_values(kPopularity),
                    kRankRules})) {
    steps.push_back(std::move(step));
  }
  return steps;
}

}  // namespace wax::collection
