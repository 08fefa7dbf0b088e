#include "io/folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>
#include <filesystem>

#include "io/error.h"
#include "tests/support/refused_call.h"
#include "tests/support/temp_dir.h"

namespace wax::io {
namespace {

TEST(Folder, IsMadeWithThoseAbove) {
  tests::TempDir home;
  make_folders(home / "a/b/c");
  make_folders(home / "a/b/c");
  EXPECT_TRUE(std::filesystem::is_directory(home / "a/b/c"));
  home.write("file", "");
  EXPECT_THROW(make_folders(home / "file/b"), IoError);
}

TEST(Folder, ListsWhatIsInItInOrder) {
  tests::TempDir home;
  home.write("b", "");
  home.write("a", "");
  make_folders(home / "c/d");
  EXPECT_THAT(entries_of(home.path()),
              testing::ElementsAre(home / "a", home / "b", home / "c"));
  EXPECT_THROW((void)entries_of(home / "none"), IoError);
}

TEST(Folder, AFileGetsASecondName) {
  tests::TempDir home;
  link_file(home.write("a", "text"), home / "b");
  EXPECT_EQ(tests::read_file(home / "b"), "text");
  EXPECT_THROW(link_file(home / "a", home / "b"), IoError);
  EXPECT_THROW(link_file(home / "none", home / "c"), IoError);
}

TEST(Folder, AFileIsCopiedWhereItCannotHaveASecondName) {
  for (int code : {EPERM, EINVAL, EOPNOTSUPP, ENOSYS, EMLINK, EXDEV}) {
    tests::TempDir home;
    const std::string from = home.write("a", "text");
    if (!tests::with_refused_call(tests::Call::kLink, code, [&] {
          link_file(from, home / "b");
          EXPECT_THROW(link_file(from, home / "none/c"), IoError);
          EXPECT_THROW(link_file(from, home / "b"), IoError);
        })) {
      GTEST_SKIP() << "no filters of calls";
    }
    EXPECT_EQ(tests::read_file(home / "b"), "text");
    EXPECT_EQ(std::filesystem::hard_link_count(from), 1U);
  }
  for (int code : {EACCES, EIO, ENOSPC}) {
    tests::TempDir home;
    const std::string from = home.write("a", "text");
    EXPECT_THROW((void)tests::with_refused_call(
                     tests::Call::kLink, code,
                     [&] { link_file(from, home / "b"); }),
                 IoError);
    EXPECT_FALSE(std::filesystem::exists(home / "b"));
  }
}

TEST(Folder, OnlyOneThatCanBeSyncedHasTo) {
  tests::TempDir home;
  for (int code : {EINVAL, EROFS, EBADF, EOPNOTSUPP, ENOSYS}) {
    if (!tests::with_refused_call(tests::Call::kSync, code,
                                  [&] { sync_folder(home.path()); })) {
      GTEST_SKIP() << "no filters of calls";
    }
  }
  for (int code : {EIO, ENOSPC}) {
    try {
      (void)tests::with_refused_call(tests::Call::kSync, code,
                                     [&] { sync_folder(home.path()); });
      ADD_FAILURE() << code;
    } catch (const IoError& error) {
      EXPECT_EQ(error.code(), code);
    }
  }
  sync_folder("");
  sync_folder(home / "none");
}

TEST(Folder, OneThatCannotBeReadIsNotEmpty) {
  tests::TempDir home;
  home.write("a", "");
  bool can = true;
  EXPECT_THROW(
      {
        can = tests::with_refused_call(
            tests::Call::kList, EIO, [&] { (void)entries_of(home.path()); });
        if (!can) throw IoError("none", "filter", ENOSYS);
      },
      IoError);
  if (!can) GTEST_SKIP() << "no filters of calls";
}

}  // namespace
}  // namespace wax::io
