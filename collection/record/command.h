// Commands as child processes.
#pragma once

#include <string>
#include <vector>

#include "text/shell_line.h"

namespace wax::collection {

using text::shell_line;

// How a process ended.
struct Ended {
  int exit_code = 0;
  int signal = 0;  // that ended it, or 0

  // "exit code 2", "signal 9 (Killed)".
  [[nodiscard]] std::string text() const;
};

// Runs the tool of that name in `folder` (empty: the folder of this program)
// with this process's standard streams, and waits for it. The two end together:
// SIGINT, SIGTERM and SIGHUP, unless they are ignored, are passed on to the
// tool, and when it has ended, end this process too; if this process ends in
// another way, the tool gets SIGTERM. The tool also holds the file descriptor
// `held` if it is not negative. For a process with one thread. Throws IoError
// when the tool cannot be run.
[[nodiscard]] Ended run_tool(const std::vector<std::string>& words,
                             const std::string& folder, int held = -1);

}  // namespace wax::collection
