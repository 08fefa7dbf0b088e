// What a build tells of its stages: what was made, and how long it took.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "collection/record/build_messages.h"
#include "collection/record/step.h"
#include "collection/steps/step_runner.h"

namespace wax::collection {

// A part of a build that is told by one line when it ends:
// "2/5 captures: archives 6, captures 339 (1.4 s)".
class Stage {
 public:
  // Begins to measure. Both must outlive this.
  Stage(std::string title, StepRunner& runner, BuildMessages& messages);

  // For a stage whose steps show no bar: how long it takes, until tell() or the
  // end of this.
  void show_time() { clock_ = messages_.clock(title_); }

  // The steps that were run since the stage began, or since this was called.
  [[nodiscard]] std::vector<Step> take_steps();
  // Tells the counts ("archives 6") and the time; nothing without counts.
  void tell(const std::string& counts);

 private:
  std::string title_;
  StepRunner& runner_;
  BuildMessages& messages_;
  std::chrono::steady_clock::time_point begin_;
  std::shared_ptr<void> clock_;
};

// Seconds as people read them: "0.4 s", "59.9 s", "2m05s", "3h07m".
[[nodiscard]] std::string duration_text(std::chrono::duration<double> time);

// What lists of duplicates have, as "batches 1, captures left out 179": empty
// without lists. Throws IoError.
[[nodiscard]] std::string counts_of_duplicates(
    const std::vector<std::string>& lists);

// What steps of a kind have made, as "archives 6, captures 339": empty when
// there is no step. Steps of other kinds are left out. The files that they made
// must be there. Throws IoError, FormatError.
[[nodiscard]] std::string counts_of_captures(const std::vector<Step>& steps);
[[nodiscard]] std::string counts_of_imports(const std::vector<Step>& steps);
[[nodiscard]] std::string counts_of_indexes(const std::vector<Step>& steps);

}  // namespace wax::collection
