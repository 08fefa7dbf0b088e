// Archives that are to be read now and again later, as builds do.
#pragma once

#include <string>
#include <vector>

#include "io/inputs/input_files.h"
#include "tools/cli/console.h"

namespace wax::tools::cli {

// What is named and can be read: archives and WACZ files; folders stand for the
// files below them. Paths are absolute. What cannot be read is told to the
// console as an error, and left out; a zip file without archives is a problem.
// Throws UsageError for "-", and as io::expand_folders().
[[nodiscard]] std::vector<std::string> readable_archives(
    const std::vector<std::string>& named, io::SkippedFiles& skipped,
    ProblemSink& problems, Console& console);

}  // namespace wax::tools::cli
