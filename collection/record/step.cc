#include "collection/record/step.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

#include "collection/record/known_problems.h"
#include "io/byte_source.h"
#include "io/error.h"
#include "io/folder.h"
#include "io/inputs/input_files.h"
#include "io/remote/http_source.h"
#include "io/remote/remote_file.h"

namespace wax::collection {
namespace {

constexpr std::string_view kOut = "OUT/";

// A path as it is remembered: within the folder of the build, wherever that is.
std::string remembered(const Step& step, const std::string& path) {
  size_t end = step.out.size();
  if (end == 0 || !path.starts_with(step.out) || path.size() == end ||
      path[end] != '/') {
    return path;
  }
  return std::string(kOut).append(path, end + 1);
}

std::string command_line(const Step& step) {
  std::string line = "rules " + std::to_string(step.rules);
  if (!step.tables.empty()) line += " tables " + step.tables;
  line += '\n' + step.tool;
  for (const std::string& word : step.arguments) {
    line += '\n' + remembered(step, word);
  }
  return line;
}

}  // namespace

bool has_stamp(const std::string& archive) {
  return !io::is_url(archive) || io::is_object(archive);
}

bool is_readable(const std::string& archive) {
  try {
    auto inside = io::entry_path(archive);
    std::string file(inside ? inside->zip : archive);
    io::HttpOptions once;
    once.retries = 0;
    auto source =
        io::is_url(file) ? io::open_http(file, once) : io::open_file(file);
    return !source->peek().empty();
  } catch (const IoError&) {
    return false;
  }
}

std::string stamp(const std::string& path) {
  if (auto inside = io::entry_path(path)) {
    return stamp(std::string(inside->zip));
  }
  if (io::is_object(path)) {
    const std::optional<io::ObjectState> state = io::recent_state(path);
    if (!state) return kMissing;
    return std::to_string(state->size) + " " + state->version;
  }
  std::error_code none;
  if (!std::filesystem::is_directory(path, none)) {
    return io::file_stamp(path, io::StampOf::kBytes);
  }
  std::string all;
  for (const std::string& entry : io::entries_of(path)) {
    all += std::filesystem::path(entry).filename().string() + " " +
           stamp(entry) + "; ";
  }
  return all;
}

bool is_there(const std::string& path) {
  std::error_code none;
  return std::filesystem::exists(path, none);
}

bool has_same_bytes(const std::string& a, const std::string& b) {
  std::error_code failure;
  const uintmax_t size = std::filesystem::file_size(a, failure);
  if (failure || std::filesystem::file_size(b, failure) != size || failure)
    return false;
  auto left = io::open_file(a);
  auto right = io::open_file(b);
  for (;;) {
    std::string_view bytes = left->peek();
    std::string_view others = right->peek();
    size_t count = std::min(bytes.size(), others.size());
    if (count == 0) return bytes.empty() && others.empty();
    if (bytes.substr(0, count) != others.substr(0, count)) return false;
    left->consume(count);
    right->consume(count);
  }
}

std::string digest_of(std::string_view text) {
  uint64_t hash = 0xCBF29CE484222325;
  for (char c : text) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3;
  }
  return std::to_string(hash);
}

std::vector<std::string> Step::outputs() const {
  std::vector<std::string> all = {output};
  all.insert(all.end(), further_outputs.begin(), further_outputs.end());
  return all;
}

lines::StepWork work_of(const Step& step) {
  lines::StepWork work{command_line(step), step.state, {}, step.outputs()};
  for (const std::string& archive : step.archives) {
    work.inputs.emplace_back(archive, archive);
  }
  for (const std::string& input : step.inputs) {
    work.inputs.emplace_back(remembered(step, input), input);
  }
  return work;
}

bool has_same_work(const Step& step, const StepRecord& ran) {
  return lines::has_same_work(work_of(step), ran, stamp);
}

RunReason reason_to_run(const Step& step, const StepRecord& ran) {
  return lines::reason_to_run(work_of(step), ran, stamp);
}

std::vector<std::string> gone_inputs(const Step& step, const StepRecord& ran) {
  return lines::gone_inputs(work_of(step), ran, stamp);
}

std::vector<std::string> unread_archives(const Step& step,
                                         std::string_view problems) {
  std::set<std::string, std::less<>> names;  // as path_as_json() gives them
  each_line(problems, [&](std::string_view line) {
    const auto problem = parse_problem(line);
    // An empty file is what a failed copy or mount leaves.
    if (problem &&
        (problem->id == "unreadable-archive" || problem->id == "empty-file")) {
      names.insert(path_as_json(problem->file));
    }
  });
  std::vector<std::string> unread;
  for (const std::string& archive : step.archives) {
    const std::string name = path_as_json(archive);
    const std::string entry = name + "!/";
    auto within = names.lower_bound(entry);
    if (names.contains(name) ||
        (within != names.end() && within->starts_with(entry))) {
      unread.push_back(archive);
    }
  }
  return unread;
}

StepRecord begin(const Step& step) {
  return lines::begin(work_of(step), stamp);
}

void complete(StepRecord& ran, const Step& step, int exit_code,
              std::vector<std::string> unread) {
  ran.output = lines::output_stamp(step.outputs(), stamp);
  ran.exit_code = exit_code;
  ran.unread = std::move(unread);
}

}  // namespace wax::collection
