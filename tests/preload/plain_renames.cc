// Loaded into a program before the C library (LD_PRELOAD): a file system whose
// renames take no flags, as NFS, SMB and most of FUSE, and with
// $WAX_WITHOUT_LINKS one without hard links, as SMB and exFAT. A process is
// killed before rename() gives a folder the name $WAX_KILLED_BEFORE_NAME.
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

extern "C" {

int rename(const char* from, const char* to) {
  static auto next =
      reinterpret_cast<decltype(&rename)>(dlsym(RTLD_NEXT, "rename"));
  const char* slash = strrchr(to, '/');
  const char* killed = getenv("WAX_KILLED_BEFORE_NAME");
  if (killed != nullptr && strcmp(slash ? slash + 1 : to, killed) == 0) {
    kill(getpid(), SIGKILL);
  }
  return next(from, to);
}

// Linux itself looks whether the name is taken; then the file system refuses.
int renameat2(int from_folder, const char* from, int to_folder, const char* to,
              unsigned int flags) {
  if (flags == 0) return renameat(from_folder, from, to_folder, to);
  struct stat status;
  bool is_taken = fstatat(to_folder, to, &status, AT_SYMLINK_NOFOLLOW) == 0;
  errno = is_taken && (flags & RENAME_NOREPLACE) != 0 ? EEXIST : EINVAL;
  return -1;
}

int link(const char* from, const char* to) {
  static auto next =
      reinterpret_cast<decltype(&link)>(dlsym(RTLD_NEXT, "link"));
  if (getenv("WAX_WITHOUT_LINKS") == nullptr) return next(from, to);
  errno = EPERM;
  return -1;
}

}  // extern "C"
