// Loaded into a program before the C library (LD_PRELOAD): a file system that
// refuses $WAX_REFUSED_CALL with the error number $WAX_REFUSED_ERROR. Calls are
// "fsync" (of folders), "fcntl" (locks), "renameat2" (with flags), "link" and
// "mmap" (of files).
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

namespace {

bool is_refused(const char* call) {
  const char* refused = getenv("WAX_REFUSED_CALL");
  if (refused == nullptr || strcmp(refused, call) != 0) return false;
  errno = atoi(getenv("WAX_REFUSED_ERROR"));
  return true;
}

bool is_folder(int fd) {
  struct stat status {};
  return fstat(fd, &status) == 0 && S_ISDIR(status.st_mode);
}

template <typename Function>
Function next_function(const char* name) {
  return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

}  // namespace

extern "C" {

int fsync(int fd) {
  if (is_folder(fd) && is_refused("fsync")) return -1;
  return next_function<decltype(&fsync)>("fsync")(fd);
}

int fcntl(int fd, int command, ...) {
  va_list more;
  va_start(more, command);
  void* argument = va_arg(more, void*);
  va_end(more);
  const bool is_lock = command == F_OFD_SETLK || command == F_OFD_GETLK;
  if (is_lock && is_refused("fcntl")) return -1;
  return next_function<decltype(&fcntl)>("fcntl")(fd, command, argument);
}

int renameat2(int from_folder, const char* from, int to_folder, const char* to,
              unsigned int flags) {
  if (flags != 0 && is_refused("renameat2")) return -1;
  return next_function<decltype(&renameat2)>("renameat2")(from_folder, from,
                                                          to_folder, to, flags);
}

int link(const char* from, const char* to) {
  if (is_refused("link")) return -1;
  return next_function<decltype(&link)>("link")(from, to);
}

void* mmap(void* at, size_t size, int protection, int flags, int fd,
           off_t offset) {
  // The loader and the allocator have others.
  if (fd >= 0 && (flags & MAP_SHARED) != 0 && is_refused("mmap")) {
    return MAP_FAILED;
  }
  return next_function<decltype(&mmap)>("mmap")(at, size, protection, flags, fd,
                                                offset);
}

}  // extern "C"
