// The ranks of a build: steps that make columns of each shard of a rank
// (wax-rank), which lies elsewhere and changes every month.
//
//   OUT/ranks/views        lines "urlkey views"
//   OUT/ranks/popularity   lines "urlkey popularity"
//   OUT/shards/NAME/views, popularity
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "collection/record/build_record.h"
#include "collection/record/step.h"
#include "collection/steps/plan.h"

namespace wax::collection {

// The columns, fields of queries.
inline constexpr const char* kViews = "views";
inline constexpr const char* kPopularity = "popularity";

// A fingerprint of the newest rank in a folder; empty when no rank there can be
// read. The room of ranks knows it (rank::rank_state()).
using RankState = std::function<std::string(const std::string& folder)>;

// The lists of the rank in BuildRecord::ranks, of which `state` is the state.
[[nodiscard]] Step plan_rank_lists(const std::string& out,
                                   const BuildRecord& record,
                                   const Resources& resources,
                                   std::string state);
// The columns of each shard.
[[nodiscard]] std::vector<Step> plan_rank_columns(const std::string& out,
                                                  const BuildRecord& record);

}  // namespace wax::collection
