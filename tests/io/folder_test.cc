#include "io/folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "io/error.h"
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

}  // namespace
}  // namespace wax::io
