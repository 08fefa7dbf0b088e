#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "io/error.h"
#include "io/inputs/input_files.h"
#include "tests/support/temp_dir.h"
#include "tools/cli/console.h"

namespace wax::tools::cli {
namespace {

// What was written to `path`, or why nothing was. `meet` is what happens
// before.
std::string write_after(const std::string& path,
                        const std::function<void(Console&)>& meet) {
  Console console("wax-foo", {});
  auto output = console.open_line_output(path, true);
  meet(console);
  output->write("new");
  try {
    output->finish();
  } catch (const Error& error) {
    return std::string(error.what()).substr(path.rfind('/') + 1);
  }
  return tests::read_file(path);
}

void read_first_byte(const std::string& input) {
  (void)io::open_input(input)->peek();
}

constexpr const char* kStays = "old: stays as it is: no input could be opened";

std::function<void(Console&)> problem(const std::string& id) {
  return [id](Console& console) {
    console.report({Severity::kLost, id, "gone.warc", {}, "open: gone"});
  };
}

TEST(ConsoleOutputs, WhatIsThereStaysWhenNoInputCouldBeOpened) {
  const tests::TempDir home;
  const std::string path = home.write("old", "old");
  const std::string input = home.write("in", "x");
  read_first_byte(input);  // by an earlier tool
  for (const char* id : {"unreadable-archive", "unreadable-folder"}) {
    EXPECT_EQ(write_after(path, problem(id)), kStays);
    EXPECT_EQ(tests::read_file(path), "old");
    EXPECT_EQ(write_after(home / id, problem(id)), "new") << "nothing is lost";
  }
  EXPECT_EQ(write_after(path, &Console::note_no_input), kStays);
  EXPECT_EQ(write_after(path, problem("warc-bad-length")), "new")
      << "it was opened otherwise";
}

TEST(ConsoleOutputs, ReplaceWhatIsThereWhenAnotherInputWasRead) {
  const tests::TempDir home;
  const std::string path = home.write("old", "old");
  const std::string input = home.write("in", "");
  EXPECT_EQ(write_after(path,
                        [&](Console& console) {
                          problem("unreadable-archive")(console);
                          read_first_byte(input);
                        }),
            "new");
}

}  // namespace
}  // namespace wax::tools::cli
