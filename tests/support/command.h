// Running a program as a person at a shell would.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace wax::tests {

struct CommandResult {
  std::string out;
  std::string err;
  int code = 0;  // 128 + the signal's number when a signal ended it
};

struct CommandSetting {
  std::string directory = ".";
  std::map<std::string, std::string> environment;  // added to the test's own
};

// Runs `/bin/sh -c command` with an empty standard input and the built tools
// first in PATH, LC_ALL=C and TZ=UTC, for at most a minute (code 124).
[[nodiscard]] CommandResult run_command(const std::string& command,
                                        const CommandSetting& setting = {});

// `text` as one word of a shell command.
[[nodiscard]] std::string shell_word(const std::string& text);

// Names of the programs in the build's bin/ that begin with "wax-", sorted.
[[nodiscard]] std::vector<std::string> built_tools();

}  // namespace wax::tests
