// Loaded into a program before the C library (LD_PRELOAD): the call number
// $WAX_FAIL_AT of each process to a function of $WAX_FAIL_CALLS ("write fsync",
// "malloc", ...) fails with the error number $WAX_FAIL_ERROR, or is the last
// one of the process, which is killed, where that is 0. $WAX_FAIL_MARK is made
// then.
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

extern "C" {
void* __libc_malloc(size_t size);
void* __libc_calloc(size_t count, size_t size);
void* __libc_realloc(void* bytes, size_t size);
}

namespace {

long call_count = 0;

// Neither allocates nor calls what is replaced here.
bool fails(const char* call) {
  static const char* const calls = getenv("WAX_FAIL_CALLS");
  static const char* const at = getenv("WAX_FAIL_AT");
  static const char* const error = getenv("WAX_FAIL_ERROR");
  if (calls == nullptr || at == nullptr || error == nullptr) return false;
  const char* found = strstr(calls, call);
  const size_t size = strlen(call);
  while (found != nullptr && ((found != calls && found[-1] != ' ') ||
                              (found[size] != ' ' && found[size] != '\0'))) {
    found = strstr(found + 1, call);
  }
  if (found == nullptr) return false;
  if (__atomic_add_fetch(&call_count, 1, __ATOMIC_RELAXED) != atol(at)) {
    return false;
  }
  if (const char* mark = getenv("WAX_FAIL_MARK")) {
    const long fd =
        syscall(SYS_openat, AT_FDCWD, mark, O_CREAT | O_WRONLY, 0666);
    if (fd >= 0) syscall(SYS_close, fd);
  }
  const int number = atoi(error);
  if (number == 0) syscall(SYS_kill, getpid(), SIGKILL);
  errno = number;
  return true;
}

template <typename Function>
Function next_function(const char* name) {
  return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

}  // namespace

extern "C" {

ssize_t write(int fd, const void* bytes, size_t size) {
  static auto next = next_function<decltype(&write)>("write");
  return fd > 2 && fails("write") ? -1 : next(fd, bytes, size);
}

ssize_t pwrite(int fd, const void* bytes, size_t size, off_t at) {
  static auto next = next_function<decltype(&pwrite)>("pwrite");
  return fails("write") ? -1 : next(fd, bytes, size, at);
}

ssize_t read(int fd, void* bytes, size_t size) {
  static auto next = next_function<decltype(&read)>("read");
  return fails("read") ? -1 : next(fd, bytes, size);
}

int fsync(int fd) {
  static auto next = next_function<decltype(&fsync)>("fsync");
  return fails("fsync") ? -1 : next(fd);
}

int fdatasync(int fd) {
  static auto next = next_function<decltype(&fdatasync)>("fdatasync");
  return fails("fsync") ? -1 : next(fd);
}

int open(const char* path, int flags, ...) {
  static auto next = next_function<decltype(&open)>("open");
  va_list more;
  va_start(more, flags);
  const mode_t mode = va_arg(more, mode_t);
  va_end(more);
  return fails("open") ? -1 : next(path, flags, mode);
}

int rename(const char* from, const char* to) {
  static auto next = next_function<decltype(&rename)>("rename");
  return fails("rename") ? -1 : next(from, to);
}

int renameat2(int from_folder, const char* from, int to_folder, const char* to,
              unsigned int flags) {
  static auto next = next_function<decltype(&renameat2)>("renameat2");
  return fails("rename") ? -1 : next(from_folder, from, to_folder, to, flags);
}

int unlink(const char* path) {
  static auto next = next_function<decltype(&unlink)>("unlink");
  return fails("unlink") ? -1 : next(path);
}

int mkdir(const char* path, mode_t mode) {
  static auto next = next_function<decltype(&mkdir)>("mkdir");
  return fails("mkdir") ? -1 : next(path, mode);
}

int ftruncate(int fd, off_t size) {
  static auto next = next_function<decltype(&ftruncate)>("ftruncate");
  return fails("ftruncate") ? -1 : next(fd, size);
}

int link(const char* from, const char* to) {
  static auto next = next_function<decltype(&link)>("link");
  return fails("link") ? -1 : next(from, to);
}

void* malloc(size_t size) {
  return fails("malloc") ? nullptr : __libc_malloc(size);
}

void* calloc(size_t count, size_t size) {
  return fails("malloc") ? nullptr : __libc_calloc(count, size);
}

void* realloc(void* bytes, size_t size) {
  return fails("malloc") ? nullptr : __libc_realloc(bytes, size);
}

}  // extern "C"
