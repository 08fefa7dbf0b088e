#include "io/changing_output.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <iterator>
#include <string_view>

#include "tests/support/temp_dir.h"

namespace wax::io {
namespace {

TEST(ChangingOutput, LeavesAFileAloneThatHasTheSameBytes) {
  tests::TempDir folder;
  auto write = [&](std::string_view first, std::string_view second) {
    auto output = open_changing_output(folder / "file");
    output->write(first);
    output->write(second);
    output->finish();
    return std::filesystem::last_write_time(folder / "file");
  };
  auto before = write("ab", "cd");
  EXPECT_EQ(tests::read_file(folder / "file"), "abcd");
  EXPECT_EQ(write("a", "bcd"), before);
  for (const char* other : {"abc", "abcde", "abcx", ""}) {
    write("ab", "cd");
    write(other, "");
    EXPECT_EQ(tests::read_file(folder / "file"), other);
  }
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()),
                          std::filesystem::directory_iterator()),
            1);
}

}  // namespace
}  // namespace wax::io
