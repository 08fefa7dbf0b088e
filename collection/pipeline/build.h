// All of a build: from the archives of its record to shards that searches see.
#pragma once

#include <string>

#include "collection/pipeline/build_messages.h"
#include "collection/pipeline/build_record.h"
#include "collection/pipeline/plan.h"
#include "collection/pipeline/step_runner.h"

namespace wax::collection {

// Runs the steps of `record` that have something to do, merges small shards,
// and publishes all shards together. Ends early, without an exception, when a
// step stopped at a lost record (StepRunner::stopped()). Throws Error when a
// tool fails; what was done until then stays, and the next run continues from
// there. `runner` is of the same folder and record.
void build_shards(const std::string& out, BuildRecord& record,
                  const Resources& resources, StepRunner& runner,
                  BuildMessages& messages);

}  // namespace wax::collection
