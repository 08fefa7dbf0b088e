#include "collection/record/known_problems.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <system_error>

#include "io/byte_source.h"
#include "io/error.h"
#include "io/output.h"
#include "text/json.h"

namespace wax::collection {
namespace {

bool is_problem(std::string_view line) {
  bool has_id = false;
  text::JsonMembers members(line);
  for (text::JsonMemberText member; members.next(member);) {
    has_id = has_id || (member.name == "id" && !member.value.empty());
  }
  return members.whole() && has_id && line.starts_with(R"({"severity":")");
}

}  // namespace

void KnownProblems::add_file(const std::string& path) {
  each_line(text_of_problems(path), [&](std::string_view line) {
    hashes_.insert(hash_of_problem_line(line));
  });
}

bool KnownProblems::contains(std::string_view line) const {
  return !hashes_.empty() && hashes_.contains(hash_of_problem_line(line));
}

bool KnownProblems::lacks_lost_line(std::string_view lines) const {
  bool lacks = false;
  each_line(lines, [&](std::string_view line) {
    lacks = lacks || (is_lost_problem(line) && !contains(line));
  });
  return lacks;
}

std::string line_of_problem(const Problem& problem) {
  std::string line = problem_json(problem);
  line.pop_back();
  return line;
}

bool is_lost_problem(std::string_view line) {
  return line.starts_with(R"({"severity":"lost",)");
}

void check_problems(const std::string& path, std::string_view text) {
  each_line(text, [&](std::string_view line) {
    if (is_problem(line)) return;
    throw FormatError(path, static_cast<uint64_t>(line.data() - text.data()),
                      "this line is no problem as JSON; remove it");
  });
}

std::string path_as_json(std::string_view path) {
  std::string json;
  text::append_json_string(path, json);
  return json.substr(1, json.size() - 2);
}

std::string_view file_of_problem(std::string_view line) {
  text::JsonMembers members(line);
  for (text::JsonMemberText member; members.next(member);) {
    if (member.name == "file") return member.value;
  }
  return {};
}

std::string text_of_problems(const std::string& path) {
  std::error_code none;
  if (!std::filesystem::exists(path, none)) return {};
  return io::read_all(*io::open_file(path), UINT64_MAX);
}

void write_problems(const std::string& path, std::string_view lines) {
  auto output = io::open_output(path, /*force=*/true);
  output->write(lines);
  output->finish();
}

void move_problems(const std::string& path,
                   const std::map<std::string, std::string>& moves) {
  const std::string text = text_of_problems(path);
  if (text.empty()) return;
  std::map<std::string, std::string, std::less<>> files;
  for (const auto& [from, to] : moves) {
    files.emplace(path_as_json(from), path_as_json(to));
  }
  std::string moved;
  each_line(text, [&](std::string_view line) {
    std::string changed(line);
    const std::string_view file = file_of_problem(line);
    if (auto found = files.find(file); found != files.end()) {
      changed.replace(static_cast<size_t>(file.data() - line.data()),
                      file.size(), found->second);
    }
    moved += changed + '\n';
  });
  write_problems(path, moved);
}

}  // namespace wax::collection
