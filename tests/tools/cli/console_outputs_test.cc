#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "io/error.h"
#include "io/inputs/input_files.h"
#include "tests/support/temp_dir.h"
#include "tools/cli/console.h"

namespace wax::tools::cli {
namespace {

// What another test of this process has opened counts, too: in a child.
void write_after(const std::string& path, const std::string& id,
                 const std::string& opened) {
  Console console("wax-foo", {});
  auto output = console.open_line_output(path, true);
  console.report({Severity::kLost, id, "gone.warc", {}, "open: gone"});
  if (!opened.empty()) (void)io::open_input(opened);
  output->write("new");
  try {
    output->finish();
  } catch (const Error& error) {
    std::fprintf(stderr, "%s", error.what());
    std::_Exit(2);
  }
  std::_Exit(0);
}

TEST(ConsoleOutputs, WhatIsThereStaysWhenNoInputCouldBeOpened) {
  testing::GTEST_FLAG(death_test_style) = "fast";
  const tests::TempDir home;
  for (const char* id : {"unreadable-archive", "unreadable-folder"}) {
    const std::string path = home.write("old", "old");
    EXPECT_EXIT(write_after(path, id, ""), testing::ExitedWithCode(2),
                "old: stays as it is: no input could be opened");
    EXPECT_EQ(tests::read_file(path), "old");
    EXPECT_EXIT(write_after(home / id, id, ""), testing::ExitedWithCode(0), "");
    EXPECT_EQ(tests::read_file(home / id), "new") << "nothing is lost";
  }
  const std::string path = home.write("old", "old");
  EXPECT_EXIT(write_after(path, "unreadable-archive", home.write("in", "x")),
              testing::ExitedWithCode(0), "");
  EXPECT_EQ(tests::read_file(path), "new") << "another input was read";
  home.write("old", "old");
  EXPECT_EXIT(write_after(path, "warc-bad-length", ""),
              testing::ExitedWithCode(0), "");
  EXPECT_EQ(tests::read_file(path), "new") << "it was opened otherwise";
}

}  // namespace
}  // namespace wax::tools::cli
