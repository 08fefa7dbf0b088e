// Commands as child processes.
#pragma once

#include <string>
#include <vector>

namespace wax::tools::pipeline {

// The words as one would type them for a shell.
[[nodiscard]] std::string shell_line(const std::vector<std::string>& words);

// Runs the tool of that name which lies beside this one, with this process's
// standard streams, and waits for it. Its exit code; 128 and the signal's
// number when a signal ended it. Throws IoError when it cannot be run.
[[nodiscard]] int run_tool_beside(const std::vector<std::string>& words);

}  // namespace wax::tools::pipeline
