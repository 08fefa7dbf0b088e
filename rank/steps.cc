#include "rank/steps.h"

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <filesystem>
#include <utility>

#include "io/byte_source.h"
#include "io/error.h"
#include "io/file_stamp.h"
#include "io/folder.h"
#include "io/output.h"
#include "lines/step_records.h"
#include "text/number.h"

namespace wax::rank {
namespace {

constexpr std::string_view kOutput = "output ";
constexpr std::string_view kCount = "count ";
constexpr uint64_t kMostRecord = 64 << 20;

std::string stamp_of(const std::string& path) {
  return io::file_stamp(path, io::StampOf::kFile);
}

std::string text_of_file(const std::string& path) {
  if (!std::filesystem::exists(path)) return {};
  return io::read_all(*io::open_file(path), kMostRecord);
}

struct ReadRecord {
  lines::StepRecord ran;
  StepResult result;
};

// A record that begins with these inputs and rules, or whatever else it has.
ReadRecord read_record(std::string_view record, std::string_view from) {
  ReadRecord read;
  if (!record.starts_with(from)) return read;
  read.ran.command = from;
  record.remove_prefix(from.size());
  while (!record.empty()) {
    std::string_view line = record.substr(0, record.find('\n'));
    record.remove_prefix(std::min(record.size(), line.size() + 1));
    const size_t space = line.rfind(' ');
    if (line.starts_with(kOutput)) {
      line = line.substr(kOutput.size());
      const size_t end = std::min(line.find(' '), line.size());
      if (!read.result.outputs.empty()) read.ran.output += ", ";
      read.ran.output += line.substr(std::min(end + 1, line.size()));
      read.result.outputs.emplace_back(line.substr(0, end));
    } else if (line.starts_with(kCount) && space > kCount.size()) {
      read.result.counts.emplace(
          line.substr(kCount.size(), space - kCount.size()),
          text::whole_number(line.substr(space + 1)).value_or(0));
    } else {  // it had more inputs
      read.ran.command.append(line).append("\n");
    }
  }
  return read;
}

}  // namespace

std::string file_stamp(const std::string& path) {
  std::string stamp = stamp_of(path);
  if (stamp == io::kNoFile) throw IoError(path, "open", errno);
  return stamp;
}

Steps::Steps(std::string folder) : folder_(std::move(folder)) {
  io::make_folders(folder_ + "/steps");
}

std::string Steps::inputs_text(const std::vector<std::string>& paths) const {
  std::string text;
  for (const std::string& path : paths) {
    std::string_view name = path;
    if (name.starts_with(folder_ + '/')) name.remove_prefix(folder_.size() + 1);
    text += "input " + std::string(name) + ' ' + file_stamp(path) + '\n';
  }
  return text;
}

std::string Steps::path_of(const std::string& step) const {
  return folder_ + "/steps/" + step + ".step";
}

bool Steps::is_done(const std::string& step, const std::string& from,
                    StepResult& result) const {
  const std::string record = text_of_file(path_of(step));
  if (record.empty()) return false;
  ReadRecord read = read_record(record, from);
  lines::StepWork work{from, {}, {}, {}};
  for (const std::string& output : read.result.outputs) {
    work.outputs.push_back(folder_ + '/' + output);
  }
  if (lines::reason_to_run(work, read.ran, stamp_of) !=
      lines::RunReason::kNone) {
    return false;
  }
  result = std::move(read.result);
  return true;
}

void Steps::record(const std::string& step, const std::string& from,
                   const StepResult& result) const {
  std::string text = from;
  for (const std::string& name : result.outputs) {
    text += std::string(kOutput) + name + ' ' +
            file_stamp(folder_ + '/' + name) + '\n';
  }
  for (const auto& [name, count] : result.counts) {
    text += std::string(kCount) + name + ' ' + std::to_string(count) + '\n';
  }
  auto output = io::open_output(path_of(step), true);
  output->write(text);
  output->finish();
}

}  // namespace wax::rank
