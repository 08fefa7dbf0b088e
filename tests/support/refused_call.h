// System calls that fail, for what is done when a disk does not do its work.
#pragma once

#include <functional>

namespace wax::tests {

enum class Call {
  kLink,
  kList,
  kLock,
  kLockFolder,
  kMakeFolder,
  kPoll,
  kRead,
  kRename,
  kRenameWithFlags,
  kSync,
  kTruncate,
  kUnnamedFile,
  kWriteAt,
};

// Runs `work` in a thread in which `call` fails with `code`, an errno value,
// and throws what it throws. False, and nothing is run, where the system has no
// filters of calls.
[[nodiscard]] bool with_refused_call(Call call, int code,
                                     const std::function<void()>& work);

}  // namespace wax::tests
