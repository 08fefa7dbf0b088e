#include "io/leftovers.h"

#include <errno.h>
#include <signal.h>
#include <sys/types.h>

#include <filesystem>
#include <mutex>
#include <optional>
#include <system_error>
#include <utility>

#include "io/error.h"
#include "io/file_lock.h"
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

// A folder that a process of this host, which has ended, had begun.
bool is_leftover(const fs::directory_entry& part, std::string_view number) {
  std::optional<pid_t> process = text::whole_number<pid_t>(number);
  std::error_code none;
  return process && *process > 0 && ::kill(*process, 0) != 0 &&
         errno == ESRCH && part.is_directory(none);
}

}  // namespace

void remove_leftovers(const std::string& path) {
  const std::string begin = fs::path(path).filename().string() + ".part-";
  fs::path folder = fs::path(path).parent_path();
  if (folder.empty()) folder = ".";
  LockFile lock;
  try {
    lock = LockFile(lock_path(path), path);
  } catch (const Error&) {
    return;
  }
  std::error_code failure;
  for (fs::directory_iterator it(folder, failure), end; !failure && it != end;
       it.increment(failure)) {
    std::string name = it->path().filename().string();
    if (!name.starts_with(begin)) continue;
    if (!is_leftover(*it, std::string_view(name).substr(begin.size()))) {
      continue;
    }
    std::error_code ignored;
    fs::remove_all(it->path(), ignored);
    if (ignored) continue;
    std::function<void(const std::string&)> notice;
    {
      std::lock_guard guard(leftover_notice().mutex);
      notice = leftover_notice().notice;
    }
    if (notice) notice(it->path().lexically_normal().string());
  }
}

void on_removed_leftover(std::function<void(const std::string&)> notice) {
  std::lock_guard guard(leftover_notice().mutex);
  leftover_notice().notice = std::move(notice);
}

}  // namespace wax::io
