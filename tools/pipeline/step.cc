#include "tools/pipeline/step.h"

#include <sys/stat.h>

#include <algorithm>
#include <filesystem>

#include "io/error.h"
#include "io/input_files.h"

namespace wax::tools::pipeline {
namespace {

std::string command_line(const Step& step, const std::string& version) {
  std::string line = version + '\n' + step.tool;
  for (const std::string& word : step.arguments) line += '\n' + word;
  return line;
}

std::string output_stamp(const Step& step) {
  std::string all = stamp(step.output);
  for (const std::string& output : step.further_outputs) {
    all += ", " + stamp(output);
  }
  return all;
}

}  // namespace

std::string stamp(const std::string& path) {
  if (auto inside = io::entry_path(path)) {
    return stamp(std::string(inside->zip));
  }
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return "missing";
  if (!S_ISDIR(status.st_mode)) {
    return std::to_string(status.st_size) + " " +
           std::to_string(status.st_mtim.tv_sec) + "." +
           std::to_string(status.st_mtim.tv_nsec);
  }
  std::vector<std::string> entries;
  std::error_code failure;
  std::filesystem::directory_iterator at(path, failure);
  for (; !failure && at != std::filesystem::directory_iterator();
       at.increment(failure)) {
    entries.push_back(at->path().string());
  }
  if (failure) throw IoError(path, "list", failure.value());
  std::sort(entries.begin(), entries.end());
  std::string all;
  for (const std::string& entry : entries) {
    all += std::filesystem::path(entry).filename().string() + " " +
           stamp(entry) + "; ";
  }
  return all;
}

bool up_to_date(const Step& step, const Ran& ran, const std::string& version) {
  if (ran.command != command_line(step, version)) return false;
  if (ran.inputs.size() != step.inputs.size()) return false;
  for (const std::string& input : step.inputs) {
    auto known = ran.inputs.find(input);
    if (known == ran.inputs.end()) return false;
    std::string now = stamp(input);
    if (now != known->second && now != "missing") return false;
  }
  for (const std::string& output : step.further_outputs) {
    if (stamp(output) == "missing") return false;
  }
  return !ran.output.starts_with("missing") && ran.output == output_stamp(step);
}

Ran begin(const Step& step, const std::string& version) {
  Ran ran;
  ran.command = command_line(step, version);
  for (const std::string& input : step.inputs) {
    ran.inputs[input] = stamp(input);
  }
  return ran;
}

void complete(Ran& ran, const Step& step, int exit_code) {
  ran.output = output_stamp(step);
  ran.exit_code = exit_code;
}

}  // namespace wax::tools::pipeline
