#include "collection/pipeline/known_problems.h"

#include <cstdint>
#include <filesystem>
#include <system_error>

#include "io/byte_source.h"
#include "io/problem.h"

namespace wax::collection {

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

bool is_lost_problem(std::string_view line) {
  return line.starts_with(R"({"severity":"lost",)");
}

std::string text_of_problems(const std::string& path) {
  std::error_code none;
  if (!std::filesystem::exists(path, none)) return {};
  return io::read_all(*io::open_file(path), UINT64_MAX);
}

}  // namespace wax::collection
