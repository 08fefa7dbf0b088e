#include "tools/cli/installed.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

namespace wax::tools::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPrefix = "wax-";

fs::path own_folder() {
  std::error_code unknown;
  return fs::read_symlink("/proc/self/exe", unknown).parent_path();
}

std::vector<fs::path> folders_of_path() {
  std::vector<fs::path> folders;
  const char* path = std::getenv("PATH");
  std::string_view rest = path == nullptr ? "" : path;
  while (!rest.empty()) {
    size_t end = std::min(rest.find(':'), rest.size());
    if (end > 0) folders.emplace_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return folders;
}

void add_tools(const fs::path& folder, bool ours,
               std::map<std::string, InstalledTool>& tools) {
  std::error_code missing;
  for (const auto& entry : fs::directory_iterator(folder, missing)) {
    std::string name = entry.path().filename().string();
    std::error_code vanished;
    if (!name.starts_with(kPrefix) || !entry.is_regular_file(vanished) ||
        ::access(entry.path().c_str(), X_OK) != 0) {
      continue;
    }
    tools.try_emplace(name.substr(kPrefix.size()),
                      InstalledTool{entry.path().string(), ours, "", ""});
  }
}

}  // namespace

std::map<std::string, InstalledTool> find_tools() {
  std::map<std::string, InstalledTool> tools;
  add_tools(own_folder(), true, tools);
  for (const fs::path& folder : folders_of_path()) {
    add_tools(folder, false, tools);
  }
  return tools;
}

std::string output_of(std::vector<std::string> command) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return "";
  std::vector<char*> argv;
  for (std::string& word : command) argv.push_back(word.data());
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null",
                                   O_WRONLY, 0);
  pid_t pid = 0;
  int code =
      posix_spawn(&pid, argv[0], &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  ::close(ends[1]);
  std::string text;
  if (code == 0) {
    char block[4096];
    ssize_t n;
    while ((n = ::read(ends[0], block, sizeof block)) > 0) {
      text.append(block, static_cast<size_t>(n));
    }
    ::waitpid(pid, nullptr, 0);
  }
  ::close(ends[0]);
  return text;
}

void describe(InstalledTool& tool) {
  if (!tool.ours) return;
  std::string text = output_of({tool.path, "--print-options=tsv"});
  std::string_view line(text);
  line = line.substr(0, line.find('\n'));
  std::vector<std::string_view> fields;
  while (!line.empty()) {
    size_t end = std::min(line.find('\t'), line.size());
    fields.push_back(line.substr(0, end));
    line.remove_prefix(std::min(end + 1, line.size()));
  }
  if (fields.size() < 4 || fields[0] != "tool") return;
  tool.group = fields[2];
  tool.summary = fields[3];
}

std::string man_page_path(std::string_view program) {
  fs::path root = own_folder().parent_path();
  std::string file = std::string(program) + ".1";
  for (const fs::path& page :
       {root / "share/man/man1" / file,
        root / "share/man/man1" / (file + ".gz"), root / "man" / file}) {
    std::error_code missing;
    if (fs::exists(page, missing)) return page.string();
  }
  return "";
}

std::string html_manual_folder() {
  const fs::path above = own_folder().parent_path();
  for (const char* folder : {"share/doc/waxwing/html", "man/html"}) {
    const fs::path found = above / folder;
    std::error_code unknown;
    if (fs::exists(found / "index.html", unknown)) return found.string();
  }
  return {};
}

}  // namespace wax::tools::cli
