// Problems that somebody has seen and lives with.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <unordered_set>

#include "io/problem.h"

namespace wax::collection {

// Problems read from files of problems: JSON lines, as all tools write them.
// Two problems are the same when they differ in severity at most. Memory: some
// 32 bytes for each.
class KnownProblems {
 public:
  // Throws IoError; nothing is added of a file that is missing.
  void add_file(const std::string& path);
  [[nodiscard]] bool contains(const Problem& problem) const;
  // Whether a text of such lines has a lost one that is not known.
  [[nodiscard]] bool lacks_lost_line(std::string_view lines) const;

 private:
  std::unordered_set<size_t> hashes_;
};

// Calls `use` with each line of a text, without its newline.
template <typename Use>
void each_line(std::string_view text, Use use) {
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(line.size() < text.size() ? line.size() + 1
                                                 : text.size());
    use(line);
  }
}

// The line of a file of problems, without its newline.
[[nodiscard]] std::string line_of_problem(const Problem& problem);

// Checks the text of a file of problems. Throws FormatError for the first line
// that is not a problem.
void check_problems(const std::string& path, std::string_view text);

// A path as the line of a problem has it. Paths are compared in this form,
// because a line of JSON does not keep bytes that are not UTF-8.
[[nodiscard]] std::string path_as_json(std::string_view path);

// The file of a problem in this form; empty for a line that is no problem.
[[nodiscard]] std::string file_of_problem(std::string_view line);

// The bytes of a file; none when it is missing. Throws IoError.
[[nodiscard]] std::string text_of_problems(const std::string& path);

// Replaces a file of problems by these lines. Throws IoError.
void write_problems(const std::string& path, std::string_view lines);

// The problems of an archive become problems of its new place, in a file of
// problems, which may be missing. `moves`: former to new paths. Throws IoError.
void move_problems(const std::string& path,
                   const std::map<std::string, std::string>& moves);

}  // namespace wax::collection
