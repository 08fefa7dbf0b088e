#include "io/leftovers.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include <filesystem>
#include <mutex>
#include <optional>
#include <string_view>
#include <system_error>
#include <unordered_map>
#include <unordered_set>
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

// The name of the host in process_text(), with the space before it.
std::string host_in(const std::string& text) {
  const size_t space = text.find(' ');
  return space == text.npos ? std::string() : text.substr(space);
}

bool is_own(const struct stat& status) { return status.st_uid == ::geteuid(); }

// Whether the process has ended that had this lock. Its name is there as long
// as the lock, so an empty file is of one that begins.
bool was_of_ended_process(int fd) {
  struct stat status {};
  if (::fstat(fd, &status) != 0 || !S_ISREG(status.st_mode) ||
      !is_own(status)) {
    return false;
  }
  std::string text(300, '\0');
  const ssize_t size = ::pread(fd, text.data(), text.size(), 0);
  text.resize(size < 0 ? 0 : static_cast<size_t>(size));
  const std::string host = host_in(text);
  if (host.empty() || host != host_in(process_text())) return false;
  // A new process may have the number.
  return has_locks(fd) ? lock_file(fd, LockKind::kExclusive)
                       : !may_be_running(text);
}

void remove_ended(const fs::path& folder) {
  struct stat status {};
  if (::lstat(folder.c_str(), &status) != 0 || !S_ISDIR(status.st_mode) ||
      !is_own(status)) {
    return;
  }
  const std::string lock = temp_folder_lock(folder.string());
  const int fd = ::open(lock.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW);
  if (fd < 0) return;
  std::error_code code;
  const bool has_ended = was_of_ended_process(fd) && is_named(fd, lock);
  if (has_ended) fs::remove_all(folder, code);
  ::close(fd);
  if (has_ended && !code) tell_removed(folder);
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

std::string temp_folder_lock(const std::string& path) {
  return lock_path(path + '/');
}

void remove_leftover_folders(const std::string& folder, std::string_view name) {
  constexpr size_t kRandom = 6;  // of mkdtemp(3)
  static std::mutex mutex;       // guards known
  static std::unordered_set<std::string> known;
  const std::string begin = std::string(name) + '-';
  {
    std::lock_guard guard(mutex);
    if (!known.insert(folder + '/' + begin).second) return;
  }
  for (const std::string& entry : entries_or_none(folder)) {
    const std::string found = fs::path(entry).filename().string();
    if (found.size() == begin.size() + kRandom && found.starts_with(begin)) {
      remove_ended(entry);
    }
  }
}

void on_removed_leftover(std::function<void(const std::string&)> notice) {
  std::lock_guard guard(leftover_notice().mutex);
  leftover_notice().notice = std::move(notice);
}

}  // namespace wax::io
