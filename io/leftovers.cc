#include "io/leftovers.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/types.h>
#include <unistd.h>

#include <filesystem>
#include <mutex>
#include <optional>
#include <system_error>
#include <utility>

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

// The lock on a folder that a process which has ended had begun; -1: none.
int lock_leftover(const fs::path& part, std::string_view number) {
  std::optional<pid_t> process = text::whole_number<pid_t>(number);
  if (!process || *process <= 0 || ::kill(*process, 0) == 0 || errno != ESRCH) {
    return -1;
  }
  int fd = ::open(part.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd >= 0 && ::flock(fd, LOCK_EX | LOCK_NB) != 0) {
    ::close(fd);
    return -1;
  }
  return fd;
}

}  // namespace

void remove_leftovers(const std::string& path) {
  const std::string begin = fs::path(path).filename().string() + ".part-";
  fs::path folder = fs::path(path).parent_path();
  if (folder.empty()) folder = ".";
  std::error_code failure;
  for (fs::directory_iterator it(folder, failure), end; !failure && it != end;
       it.increment(failure)) {
    std::string name = it->path().filename().string();
    if (!name.starts_with(begin)) continue;
    int lock =
        lock_leftover(it->path(), std::string_view(name).substr(begin.size()));
    if (lock < 0) continue;
    std::error_code ignored;
    fs::remove_all(it->path(), ignored);
    ::close(lock);
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
