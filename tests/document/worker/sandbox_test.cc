#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

#include "document/worker/child.h"

namespace wax::document {
namespace {

// 0 when the sandbox holds, else the number of what it allows. Every call here
// is harmless should it succeed.
int allowed_in_sandbox() {
  enter_sandbox();
  if (open("/tmp/waxwing-sandbox", O_CREAT | O_WRONLY, 0600) >= 0) return 1;
  if (unlink("/nowhere") == 0 || errno != EPERM) return 2;
  if (socket(AF_INET, SOCK_STREAM, 0) >= 0) return 3;
  if (fork() >= 0) return 4;
  char* none[] = {nullptr};
  if (execve("/nowhere", none, none) == 0 || errno != EPERM) return 5;
  if (kill(getppid(), 0) == 0) return 6;
  if (open("/", O_RDONLY | O_DIRECTORY) >= 0 && errno == 0) return 7;
  return std::malloc(1 << 20) != nullptr ? 0 : 8;
}

TEST(Sandbox, TakesAwayFilesNetworkProcessesAndPrograms) {
  EXPECT_EXIT(_exit(allowed_in_sandbox()), testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace wax::document
