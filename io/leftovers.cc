#include "io/leftovers.h"

#include <fcntl.h>
#include <sys/types.h>
#include <unistd.h>

#include <filesystem>
#include <mutex>
#include <optional>
#include <string_view>
#include <system_error>
#include <unordered_map>
#include <utility>
#include <vector>

#include "io/error.h"
#include "io/file_lock.h"
#include "io/folder.h"
#include "text/number.h"

namespace wax::io {
namespace {

namespace fs = std::filesystem;

struct LeftoverNotice {
  std::mutex mutex;  // guards notice
  std::function<void(const std::string&)> notice;
};

LeftoverNotice& leftover_notice() {
  static LeftoverNotice notice;
  return notice;
}

constexpr std::string_view kBeforeProcess = ".part-";

// Whether a process of this host had this number, and has ended.
bool has_ended(std::string_view number) {
  const std::optional<pid_t> process = text::whole_number<pid_t>(number);
  return process && *process > 0 && !may_be_running(number);
}

void tell_removed(const fs::path& path) {
  std::function<void(const std::string&)> notice;
  {
    std::lock_guard guard(leftover_notice().mutex);
    notice = leftover_notice().notice;
  }
  if (notice) notice(path.lexically_normal().string());
}

// None of a folder that cannot be listed.
std::vector<std::string> entries_or_none(const fs::path& folder) {
  try {
    return entries_of(folder.string());
  } catch (const IoError&) {
    return {};
  }
}

fs::path folder_of(const std::string& path) {
  fs::path folder = fs::path(path).parent_path();
  return folder.empty() ? "." : folder;
}

// Whether a file was begun by a process that has ended. Names end in the number
// of the process, and in "-2" where another host has a file of that name.
bool is_leftover_name(std::string_view name) {
  const size_t at = name.rfind(kBeforeProcess);
  if (at == name.npos) return false;
  std::string_view number = name.substr(at + kBeforeProcess.size());
  while (number.ends_with("-2")) number.remove_suffix(2);
  return has_ended(number);
}

using FoldersWithLeftovers =
    std::unordered_map<std::string, std::vector<fs::path>>;

// The files in a folder that processes had begun which have ended.
const std::vector<fs::path>& leftovers_in(FoldersWithLeftovers& folders,
                                          const fs::path& folder) {
  const auto [known, is_new] = folders.try_emplace(folder.string());
  if (!is_new) return known->second;
  for (const std::string& entry : entries_or_none(folder)) {
    const fs::path path(entry);
    if (is_leftover_name(path.filename().string())) {
      known->second.push_back(path);
    }
  }
  return known->second;
}

void remove_unlocked(const fs::path& part) {
  const int fd = ::open(part.c_str(), O_WRONLY | O_CLOEXEC | O_NOFOLLOW);
  if (fd < 0) return;
  std::error_code none;
  const bool is_removed = fs::is_regular_file(part, none) &&
                          lock_file(fd, LockKind::kExclusive) &&
                          ::unlink(part.c_str()) == 0;
  ::close(fd);
  if (is_removed) tell_removed(part);
}

}  // namespace

void remove_leftovers(const std::string& path) {
  std::string begin = fs::path(path).filename().string();
  begin += kBeforeProcess;
  LockFile lock;
  try {
    lock = LockFile(lock_path(path), path);
  } catch (const Error&) {
    return;
  }
  for (const std::string& found : entries_or_none(folder_of(path))) {
    const fs::path entry(found);
    const std::string name = entry.filename().string();
    if (!name.starts_with(begin)) continue;
    std::error_code ignored;
    if (!has_ended(std::string_view(name).substr(begin.size())) ||
        !fs::is_directory(entry, ignored)) {
      continue;
    }
    fs::remove_all(entry, ignored);
    if (!ignored) tell_removed(entry);
  }
}

void remove_leftover_files(const std::string& path) {
  static std::mutex mutex;  // guards folders
  static FoldersWithLeftovers folders;
  std::string begin = fs::path(path).filename().string();
  begin += kBeforeProcess;
  std::lock_guard guard(mutex);
  const fs::path folder = folder_of(path);
  for (const fs::path& part : leftovers_in(folders, folder)) {
    if (part.filename().string().starts_with(begin)) remove_unlocked(part);
  }
}

void on_removed_leftover(std::function<void(const std::string&)> notice) {
  std::lock_guard guard(leftover_notice().mutex);
  leftover_notice().notice = std::move(notice);
}

}  // namespace wax::io
