// Loaded into a program before the C library (LD_PRELOAD): it runs on the host
// $WAX_HOST, as file servers show it. Nobody elsewhere sees its locks by
// flock(), nor does it see theirs, and numbers of processes say nothing.
#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <unistd.h>

extern "C" {

int flock(int, int) noexcept { return 0; }

int gethostname(char* name, size_t size) noexcept {
  const char* host = getenv("WAX_HOST");
  snprintf(name, size, "%s", host == nullptr ? "here" : host);
  return 0;
}

int kill(pid_t process, int number) noexcept {
  static auto next =
      reinterpret_cast<int (*)(pid_t, int)>(dlsym(RTLD_NEXT, "kill"));
  if (number != 0) return next(process, number);
  errno = ESRCH;
  return -1;
}

}  // extern "C"
