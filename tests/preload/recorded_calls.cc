// Loaded into a program before the C library (LD_PRELOAD): writes down in
// $WAX_RECORD_TO, in order, what all processes change below the folder
// $WAX_RECORD_OF, and what they sync (tests/tools/power_cuts.py reads it).
//
// A record is a line of words between tabs and, for "write", that many bytes:
//   file PATH TIME            a new, empty file
//   folder PATH
//   size PATH SIZE TIME       truncated or made longer
//   write PATH OFFSET SIZE TIME
//   sync PATH
//   rename FROM TO, exchange FROM TO, link FROM TO
//   remove PATH
// TIME is that of the file's last change, in nanoseconds.
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include <mutex>
#include <string>

namespace {

template <typename Function>
Function next_function(const char* name) {
  return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

// One call and its record at a time, in all processes.
class Turn {
 public:
  Turn() {
    mutex().lock();
    const char* path = getenv("WAX_RECORD_TO");
    if (path == nullptr) return;
    static auto open_file =
        next_function<int (*)(const char*, int, ...)>("open");
    fd_ = open_file(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    flock(fd_, LOCK_EX);
  }
  ~Turn() {
    const int code = errno;
    if (fd_ >= 0) ::close(fd_);
    mutex().unlock();
    errno = code;
  }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;

  void record(const std::string& text) const {
    static auto write_bytes = next_function<decltype(&write)>("write");
    if (fd_ >= 0) (void)!write_bytes(fd_, text.data(), text.size());
  }

 private:
  static std::mutex& mutex() {
    static std::mutex one;
    return one;
  }
  int fd_ = -1;
};

std::string path_of(int fd) {
  char link[32];
  char path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t size = readlink(link, path, sizeof path);
  return size < 0 ? std::string()
                  : std::string(path, static_cast<size_t>(size));
}

std::string absolute(int folder, const char* path) {
  if (path[0] == '/') return path;
  char current[PATH_MAX];
  std::string base = folder == AT_FDCWD
                         ? std::string(getcwd(current, sizeof current))
                         : path_of(folder);
  return base + '/' + path;
}

bool is_recorded(const std::string& path) {
  const char* of = getenv("WAX_RECORD_OF");
  return of != nullptr && path.compare(0, strlen(of), of) == 0 &&
         path.find(" (deleted)") == path.npos;
}

std::string time_of(const struct stat& status) {
  return std::to_string(status.st_mtim.tv_sec * 1000000000LL +
                        status.st_mtim.tv_nsec);
}

std::string time_of(int fd) {
  struct stat status {};
  fstat(fd, &status);
  return time_of(status);
}

void record_size(const Turn& turn, int fd, off_t size) {
  const std::string path = path_of(fd);
  if (is_recorded(path)) {
    turn.record("size\t" + path + '\t' + std::to_string(size) + '\t' +
                time_of(fd) + '\n');
  }
}

int open_at(int folder, const char* name, int flags, mode_t mode) {
  static auto next =
      next_function<int (*)(int, const char*, int, ...)>("openat");
  const bool writes = (flags & (O_CREAT | O_TRUNC)) != 0;
  if (!writes || (flags & O_TMPFILE) == O_TMPFILE) {
    return next(folder, name, flags, mode);
  }
  const std::string path = absolute(folder, name);
  if (!is_recorded(path)) return next(folder, name, flags, mode);
  Turn turn;
  const bool is_new = access(path.c_str(), F_OK) != 0;
  int fd = next(folder, name, flags, mode);
  if (fd >= 0 && is_new) {
    turn.record("file\t" + path + '\t' + time_of(fd) + '\n');
  } else if (fd >= 0 && (flags & O_TRUNC) != 0) {
    record_size(turn, fd, 0);
  }
  return fd;
}

mode_t mode_of(int flags, va_list list) {
  return (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE
             ? va_arg(list, mode_t)
             : 0;
}

void record_write(const Turn& turn, int fd, const void* bytes, ssize_t size,
                  off_t offset) {
  const std::string path = path_of(fd);
  if (size <= 0 || !is_recorded(path)) return;
  turn.record(
      "write\t" + path + '\t' + std::to_string(offset) + '\t' +
      std::to_string(size) + '\t' + time_of(fd) + '\n' +
      std::string(static_cast<const char*>(bytes), static_cast<size_t>(size)));
}

int record_pair(const char* word, const std::string& from,
                const std::string& to, int (*call)(const void*),
                const void* arguments) {
  if (!is_recorded(to)) return call(arguments);
  Turn turn;
  int code = call(arguments);
  if (code == 0) {
    turn.record(std::string(word) + '\t' + from + '\t' + to + '\n');
  }
  return code;
}

struct PathPair {
  int from_folder;
  const char* from;
  int to_folder;
  const char* to;
  unsigned int flags;
};

int call_rename(const void* data) {
  static auto next =
      next_function<int (*)(int, const char*, int, const char*, unsigned int)>(
          "renameat2");
  const auto* pair = static_cast<const PathPair*>(data);
  return next(pair->from_folder, pair->from, pair->to_folder, pair->to,
              pair->flags);
}

int call_link(const void* data) {
  static auto next =
      next_function<int (*)(int, const char*, int, const char*, int)>("linkat");
  const auto* pair = static_cast<const PathPair*>(data);
  return next(pair->from_folder, pair->from, pair->to_folder, pair->to, 0);
}

int rename_pair(const PathPair& pair) {
  return record_pair(
      (pair.flags & RENAME_EXCHANGE) != 0 ? "exchange" : "rename",
      absolute(pair.from_folder, pair.from), absolute(pair.to_folder, pair.to),
      call_rename, &pair);
}

int remove_at(int folder, const char* name, int flags) {
  static auto next = next_function<int (*)(int, const char*, int)>("unlinkat");
  const std::string path = absolute(folder, name);
  if (!is_recorded(path)) return next(folder, name, flags);
  Turn turn;
  int code = next(folder, name, flags);
  if (code == 0) turn.record("remove\t" + path + '\n');
  return code;
}

int sync_file(const char* name, int fd) {
  auto next = next_function<int (*)(int)>(name);
  const std::string path = path_of(fd);
  if (!is_recorded(path)) return next(fd);
  Turn turn;
  turn.record("sync\t" + path + '\n');
  return 0;  // the disk of this machine need not wait
}

}  // namespace

extern "C" {

int open(const char* path, int flags, ...) {
  va_list list;
  va_start(list, flags);
  const mode_t mode = mode_of(flags, list);
  va_end(list);
  return open_at(AT_FDCWD, path, flags, mode);
}

int open64(const char* path, int flags, ...) {
  va_list list;
  va_start(list, flags);
  const mode_t mode = mode_of(flags, list);
  va_end(list);
  return open_at(AT_FDCWD, path, flags, mode);
}

int openat(int folder, const char* path, int flags, ...) {
  va_list list;
  va_start(list, flags);
  const mode_t mode = mode_of(flags, list);
  va_end(list);
  return open_at(folder, path, flags, mode);
}

ssize_t write(int fd, const void* bytes, size_t size) {
  static auto next = next_function<decltype(&write)>("write");
  const off_t offset = lseek(fd, 0, SEEK_CUR);
  if (offset < 0 || !is_recorded(path_of(fd))) return next(fd, bytes, size);
  Turn turn;
  ssize_t written = next(fd, bytes, size);
  record_write(turn, fd, bytes, written, offset);
  return written;
}

ssize_t pwrite(int fd, const void* bytes, size_t size, off_t offset) {
  static auto next = next_function<decltype(&pwrite)>("pwrite");
  if (!is_recorded(path_of(fd))) return next(fd, bytes, size, offset);
  Turn turn;
  ssize_t written = next(fd, bytes, size, offset);
  record_write(turn, fd, bytes, written, offset);
  return written;
}

int ftruncate(int fd, off_t size) noexcept {
  static auto next = next_function<int (*)(int, off_t)>("ftruncate");
  if (!is_recorded(path_of(fd))) return next(fd, size);
  Turn turn;
  int code = next(fd, size);
  if (code == 0) record_size(turn, fd, size);
  return code;
}

int fsync(int fd) { return sync_file("fsync", fd); }
int fdatasync(int fd) { return sync_file("fdatasync", fd); }

int rename(const char* from, const char* to) noexcept {
  return rename_pair({AT_FDCWD, from, AT_FDCWD, to, 0});
}

int renameat2(int from_folder, const char* from, int to_folder, const char* to,
              unsigned int flags) noexcept {
  return rename_pair({from_folder, from, to_folder, to, flags});
}

int link(const char* from, const char* to) noexcept {
  const PathPair pair{AT_FDCWD, from, AT_FDCWD, to, 0};
  return record_pair("link", absolute(AT_FDCWD, from), absolute(AT_FDCWD, to),
                     call_link, &pair);
}

int unlink(const char* path) noexcept { return remove_at(AT_FDCWD, path, 0); }
int rmdir(const char* path) noexcept {
  return remove_at(AT_FDCWD, path, AT_REMOVEDIR);
}
int unlinkat(int folder, const char* path, int flags) noexcept {
  return remove_at(folder, path, flags);
}
// std::filesystem removes by this one.
int remove(const char* path) noexcept {
  struct stat status {};
  const bool is_folder = lstat(path, &status) == 0 && S_ISDIR(status.st_mode);
  return remove_at(AT_FDCWD, path, is_folder ? AT_REMOVEDIR : 0);
}

int mkdir(const char* name, mode_t mode) noexcept {
  static auto next = next_function<int (*)(const char*, mode_t)>("mkdir");
  const std::string path = absolute(AT_FDCWD, name);
  if (!is_recorded(path)) return next(name, mode);
  Turn turn;
  int code = next(name, mode);
  if (code == 0) turn.record("folder\t" + path + '\n');
  return code;
}

}  // extern "C"
