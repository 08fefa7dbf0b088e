#include "io/file_lock.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <string>
#include <utility>

#include "io/error.h"
#include "tests/support/refused_call.h"
#include "tests/support/temp_dir.h"

namespace wax::io {
namespace {

using ::testing::HasSubstr;

TEST(FileLock, OneWriterOrManyReadersHaveIt) {
  tests::TempDir folder;
  const std::string path = folder.write("lock", "");
  int a = ::open(path.c_str(), O_RDWR);
  int b = ::open(path.c_str(), O_RDWR);
  int c = ::open(path.c_str(), O_RDONLY);
  EXPECT_TRUE(lock_file(a, LockKind::kExclusive));
  EXPECT_FALSE(lock_file(b, LockKind::kExclusive));
  EXPECT_FALSE(lock_file(c, LockKind::kShared));
  ::close(a);
  EXPECT_TRUE(lock_file(b, LockKind::kShared));
  EXPECT_TRUE(lock_file(c, LockKind::kShared));
  ::close(b);
  ::close(c);
}

TEST(FileLock, TheFileOfALockIsThereAsLongAsTheLock) {
  tests::TempDir folder;
  const std::string path = folder / "made.part-lock";
  {
    LockFile lock(path, "made");
    EXPECT_TRUE(std::filesystem::exists(path));
    try {
      LockFile second(path, "made");
      FAIL();
    } catch (const UsageError& error) {
      EXPECT_THAT(error.what(), HasSubstr("made: is being written by process " +
                                          std::to_string(::getpid())));
    }
    LockFile moved = std::move(lock);
    EXPECT_THROW(LockFile(path, "made"), UsageError);
  }
  EXPECT_FALSE(std::filesystem::exists(path));
  // A killed process leaves the file, but not the lock.
  folder.write("made.part-lock", "1 b.example");
  LockFile next(path, "made");
  EXPECT_THROW(LockFile(folder / "none/lock", "made"), IoError);
}

TEST(FileLock, FileSystemsWithoutLocksLetAllWrite) {
  tests::TempDir folder;
  const std::string path = folder.write("lock", "");
  int first = ::open(path.c_str(), O_RDWR);
  int second = ::open(path.c_str(), O_RDWR);
  ASSERT_TRUE(lock_file(first, LockKind::kExclusive));
  bool can = false;
  for (int code : {ENOLCK, EINVAL, EOPNOTSUPP, EAGAIN, EACCES}) {
    const bool is_refused = code == EAGAIN || code == EACCES;
    can = tests::with_refused_call(tests::Call::kLock, code, [&] {
      EXPECT_EQ(lock_file(second, LockKind::kExclusive), !is_refused) << code;
      EXPECT_FALSE(has_locks(second));
    });
  }
  EXPECT_TRUE(has_locks(second));
  ::close(first);
  ::close(second);
  if (!can) GTEST_SKIP() << "no filters of calls";
}

TEST(FileLock, AProcessOfAnotherHostIsNamedAndMayBeRunning) {
  const std::string mine = process_text();
  EXPECT_TRUE(may_be_running(mine));
  EXPECT_THAT(named_process(mine),
              HasSubstr("process " + std::to_string(::getpid()) + " ("));
  EXPECT_TRUE(may_be_running("999999999 b.example"));
  EXPECT_EQ(named_process("999999999 b.example"),
            "process 999999999 on b.example");
  EXPECT_FALSE(may_be_running("999999999"));
  EXPECT_EQ(named_process("999999999\n"), "process 999999999");
  EXPECT_FALSE(may_be_running("-1"));
  EXPECT_FALSE(may_be_running(""));
  EXPECT_EQ(named_process(""), "another process");
}

TEST(FileLock, AProcessThatHasEndedIsNotRunning) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(0);
  ASSERT_GT(child, 0);
  siginfo_t ended{};
  ASSERT_EQ(
      ::waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED | WNOWAIT), 0);
  EXPECT_FALSE(may_be_running(std::to_string(child)));
  ASSERT_EQ(::waitpid(child, nullptr, 0), child);
}

TEST(FileLock, AFileThatIsOfAnotherNowStays) {
  tests::TempDir folder;
  const std::string path = folder / "made.part-lock";
  {
    LockFile lock(path, "made");
    LockFile next;
    next = std::move(lock);
    std::filesystem::remove(path);
    folder.write("made.part-lock", "1 b.example");
  }
  EXPECT_TRUE(std::filesystem::exists(path));
}

}  // namespace
}  // namespace wax::io
