// All of a build: from the archives of its record to shards that searches see.
#pragma once

#include <string>
#include <vector>

#include "collection/record/build_messages.h"
#include "collection/record/build_record.h"
#include "collection/steps/plan.h"
#include "collection/steps/rank_steps.h"
#include "collection/steps/step_runner.h"

namespace wax::collection {

// Runs the steps of `record` that have something to do, merges small shards,
// and publishes all shards together. Ends early, without an exception, when a
// step stopped at a lost record (StepRunner::stopped()). Throws Error when a
// tool fails; what was done until then stays, and the next run continues from
// there. `runner` is of the same folder and record. When BuildRecord::ranks has
// no rank now, what was made of it stays, and is told as lost
// ("build-missing").
void build_shards(const std::string& out, BuildRecord& record,
                  const Resources& resources, StepRunner& runner,
                  BuildMessages& messages, const RankState& rank_state = {});

// A batch is unchanged when all of its archives were read and its steps have
// been run. It stays so as long as the options, the rules of the tools, the
// times of the archives, and the names in the folders OUT/batches/NAME and its
// segment are the same. So a build looks at two folders of an old batch, and
// not at each file of each step. Who changes a file there by hand, and not by
// another of the same name, removes OUT/build.steps.
class UnchangedBatches {
 public:
  // The record must outlive this.
  UnchangedBatches(std::string out, BuildRecord& record);

  // Looks which batches are unchanged now.
  void look();
  [[nodiscard]] bool contains(size_t batch) const { return unchanged_[batch]; }
  // Whether one of the steps of a unchanged batch met problems.
  [[nodiscard]] bool has_problems(size_t batch) const;

  // Writes down which batches are unchanged, after all steps. Throws IoError.
  void record();

 private:
  [[nodiscard]] std::string name_of(size_t batch) const;
  [[nodiscard]] std::string state(size_t batch) const;

  std::string out_;
  BuildRecord& record_;
  std::string rules_;
  std::vector<bool> unchanged_;
};

}  // namespace wax::collection
