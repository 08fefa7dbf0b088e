// Loaded into a program before the C library (LD_PRELOAD): each call that
// writes, syncs or names a file takes $WAX_SLOW_CALLS microseconds more, so
// that a small build can be interrupted anywhere. As soon as a path that fits
// the pattern $WAX_HOLD_AFTER has bytes, the next such call waits until there
// is the file $WAX_HOLD_UNTIL.
#include <dlfcn.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

namespace {

bool any_has_bytes(const char* pattern) {
  glob_t found{};
  bool any = false;
  if (glob(pattern, 0, nullptr, &found) == 0) {
    for (size_t i = 0; i < found.gl_pathc; ++i) {
      struct stat facts {};
      any = any || (stat(found.gl_pathv[i], &facts) == 0 && facts.st_size > 0);
    }
    globfree(&found);
  }
  return any;
}

void wait_a_while() {
  const char* time = getenv("WAX_SLOW_CALLS");
  if (time != nullptr) usleep(static_cast<useconds_t>(atoi(time)));
  const char* after = getenv("WAX_HOLD_AFTER");
  const char* until = getenv("WAX_HOLD_UNTIL");
  if (after == nullptr || until == nullptr || !any_has_bytes(after)) return;
  while (access(until, F_OK) != 0) usleep(1000);
}

template <typename Function>
Function next_function(const char* name) {
  wait_a_while();
  return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

}  // namespace

extern "C" {

ssize_t write(int fd, const void* bytes, size_t size) {
  return next_function<decltype(&write)>("write")(fd, bytes, size);
}

ssize_t pwrite(int fd, const void* bytes, size_t size, off_t offset) {
  return next_function<decltype(&pwrite)>("pwrite")(fd, bytes, size, offset);
}

int fsync(int fd) { return next_function<decltype(&fsync)>("fsync")(fd); }

int fdatasync(int fd) {
  return next_function<decltype(&fdatasync)>("fdatasync")(fd);
}

int rename(const char* from, const char* to) noexcept {
  return next_function<int (*)(const char*, const char*)>("rename")(from, to);
}

int renameat2(int from_folder, const char* from, int to_folder, const char* to,
              unsigned int flags) noexcept {
  return next_function<int (*)(int, const char*, int, const char*,
                               unsigned int)>("renameat2")(
      from_folder, from, to_folder, to, flags);
}

int link(const char* from, const char* to) noexcept {
  return next_function<int (*)(const char*, const char*)>("link")(from, to);
}

int unlink(const char* path) noexcept {
  return next_function<int (*)(const char*)>("unlink")(path);
}

int mkdir(const char* path, mode_t mode) noexcept {
  return next_function<int (*)(const char*, mode_t)>("mkdir")(path, mode);
}

}  // extern "C"
