#include "lines/step_records.h"

#include <cstddef>

#include "io/file_stamp.h"

namespace wax::lines {

bool has_same_work(const StepWork& work, const StepRecord& ran,
                   const Stamp& stamp) {
  if (ran.command != work.command || ran.state != work.state ||
      ran.inputs.size() != work.inputs.size()) {
    return false;
  }
  for (const auto& [name, path] : work.inputs) {
    const auto known = ran.inputs.find(name);
    if (known == ran.inputs.end()) return false;
    const std::string now = stamp(path);
    if (now != known->second && now != io::kNoFile) return false;
  }
  return true;
}

RunReason reason_to_run(const StepWork& work, const StepRecord& ran,
                        const Stamp& stamp) {
  if (!has_same_work(work, ran, stamp)) return RunReason::kChanged;
  for (const std::string& output : work.outputs) {
    if (stamp(output) == io::kNoFile) return RunReason::kChanged;
  }
  if (ran.output != output_stamp(work.outputs, stamp)) {
    return RunReason::kChanged;
  }
  return ran.unread.empty() ? RunReason::kNone : RunReason::kUnread;
}

std::vector<std::string> gone_inputs(const StepWork& work,
                                     const StepRecord& ran,
                                     const Stamp& stamp) {
  std::map<std::string, std::string> gone;  // by their remembered names
  for (const auto& [name, path] : work.inputs) {
    const auto before = ran.inputs.find(name);
    if (before != ran.inputs.end() && before->second != io::kNoFile &&
        stamp(path) == io::kNoFile) {
      gone[name] = path;
    }
  }
  std::vector<std::string> paths;
  for (auto& [name, path] : gone) paths.push_back(std::move(path));
  return paths;
}

StepRecord begin(const StepWork& work, const Stamp& stamp) {
  StepRecord ran;
  ran.command = work.command;
  ran.state = work.state;
  for (const auto& [name, path] : work.inputs) ran.inputs[name] = stamp(path);
  return ran;
}

std::string output_stamp(const std::vector<std::string>& outputs,
                         const Stamp& stamp) {
  std::string all;
  for (size_t i = 0; i < outputs.size(); ++i) {
    if (i > 0) all += ", ";
    all += stamp(outputs[i]);
  }
  return all;
}

}  // namespace wax::lines
