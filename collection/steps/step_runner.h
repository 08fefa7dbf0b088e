// Runs the steps of a build.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "collection/archives/names_problems.h"
#include "collection/record/build_folder.h"
#include "collection/record/build_messages.h"
#include "collection/record/build_record.h"
#include "collection/record/known_problems.h"
#include "collection/record/step.h"
#include "io/problem.h"

namespace wax::collection {

// How the tools of the steps are run: options that all tools have.
struct ToolOptions {
  bool strict = false;
  bool quiet = false;
  bool verbose = false;
  bool progress = false;
  std::string tools = {};  // the folder that has them; empty: this program's
  // Files of problems that no longer count as losses; may be missing.
  std::vector<std::string> known_problems = {};
  bool tells_why = false;  // each step, before it runs or is left out
};

struct StepCounts {
  uint64_t archives = 0;
  uint64_t run = 0;
  uint64_t up_to_date = 0;
  uint64_t kept = 0;  // as an earlier run made them
  uint64_t known_problems = 0;
};

// Runs the steps that are due, and writes down what has been done after each,
// so that a build that is killed can continue from there.
//
// What was made of archives that cannot be read now stays as it is: new output
// takes the place of the old one only when all was read that was read before.
class StepRunner {
 public:
  // The tools hold the lock as long as they run. All must outlive this.
  StepRunner(std::string out, BuildRecord& record, const BuildLock& lock,
             const ToolOptions& manner, BuildMessages& messages)
      : out_(std::move(out)),
        record_(record),
        lock_(lock),
        manner_(manner),
        messages_(messages) {}

  // Reports what was met when the names were listed, as if the first step had
  // met it: writes it down (names_problems.h), and shows what is new. Throws
  // IoError.
  void report_name_problems(const NamesLook& names);
  // Throws Error when a tool fails. Does nothing once a step was stopped.
  void run(std::vector<Step> steps);
  // Whether a step, report_name_problems() or stop_at() stopped at a loss
  // (ToolOptions::strict).
  [[nodiscard]] bool stopped() const { return stopped_; }
  // ToolOptions::tools.
  [[nodiscard]] const std::string& tools() const { return manner_.tools; }
  // Whether the step has not run yet, or its command or inputs have changed
  // since then. False while an input is missing. It does not matter whether its
  // output is still there.
  [[nodiscard]] bool has_other_inputs(const Step& step) const;

  // Whether run() would run it.
  [[nodiscard]] bool must_run(const Step& step) const;
  // Runs `work`, which makes what the step makes. `why`, when run() would not
  // run it.
  void make(const Step& step, std::string_view why,
            const std::function<void()>& work);
  // What the step makes has been made by another one.
  void remember(const Step& step);
  // The steps that were run since this was called last.
  [[nodiscard]] std::vector<Step> take_run() {
    return std::exchange(taken_run_, {});
  }
  // Reports a problem that the build met itself, in no step; finish() tells it.
  void report(Problem problem) { met_.push_back(std::move(problem)); }
  // With ToolOptions::strict, a loss among these that is not known is met, and
  // stops the build. Whether it is stopped. Throws IoError.
  [[nodiscard]] bool stop_at(std::vector<Problem> problems);
  // The step of this name is up to date and met no problems.
  void skip(const std::string& name);

  // Adds what all steps and the names have met to a file of problems. Throws
  // IoError.
  void accept_problems(const std::string& file);

  // Tells what all steps and the names have met, each problem once, without
  // those that are known.
  [[nodiscard]] StepCounts finish();
  // Tells which steps, or names, have lost something that is not known; whether
  // one has lost records or files. After finish().
  bool tell_losses();

 private:
  void run_step(const Step& step);
  void tell_why(std::string_view name, std::string_view why);
  [[nodiscard]] std::string known_problems_of(const Step& step) const;
  [[nodiscard]] int execute(const Step& step, bool aside);
  void keep(const Step& step, const std::vector<std::string>& missing);
  void discard(const Step& step);
  void remember(const Step& step, StepRecord ran);
  [[nodiscard]] std::vector<std::string> files_of_problems() const;
  void each_problem(
      const std::function<void(const Problem& problem, std::string_view line,
                               const std::string& file)>& use) const;
  void take_over_problems();
  bool tell_losses(const Step& step);

  std::string out_;
  BuildRecord& record_;
  const BuildLock& lock_;
  ToolOptions manner_;
  BuildMessages& messages_;
  std::vector<Step> steps_;
  std::vector<Problem> met_;
  std::vector<Step> taken_run_;
  KnownProblems known_;
  uint64_t known_met_ = 0;
  uint64_t run_ = 0;
  uint64_t skipped_ = 0;
  uint64_t kept_ = 0;
  bool stopped_ = false;
};

}  // namespace wax::collection
