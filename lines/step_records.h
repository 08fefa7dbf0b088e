// When a step of a build need not run again: the one rule of all builds.
//
// A step is up to date when it would work on the same as it did, and its
// outputs are as it left them. What it works on are its command, its state and
// its inputs.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace wax::lines {

// What is remembered of a step that has been run.
struct StepRecord {
  std::string command;  // rules, tool and arguments, a line each
  std::map<std::string, std::string> inputs;  // archives too: name to stamp
  std::string output;                         // stamp, of all outputs
  int exit_code = 0;                          // 0, or 1 when records were lost
  std::vector<std::string>
      unread;  // archives that could not be read (to the end)
  std::string state = {};
};

// What a step would do now.
struct StepWork {
  std::string command;
  std::string state = {};  // an extra fingerprint
  // Each with the name by which it is remembered, and its path.
  std::vector<std::pair<std::string, std::string>> inputs = {};
  std::vector<std::string> outputs = {};  // paths
};

// The state of a file, by which a change is noticed; io::kNoFile for none.
using Stamp = std::function<std::string(const std::string& path)>;

// What is other than it was when a step ran.
enum class Change {
  kNothing,
  kRules,     // the first line of the command
  kNewInput,  // one more
  kNoInput,   // one that is not among them any more
  kOptions,   // the other lines of the command
  kState,
  kInput,
  kNoOutput,  // it is gone
  kOutput,
};
struct StepChange {
  Change what = Change::kNothing;
  std::string name = {};  // remembered name of the input, path of the output
};

enum class RunReason {
  kNone,     // it would do again what it did
  kUnread,   // the same, but some archives could not be read then
  kChanged,  // its rules, arguments, inputs or output are others
};

// What it would work on that is other than it was, whatever became of its
// output. An input that is gone counts as unchanged: what was made of it is all
// there is.
[[nodiscard]] StepChange change_of_work(const StepWork& work,
                                        const StepRecord& ran,
                                        const Stamp& stamp);
// The same, then what became of its outputs.
[[nodiscard]] StepChange change_since(const StepWork& work,
                                      const StepRecord& ran,
                                      const Stamp& stamp);
// Whether change_of_work() has nothing.
[[nodiscard]] bool has_same_work(const StepWork& work, const StepRecord& ran,
                                 const Stamp& stamp);
// Why it is to be run again.
[[nodiscard]] RunReason reason_to_run(const StepWork& work,
                                      const StepRecord& ran,
                                      const Stamp& stamp);
// The paths of the inputs that were there when it ran, and are there no more.
[[nodiscard]] std::vector<std::string> gone_inputs(const StepWork& work,
                                                   const StepRecord& ran,
                                                   const Stamp& stamp);

// The memory of a step, taken up before it runs, so that an input that changes
// meanwhile is noticed the next time.
[[nodiscard]] StepRecord begin(const StepWork& work, const Stamp& stamp);
// StepRecord::output, when it has ended.
[[nodiscard]] std::string output_stamp(const std::vector<std::string>& outputs,
                                       const Stamp& stamp);

}  // namespace wax::lines
