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
void KnownProblems::add_file(const std::string& path) {
  each_line(text_of_problems(path), [&](std::string_view line) {
    if (const auto problem = parse_problem(line)) {
      hashes_.insert(hash_of(*problem));
    }
  });
}

bool KnownProblems::contains(const Problem& problem) const {
  return !hashes_.empty() && hashes_.contains(hash_of(problem));
}

bool KnownProblems::lacks_lost_line(std::string_view lines) const {
  bool lacks = false;
  each_line(lines, [&](std::string_view line) {
    const auto problem = parse_problem(line);
    lacks = lacks || (problem && problem->severity == Severity::kLost &&
                      !contains(*problem));
  });
  return lacks;
}

std::string line_of_problem(const Problem& problem) {
  std::string line = problem_json(problem);
  line.pop_back();
  return line;
}

void check_problems(const std::string& path, std::string_view text) {
  each_line(text, [&](std::string_view line) {
    if (parse_problem(line)) return;
    throw FormatError(path, static_cast<uint64_t>(line.data() - text.data()),
                      "this line is no problem as JSON; remove it");
  });
}

std::string path_as_json(std::string_view path) {
  std::string json;
  text::append_json_string(path, json);
  return json.substr(1, json.size() - 2);
}

std::string file_of_problem(std::string_view line) {
  const auto problem = parse_problem(line);
  return problem ? path_as_json(problem->file) : "";
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
    files.emplace(path_as_json(from), to);
  }
  std::string moved;
  each_line(text, [&](std::string_view line) {
    auto problem = parse_problem(line);
    auto found = files.find(file_of_problem(line));
    if (problem && found != files.end()) {
      problem->file = found->second;
      moved += problem_json(*problem);
    } else {
      moved.append(line).append("\n");
    }
  });
  write_problems(path, moved);
}

}  // namespace wax::collection
