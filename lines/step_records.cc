#include "lines/step_records.h"

#include <cstddef>
#include <set>
#include <string_view>

#include "io/file_stamp.h"

namespace wax::lines {

namespace {

std::string_view first_line(std::string_view text) {
  return text.substr(0, text.find('\n'));
}

}  // namespace

StepChange change_of_work(const StepWork& work, const StepRecord& ran,
                          const Stamp& stamp) {
  if (first_line(ran.command) != first_line(work.command)) {
    return {Change::kRules};
  }
  std::set<std::string_view> names;
  for (const auto& [name, path] : work.inputs) {
    if (!ran.inputs.contains(name)) return {Change::kNewInput, name};
    names.insert(name);
  }
  for (const auto& [name, state] : ran.inputs) {
    if (!names.contains(name)) return {Change::kNoInput, name};
  }
  if (ran.command != work.command) return {Change::kOptions};
  if (ran.state != work.state) return {Change::kState};
  for (const auto& [name, path] : work.inputs) {
    const std::string now = stamp(path);
    if (now != ran.inputs.at(name) && now != io::kNoFile) {
      return {Change::kInput, name};
    }
  }
  return {};
}

StepChange change_since(const StepWork& work, const StepRecord& ran,
                        const Stamp& stamp) {
  StepChange change = change_of_work(work, ran, stamp);
  if (change.what != Change::kNothing) return change;
  for (const std::string& output : work.outputs) {
    if (stamp(output) == io::kNoFile) return {Change::kNoOutput, output};
  }
  if (ran.output != output_stamp(work.outputs, stamp)) {
    return {Change::kOutput, work.outputs.front()};
  }
  return {};
}

bool has_same_work(const StepWork& work, const StepRecord& ran,
                   const Stamp& stamp) {
  return change_of_work(work, ran, stamp).what == Change::kNothing;
}

RunReason reason_to_run(const StepWork& work, const StepRecord& ran,
                        const Stamp& stamp) {
  if (change_since(work, ran, stamp).what != Change::kNothing) {
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
