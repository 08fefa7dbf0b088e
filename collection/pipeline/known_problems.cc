#include "collection/pipeline/known_problems.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <system_error>

#include "io/byte_source.h"
#include "io/output.h"
#include "text/json.h"

namespace wax::collection {
namespace {

// As it stands in a line.
std::string file_member(const std::string& path) {
  std::string json = ",\"file\":";
  text::append_json_string(path, json);
  return json += ',';
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
  std::map<std::string, std::string> members;
  for (const auto& [from, to] : moves) {
    members.emplace(file_member(from), file_member(to));
  }
  std::string moved;
  each_line(text, [&](std::string_view line) {
    std::string changed(line);
    const size_t at = std::min(line.find(",\"file\":"), line.size());
    for (const auto& [from, to] : members) {
      if (!line.substr(at).starts_with(from)) continue;
      changed.replace(at, from.size(), to);
      break;
    }
    moved += changed + '\n';
  });
  write_problems(path, moved);
}

}  // namespace wax::collection
