// Whether what a build keeps fits together.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "collection/steps/plan.h"
#include "collection/steps/rank_steps.h"
#include "io/problem.h"

namespace wax::collection {

struct BuildCheckCounts {
  uint64_t archives = 0;
  uint64_t batches = 0;
  uint64_t shards = 0;
  uint64_t differences = 0;
  // What to do when OUT/links/graph is damaged; reads what it is made of.
  std::function<std::string()> graph_advice;
};

// Holds the files of the build in the folder `out` against each other and
// against the archives. Each difference is reported as lost, with its file, the
// line where there is one, and what to do next:
// - "build-missing": a file, an archive or the record of a step is not there;
// - "build-changed": a file or an archive is another than a step read or made;
// - "build-damaged": a file cannot be read as what it is;
// - "build-differs": a file says something else than what it is made of;
// - "build-unfinished": the last build did not do all of its work;
// - "index-damaged", as index::check_index().
//
// The archives are read again as by the first step of a build, and all lists
// are made again, in a folder for temporary files, which needs room for the
// captures of the collection. Segments and indexes, which have checksums, are
// read whole. Nothing is written in `out`, and no build runs there meanwhile;
// files of a copied build get their times back (archives/known_files.h).
// Archives that cannot be read now are named; what was made of them is held
// against all others. `tools`: the folder with the tools; empty: this
// program's. Throws UsageError when `out` is no build, or a build runs there;
// IoError.
BuildCheckCounts check_build(const std::string& out, const Resources& resources,
                             const std::string& tools, ProblemSink& problems,
                             const RankState& rank_state = {});

}  // namespace wax::collection
