#include "collection/pipeline/rank_steps.h"

#include <map>
#include <utility>

#include "collection/layout.h"
#include "collection/pipeline/column_steps.h"
#include "index/store/manifest.h"
#include "index/upkeep/date_index.h"
#include "text/number.h"

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

ColumnCover cover_of(const std::string& out, const BuildRecord& record,
                     const std::string& column) {
  ColumnCover cover;
  for (const BuiltShard& shard : shards_of(record)) {
    std::map<std::string, std::string> about =
        index::read_manifest(Layout{out}.shard(shard.name) + '/' + column)
            .about;
    const uint64_t all = text::whole_number(about["documents"]).value_or(0);
    const uint64_t with =
        text::whole_number(about[std::string(index::kWithValue)]).value_or(0);
    cover.with += with;
    cover.without += all - with;
  }
  return cover;
}

}  // namespace wax::collection
