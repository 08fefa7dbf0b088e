// Runs the steps of a build.
#pragma once

#include <functional>
#include <string>
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
//
// `own_work` is the step without a tool. The tools hold the lock as long as
// they run. Tells the console what all steps have met, each problem once, and a
// summary. Throws cli::Stop at the first lost record under --strict, Error when
// a tool fails.
void run_steps(const std::string& out, const std::vector<Step>& steps,
               BuildRecord& record, const BuildLock& lock,
               const std::function<void()>& own_work, cli::Console& console);

}  // namespace wax::tools::pipeline
