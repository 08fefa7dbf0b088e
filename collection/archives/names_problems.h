// Problems of names: of files that were named for a build, or lie in folders
// that were, and that it cannot add, or not with all that is in them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "io/problem.h"

namespace wax::collection {

// What was met when the files that names stand for were listed.
struct NamesLook {
  struct Met {
    std::string name;  // of the file that was listed: an absolute path
    Problem problem;   // of it, of a file in it, or of one that it names
  };

  // What was looked at: files, and folders with all that is below them.
  std::vector<std::string> places = {};
  std::vector<Met> problems = {};
};

// Replaces what OUT/names.problems has of the places that were looked at by
// what was met there; what it has of others stays. A problem of a file that is
// gone, and that a file of the same name has elsewhere now, has moved, also
// where it was accepted. Returns the problems that are new. Throws IoError, and
// FormatError for a line of OUT/names.problems that is no problem.
[[nodiscard]] std::vector<Problem> keep_names_problems(const std::string& out,
                                                       const NamesLook& look);

// Removes the problems of a file, or of those below a folder, that has one of
// these two paths or the name `name`. Returns how many files had them. Throws
// as keep_names_problems().
size_t forget_names_problems(const std::string& out, std::string_view name,
                             const std::string& path);

// Returns the problems that none of the files of problems `known` has; these
// files may be missing. Throws IoError.
[[nodiscard]] std::vector<Problem> unknown_problems(
    std::vector<Problem> problems, const std::vector<std::string>& known);

}  // namespace wax::collection
