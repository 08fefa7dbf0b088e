// Runs the steps of a build.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "tools/cli/console.h"
#include "tools/pipeline/build_folder.h"
#include "tools/pipeline/build_record.h"
#include "tools/pipeline/step.h"

namespace wax::tools::pipeline {

// Runs the steps that are due, and writes down what has been done after each,
// so that a build that is killed can continue from there.
//
// What was made of archives that cannot be read now stays as it is: new output
// takes the place of the old one only when all was read that was read before.
class StepRunner {
 public:
  // The tools hold the lock as long as they run. All must outlive this.
  StepRunner(std::string out, BuildRecord& record, const BuildLock& lock,
             cli::Console& console)
      : out_(std::move(out)), record_(record), lock_(lock), console_(console) {}

  // Throws Error when a tool fails. Does nothing once a step was stopped by
  // --strict.
  void run(std::vector<Step> steps);
  // Whether --strict has stopped a step.
  [[nodiscard]] bool stopped() const { return stopped_; }
  // Whether the step would work on something else than it did. What it made may
  // be gone.
  [[nodiscard]] bool is_due(const Step& step) const;

  // Whether run() would run it.
  [[nodiscard]] bool is_to_run(const Step& step) const;
  // Runs `work`, which makes what the step makes.
  void make(const Step& step, const std::function<void()>& work);
  // What the step makes has been made by another one.
  void remember(const Step& step);
  // So many steps of settled batches are up to date and met no problems.
  void skip(uint64_t steps) { skipped_ += steps; }

  // Tells the console what all steps have met, each problem once, and a
  // summary. Throws cli::Stop when --strict has stopped a step.
  void finish();

 private:
  void run_step(const Step& step);
  [[nodiscard]] int execute(const Step& step, bool aside);
  void keep(const Step& step, const std::vector<std::string>& missing);
  void discard(const Step& step);
  void remember(const Step& step, Ran ran);
  void take_over_problems();
  void tell_losses(const Step& step);

  std::string out_;
  BuildRecord& record_;
  const BuildLock& lock_;
  cli::Console& console_;
  std::vector<Step> steps_;
  uint64_t run_ = 0;
  uint64_t skipped_ = 0;
  uint64_t kept_ = 0;
  bool stopped_ = false;
};

// One run() and finish().
void run_steps(const std::string& out, const std::vector<Step>& steps,
               BuildRecord& record, const BuildLock& lock,
               cli::Console& console);

}  // namespace wax::tools::pipeline
