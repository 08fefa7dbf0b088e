#include "io/file_stamp.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "tests/support/temp_dir.h"

namespace wax::io {
namespace {

namespace fs = std::filesystem;

TEST(FileStamp, IsAnotherAfterAChange) {
  tests::TempDir folder;
  const std::string path = folder.write("a", "1");
  for (const StampOf what : {StampOf::kBytes, StampOf::kFile}) {
    folder.write("a", "1");
    const std::string stamp = file_stamp(path, what);
    EXPECT_EQ(file_stamp(path, what), stamp);
    folder.write("a", "12");
    EXPECT_NE(file_stamp(path, what), stamp);
    EXPECT_EQ(file_stamp(folder / "none", what), kNoFile);
  }
}

TEST(FileStamp, OfBytesStaysWithHardLinksAndThatOfTheFileSeesReplacements) {
  tests::TempDir folder;
  const std::string path = folder.write("a", "1");
  const std::string bytes = file_stamp(path, StampOf::kBytes);
  const std::string file = file_stamp(path, StampOf::kFile);
  EXPECT_TRUE(file.starts_with(bytes + ' '));
  fs::create_hard_link(path, folder / "b");
  EXPECT_EQ(file_stamp(path, StampOf::kBytes), bytes);
  const auto time = fs::last_write_time(path);
  folder.write("a", "2");
  fs::last_write_time(path, time);
  EXPECT_EQ(file_stamp(path, StampOf::kBytes), bytes);
  EXPECT_NE(file_stamp(path, StampOf::kFile), file);
}

TEST(FolderStamp, ChangesWithTheNamesInTheFolder) {
  tests::TempDir folder;
  fs::create_directory(folder / "f");
  fs::last_write_time(folder / "f", fs::file_time_type());
  const std::string stamp = folder_stamp(folder / "f");
  folder.write("f/a", "1");
  EXPECT_NE(folder_stamp(folder / "f"), stamp);
  EXPECT_EQ(folder_stamp(folder / "none"), kNoFile);
}

}  // namespace
}  // namespace wax::io
