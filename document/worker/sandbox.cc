#include <fcntl.h>
#include <linux/landlock.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>

#include "document/worker/child.h"
#include "io/error.h"

namespace wax::document {
namespace {

constexpr const char* kReadable = "/usr/share/poppler";

// Systems without Landlock go on without it.
void allow_files_below(const char* folder) {
  landlock_ruleset_attr handled{};
  handled.handled_access_fs =
      LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_WRITE_FILE |
      LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
  auto rules = static_cast<int>(
      syscall(SYS_landlock_create_ruleset, &handled, sizeof handled, 0));
  if (rules < 0) return;
  landlock_path_beneath_attr readable{};
  readable.allowed_access =
      LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
  readable.parent_fd = open(folder, O_PATH | O_CLOEXEC);
  if (readable.parent_fd >= 0) {
    syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &readable,
            0);
    close(readable.parent_fd);
  }
  syscall(SYS_landlock_restrict_self, rules, 0);
  close(rules);
}

void require_rule(int code) {
  if (code != 0) throw IoError("seccomp", "add a rule", -code);
}

}  // namespace

void limit_memory(uint64_t bytes) {
#ifdef WAX_WITH_SANITIZERS
  bytes = 0;
#endif
  if (bytes == 0) return;
  rlimit limit{bytes, bytes};
  if (setrlimit(RLIMIT_AS, &limit) != 0) {
    throw IoError("this process", "limit the memory of", errno);
  }
}

void enter_sandbox() {
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) {
    throw IoError("this process", "restrict", errno);
  }
  allow_files_below(kReadable);
  scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(EPERM));
  if (filter == nullptr) throw IoError("seccomp", "start a filter", ENOMEM);
  for (int call :
       {SCMP_SYS(read), SCMP_SYS(write), SCMP_SYS(readv), SCMP_SYS(writev),
        SCMP_SYS(pread64), SCMP_SYS(lseek), SCMP_SYS(close), SCMP_SYS(fstat),
        SCMP_SYS(newfstatat), SCMP_SYS(getdents64), SCMP_SYS(brk),
        SCMP_SYS(munmap), SCMP_SYS(mremap), SCMP_SYS(madvise), SCMP_SYS(futex),
        SCMP_SYS(rt_sigaction), SCMP_SYS(rt_sigprocmask),
        SCMP_SYS(rt_sigreturn), SCMP_SYS(sigaltstack), SCMP_SYS(getpid),
        SCMP_SYS(gettid), SCMP_SYS(setitimer), SCMP_SYS(clock_gettime),
        SCMP_SYS(gettimeofday), SCMP_SYS(getrandom), SCMP_SYS(sched_yield),
#ifdef WAX_WITH_SANITIZERS
        // By writing into a pipe they find out whether an address
        // can be read.
        SCMP_SYS(pipe), SCMP_SYS(pipe2),
#endif
        SCMP_SYS(exit), SCMP_SYS(exit_group), SCMP_SYS(restart_syscall)}) {
    require_rule(seccomp_rule_add(filter, SCMP_ACT_ALLOW, call, 0));
  }
  // Memory that holds no code.
  for (int call : {SCMP_SYS(mmap), SCMP_SYS(mprotect)}) {
    require_rule(seccomp_rule_add(filter, SCMP_ACT_ALLOW, call, 1,
                                  SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0)));
  }
  // A folder is listed by a file that is open.
  for (int command : {F_GETFD, F_SETFD, F_GETFL}) {
    require_rule(seccomp_rule_add(
        filter, SCMP_ACT_ALLOW, SCMP_SYS(fcntl), 1,
        SCMP_A1(SCMP_CMP_EQ, static_cast<scmp_datum_t>(command))));
  }
  require_rule(seccomp_rule_add(
      filter, SCMP_ACT_ALLOW, SCMP_SYS(openat), 1,
      SCMP_A2(SCMP_CMP_MASKED_EQ,
              O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | O_APPEND, 0)));
  // abort() signals itself.
  require_rule(seccomp_rule_add(
      filter, SCMP_ACT_ALLOW, SCMP_SYS(tgkill), 1,
      SCMP_A0(SCMP_CMP_EQ, static_cast<scmp_datum_t>(getpid()))));
  int code = seccomp_load(filter);
  seccomp_release(filter);
  if (code != 0) throw IoError("seccomp", "load the filter", -code);
}

}  // namespace wax::document
