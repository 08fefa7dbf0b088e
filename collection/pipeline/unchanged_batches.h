// Batches of a build of which nothing has changed since their steps were run.
#pragma once

#include <string>
#include <vector>

#include "collection/pipeline/build_record.h"

namespace wax::collection {

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
