#include "io/folder_lock.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "io/error.h"
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

}  // namespace
}  // namespace wax::io
