#include "rank/steps.h"

#include <sys/stat.h>

#include <cerrno>
#include <filesystem>
#include <utility>

#include "io/byte_source.h"
#include "io/error.h"
#include "io/folder.h"
#include "io/output.h"
#include "text/number.h"

namespace wax::rank {
namespace {

constexpr std::string_view kOutput = "output ";
constexpr std::string_view kCount = "count ";
constexpr uint64_t kMostRecord = 64 << 20;

std::string time_text(const timespec& time) {
  return std::to_string(time.tv_sec) + '.' + std::to_string(time.tv_nsec);
}

std::string text_of_file(const std::string& path) {
  if (!std::filesystem::exists(path)) return {};
  return io::read_all(*io::open_file(path), kMostRecord);
}

// The outputs and counts that a record names.
StepResult result_in(std::string_view record) {
  StepResult result;
  while (!record.empty()) {
    std::string_view line = record.substr(0, record.find('\n'));
    record.remove_prefix(std::min(record.size(), line.size() + 1));
    const size_t space = line.rfind(' ');
    if (line.starts_with(kOutput)) {
      line = line.substr(kOutput.size());
      result.outputs.emplace_back(line.substr(0, line.find(' ')));
    } else if (line.starts_with(kCount) && space > kCount.size()) {
      result.counts.emplace(
          line.substr(kCount.size(), space - kCount.size()),
          text::whole_number(line.substr(space + 1)).value_or(0));
    }
  }
  return result;
}

}  // namespace

std::string file_stamp(const std::string& path) {
  struct stat info = {};
  if (stat(path.c_str(), &info) != 0) throw IoError(path, "open", errno);
  return std::to_string(info.st_size) + ' ' + time_text(info.st_mtim) + ' ' +
         time_text(info.st_ctim);
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

std::string Steps::text_of(const std::string& from,
                           const StepResult& result) const {
  std::string text = from;
  for (const std::string& output : result.outputs) {
    text += std::string(kOutput) + output + ' ' +
            file_stamp(folder_ + '/' + output) + '\n';
  }
  for (const auto& [name, count] : result.counts) {
    text += std::string(kCount) + name + ' ' + std::to_string(count) + '\n';
  }
  return text;
}

bool Steps::is_done(const std::string& step, const std::string& from,
                    StepResult& result) const {
  const std::string record = text_of_file(path_of(step));
  if (!record.starts_with(from) || record.empty()) return false;
  result = result_in(std::string_view(record).substr(from.size()));
  for (const std::string& output : result.outputs) {
    if (!std::filesystem::exists(folder_ + '/' + output)) return false;
  }
  return text_of(from, result) == record;
}

void Steps::record(const std::string& step, const std::string& from,
                   const StepResult& result) const {
  auto output = io::open_output(path_of(step), true);
  output->write(text_of(from, result));
  output->finish();
}

}  // namespace wax::rank
