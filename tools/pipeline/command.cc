#include "tools/pipeline/command.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>

#include "io/error.h"

extern char** environ;

namespace wax::tools::pipeline {
namespace {

void append_quoted(std::string& line, const std::string& word) {
  constexpr const char* kSpecial = " '\"\\$&;|<>()*?[]{}!`~#\t\n";
  if (!word.empty() && word.find_first_of(kSpecial) == std::string::npos) {
    line += word;
    return;
  }
  line += '\'';
  for (char c : word) {
    if (c == '\'') {
      line += "'\\''";
    } else {
      line += c;
    }
  }
  line += '\'';
}

}  // namespace

std::string shell_line(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& word : words) {
    if (!line.empty()) line += ' ';
    append_quoted(line, word);
  }
  return line;
}

int run_tool_beside(const std::vector<std::string>& words) {
  std::filesystem::path tool =
      std::filesystem::read_symlink("/proc/self/exe").parent_path() /
      words.front();
  std::vector<std::string> owned = words;
  std::vector<char*> argv;
  for (std::string& word : owned) argv.push_back(word.data());
  argv.push_back(nullptr);
  pid_t child = 0;
  int code = ::posix_spawn(&child, tool.c_str(), nullptr, nullptr, argv.data(),
                           environ);
  if (code != 0) throw IoError(tool.string(), "run", code);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace wax::tools::pipeline
