#include "io/folder_lock.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <utility>

#include "io/error.h"
#include "tests/support/refused_call.h"
#include "tests/support/temp_dir.h"

namespace wax::io {
namespace {

TEST(FolderLock, TheSecondWriterIsToldWhoHoldsIt) {
  tests::TempDir folder;
  {
    FolderLock first(folder.path());
    try {
      FolderLock second(folder.path());
      FAIL();
    } catch (const UsageError& error) {
      EXPECT_THAT(error.what(),
                  testing::StartsWith(folder.path() + ": is being written by " +
                                      named_process(std::to_string(getpid()))));
    }
    EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
    FolderLock moved = std::move(first);
    EXPECT_THROW(FolderLock{folder.path()}, UsageError);
  }
  FolderLock again(folder.path());
  EXPECT_THROW(FolderLock{folder / "none"}, IoError);
}

TEST(FolderLock, IsBesideTheFolderHoweverThatIsWritten) {
  tests::TempDir above;
  std::filesystem::create_directory(above / "a");
  FolderLock lock(above / "a/..//a///");
  EXPECT_TRUE(std::filesystem::exists(above / "a.part-lock"));
  lock = FolderLock();
  EXPECT_FALSE(std::filesystem::exists(above / "a.part-lock"));
  lock = FolderLock(above / "a");
  EXPECT_THROW(FolderLock{above / "a"}, UsageError);
}

TEST(FolderLock, IsNotHeldWhenItsFileIsOfAnother) {
  tests::TempDir above;
  std::filesystem::create_directory(above / "a");
  {
    const LockFile other(above / "lock", "other");
    EXPECT_THROW(FolderLock(above / "a", above / "lock"), UsageError);
    const FolderLock lock(above / "a");
  }
  const FolderLock lock(above / "a", above / "lock");
}

TEST(FolderLock, NeedsNoFileAndNoLocks) {
  tests::TempDir above;
  std::filesystem::create_directory(above / "a");
  const std::string none = above / "none/lock";
  const FolderLock lock(above / "a", none);
  EXPECT_THROW(FolderLock(above / "a", none), UsageError);
  bool can = false;
  can = tests::with_refused_call(tests::Call::kLockFolder, ENOLCK,
                                 [&] { FolderLock(above / "a", none); });
  if (!can) GTEST_SKIP() << "no filters of calls";
}

// What has the lock is in no list, as on another host.
TEST(FolderLock, MayBeHeldByNobodyKnows) {
  tests::TempDir folder;
  const bool can =
      tests::with_refused_call(tests::Call::kLockFolder, EWOULDBLOCK, [&] {
        try {
          const FolderLock lock(folder.path());
          ADD_FAILURE();
        } catch (const UsageError& error) {
          EXPECT_EQ(error.what(),
                    folder.path() + ": is being written by another process");
        }
      });
  if (!can) GTEST_SKIP() << "no filters of calls";
}

}  // namespace
}  // namespace wax::io
