#include "io/lost_files.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "io/error.h"
#include "io/mapped_file.h"
#include "tests/support/temp_dir.h"

namespace wax::io {
namespace {

using tests::TempDir;

TEST(LostFiles, AFileThatIsTruncatedIsLostAndTheProcessGoesOn) {
  TempDir folder;
  outlive_lost_files();
  const uint64_t before = lost_files();
  const std::string path = folder.write("f", std::string(200000, 'x'));
  MappedFile file(path, nullptr);
  MappedFile other(folder.write("g", std::string(200000, 'y')), nullptr);
  FileSlice all{&file, 0, file.size()};
  FileSlice of_other{&other, 0, other.size()};
  const uint8_t* bytes = all.at(150000, 5);
  std::filesystem::resize_file(path, 5000);
  EXPECT_EQ(*bytes, 0);
  EXPECT_EQ(lost_files(), before + 1);
  EXPECT_EQ(file.bytes()[4000], 'x');
  EXPECT_THROW((void)all.at(0, 1), IoError);
  EXPECT_THROW((void)all.at(150000, 5), IoError);
  EXPECT_EQ(*of_other.at(150000, 5), 'y');
  EXPECT_EQ(lost_files(), before + 1);
}

}  // namespace
}  // namespace wax::io
