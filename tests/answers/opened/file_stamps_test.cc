#include "answers/opened/file_stamps.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "tests/support/temp_dir.h"

namespace wax::answers {
namespace {

std::string stamp_of(const std::string& path) {
  std::string stamp;
  append_stamp(path, stamp);
  return stamp;
}

std::string stamp_of_folder(const std::string& folder) {
  std::string stamp;
  append_folder_stamp(folder, 2, stamp);
  return stamp;
}

TEST(FileStamps, DifferWhenAFileIsAnotherOneOrGone) {
  tests::TempDir folder;
  const std::string file = folder.write("a", "one");
  const std::string before = stamp_of(file);
  EXPECT_EQ(stamp_of(file), before);
  folder.write("b", "one");
  std::filesystem::rename(folder / "b", file);
  EXPECT_NE(stamp_of(file), before);
  std::filesystem::remove(file);
  EXPECT_EQ(stamp_of(file), file + '\n');
}

TEST(FileStamps, OfAFolderAreThoseOfItsShardsAndIndexes) {
  tests::TempDir folder;
  std::filesystem::create_directories(folder / "p/001/main/below");
  const std::string before = stamp_of_folder(folder / "p");
  EXPECT_NE(before.find("/p/001/main "), before.npos);
  EXPECT_EQ(before.find("below"), before.npos);
  std::filesystem::create_directories(folder / "p/001/dates");
  EXPECT_NE(stamp_of_folder(folder / "p"), before);
}

}  // namespace
}  // namespace wax::answers
