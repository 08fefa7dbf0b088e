#include "tests/support/command.h"

#include <stdlib.h>
#include <sys/wait.h>

#include <algorithm>
#include <filesystem>

#include "tests/support/paths.h"
#include "tests/support/temp_dir.h"

namespace wax::tests {

std::string shell_word(const std::string& text) {
  std::string word = "'";
  for (char c : text) {
    if (c == '\'') {
      word += "'\\''";
    } else {
      word += c;
    }
  }
  return word + "'";
}

CommandResult run_command(const std::string& command,
                          const CommandSetting& setting) {
  TempDir streams;
  std::string line = "cd " + shell_word(setting.directory) + " && exec env";
  const char* path = getenv("PATH");
  std::map<std::string, std::string> environment = setting.environment;
  environment["PATH"] = program_folder() + ":" + (path == nullptr ? "" : path);
  environment["LC_ALL"] = "C";
  environment["TZ"] = "UTC";
  for (const auto& [name, value] : environment) {
    line += " " + name + "=" + shell_word(value);
  }
  line += " timeout 60 /bin/sh -c " + shell_word(command) + " </dev/null >" +
          shell_word(streams / "out") + " 2>" + shell_word(streams / "err");
  int status = ::system(line.c_str());
  CommandResult result;
  result.code =
      WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  result.out = read_file(streams / "out");
  result.err = read_file(streams / "err");
  return result;
}

std::vector<std::string> built_tools() {
  std::vector<std::string> names;
  std::error_code missing;
  for (const auto& entry :
       std::filesystem::directory_iterator(program_folder(), missing)) {
    std::string name = entry.path().filename().string();
    if (name.starts_with("wax-")) names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace wax::tests
