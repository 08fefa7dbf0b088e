#include "io/unnamed_file.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <string>

#include "io/error.h"
#include "tests/support/temp_dir.h"

namespace wax::io {
namespace {

TEST(TempFolder, IsTheNamedOneThenTheEnvironmentsThenTmp) {
  const char* set = ::getenv("TMPDIR");
  std::string before = set != nullptr ? set : "";
  ::setenv("TMPDIR", "/of/environment", 1);
  EXPECT_EQ(temp_folder("/named"), "/named");
  EXPECT_EQ(temp_folder(""), "/of/environment");
  ::setenv("TMPDIR", "", 1);
  EXPECT_EQ(temp_folder(""), "/tmp");
  ::unsetenv("TMPDIR");
  EXPECT_EQ(temp_folder(""), "/tmp");
  if (set != nullptr) ::setenv("TMPDIR", before.c_str(), 1);
}

TEST(UnnamedFile, ReadsBackWhatWasWrittenAtAnyOffset) {
  tests::TempDir folder;
  UnnamedFile file(folder.path());
  file.write("wing", 3);
  file.write("wax", 0);
  std::string bytes(5, '\0');
  file.read(bytes.data(), bytes.size(), 2);
  EXPECT_EQ(bytes, "xwing");
}

TEST(UnnamedFile, HasNoNameInItsFolder) {
  tests::TempDir folder;
  UnnamedFile file(folder.path());
  file.write("waxwing", 0);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(UnnamedFile, ThrowsForMissingBytesAndAMissingFolder) {
  tests::TempDir folder;
  UnnamedFile file(folder.path());
  file.write("wax", 0);
  std::string bytes(4, '\0');
  EXPECT_THROW(file.read(bytes.data(), 4, 0), IoError);
  EXPECT_THROW(UnnamedFile(folder / "missing"), IoError);
}

}  // namespace
}  // namespace wax::io
