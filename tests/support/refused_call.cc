#include "tests/support/refused_call.h"

#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include <cstdint>
#include <exception>
#include <thread>
#include <vector>

namespace wax::tests {
namespace {

struct Rule {
  uint32_t number;
  int argument = -1;  // -1: whatever its arguments
  uint32_t bits = 0;  // of the argument, of which one is set
};

std::vector<Rule> rules_of(Call call) {
  switch (call) {
    case Call::kLink:
      return {
#ifdef SYS_link
          {SYS_link},
#endif
          {SYS_linkat}};
    case Call::kList:
      return {{SYS_getdents64}};
    case Call::kLock:
      // All of F_OFD_GETLK, F_OFD_SETLK and F_OFD_SETLKW, and no other in use.
      return {{SYS_fcntl, 1, 32}};
    case Call::kLockFolder:
      return {{SYS_flock}};
    case Call::kMakeFolder:
      return {
#ifdef SYS_mkdir
          {SYS_mkdir},
#endif
          {SYS_mkdirat}};
    case Call::kPoll:
      return {
#ifdef SYS_poll
          {SYS_poll},
#endif
          {SYS_ppoll}};
    case Call::kRead:
      return {{SYS_read}, {SYS_pread64}};
    case Call::kRename:
      return {
#ifdef SYS_rename
          {SYS_rename},
#endif
#ifdef SYS_renameat
          {SYS_renameat},
#endif
          {SYS_renameat2}};
    case Call::kRenameWithFlags:
      return {{SYS_renameat2, 4, ~0U}};
    case Call::kSync:
      return {{SYS_fsync}};
    case Call::kTruncate:
      return {{SYS_ftruncate}};
    case Call::kUnnamedFile:
      return {{SYS_openat, 2, O_TMPFILE & ~O_DIRECTORY}};
    case Call::kWriteAt:
      return {{SYS_pwrite64}};
  }
  return {};
}

bool refuse(Call call, int code) {
  const uint32_t refuse = SECCOMP_RET_ERRNO | static_cast<uint32_t>(code);
  std::vector<sock_filter> filter = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr))};
  for (const Rule& rule : rules_of(call)) {
    if (rule.argument < 0) {
      filter.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, rule.number, 0, 1));
      filter.push_back(BPF_STMT(BPF_RET | BPF_K, refuse));
      continue;
    }
    const auto at =
        static_cast<uint32_t>(offsetof(seccomp_data, args) + 8 * rule.argument);
    filter.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, rule.number, 0, 4));
    filter.push_back(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, at));
    filter.push_back(BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, rule.bits, 0, 1));
    filter.push_back(BPF_STMT(BPF_RET | BPF_K, refuse));
    filter.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
  }
  filter.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
  sock_fprog program{static_cast<unsigned short>(filter.size()), filter.data()};
  return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

}  // namespace

bool with_refused_call(Call call, int code, const std::function<void()>& work) {
  bool can = false;
  std::exception_ptr thrown;
  std::thread([&] {
    can = refuse(call, code);
    try {
      if (can) work();
    } catch (...) {
      thrown = std::current_exception();
    }
  }).join();
  if (thrown) std::rethrow_exception(thrown);
  return can;
}

}  // namespace wax::tests
