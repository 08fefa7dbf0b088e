// What holds for every tool, whatever it does.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/support/command.h"
#include "tests/support/temp_dir.h"

namespace wax::tests {
namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (size_t begin = 0; begin < text.size();) {
    size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

std::vector<std::string> all_tools() {
  std::vector<std::string> names = built_tools();
  if (std::filesystem::exists(WAX_BIN_DIR "/wax")) names.push_back("wax");
  return names;
}

class EveryTool : public testing::TestWithParam<std::string> {
 protected:
  [[nodiscard]] CommandResult run(const std::string& rest) const {
    return run_command(GetParam() + " " + rest, {directory_.path(), {}});
  }
  // Whether it may be given any number of files to read, and nothing else.
  [[nodiscard]] bool takes_files() const {
    return run("--print-options=tsv").out.find("\npositional\tINPUT\t") !=
           std::string::npos;
  }

  TempDir directory_;
};

TEST_P(EveryTool, HelpFitsATerminalAndHoldsAnExample) {
  CommandResult help = run("--help");
  EXPECT_EQ(help.code, 0);
  EXPECT_EQ(help.err, "");
  std::vector<std::string> lines = lines_of(help.out);
  EXPECT_LE(lines.size(), 50u) << help.out;
  for (const std::string& line : lines) EXPECT_LE(line.size(), 80u) << line;
  EXPECT_TRUE(help.out.starts_with("Usage: " + GetParam() + " ")) << help.out;
  EXPECT_NE(help.out.find("\nExample:\n  "), std::string::npos) << help.out;
  EXPECT_EQ(run("-h").out, help.out);
}

TEST_P(EveryTool, SaysItsVersion) {
  CommandResult version = run("--version");
  EXPECT_EQ(version.code, 0);
  EXPECT_TRUE(version.out.starts_with(GetParam() + " ")) << version.out;
  EXPECT_EQ(run("-V").out, version.out);
}

TEST_P(EveryTool, RefusesAnUnknownOption) {
  CommandResult result = run("--no-such-option");
  EXPECT_EQ(result.code, 2);
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(result.err,
            GetParam() + ": unknown option '--no-such-option'; see --help\n");
}

TEST_P(EveryTool, HasRowsThatHoldTogether) {
  std::vector<std::string> letters;
  for (const std::string& line : lines_of(run("--print-options=tsv").out)) {
    std::vector<std::string> fields;
    for (size_t begin = 0; begin <= line.size();) {
      size_t end = std::min(line.find('\t', begin), line.size());
      fields.push_back(line.substr(begin, end - begin));
      begin = end + 1;
    }
    if (fields[0] == "tool") {
      ASSERT_EQ(fields.size(), 6u) << line;
      EXPECT_NE(fields[2], "") << "no group for `wax help`";
      EXPECT_LE(fields[3].size(), 60u) << "a long summary";
      EXPECT_FALSE(fields[3].ends_with('.')) << fields[3];
      EXPECT_NE(fields[5].find(GetParam()), std::string::npos) << "no example";
    } else if (fields[0] == "option") {
      ASSERT_EQ(fields.size(), 8u) << line;
      EXPECT_FALSE(fields[7].empty()) << fields[1] << " is not explained";
      EXPECT_FALSE(fields[7].ends_with('.')) << fields[1];
      letters.push_back("--" + fields[1]);
      if (!fields[2].empty()) letters.push_back("-" + fields[2]);
    }
  }
  EXPECT_GE(letters.size(), 7u);
  std::sort(letters.begin(), letters.end());
  auto twice = std::adjacent_find(letters.begin(), letters.end());
  EXPECT_EQ(twice, letters.end()) << *twice << " is there twice";
}

TEST_P(EveryTool, FailsOnAFullDisk) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full";
  CommandResult result = run("--help >/dev/full");
  EXPECT_EQ(result.code, 2);
  EXPECT_NE(result.err.find("No space left on device"), std::string::npos)
      << result.err;
}

TEST_P(EveryTool, EndsQuietlyWhenNobodyReads) {
  // A shell without pipefail shows the code of the last command only.
  CommandResult result = run("--help 2>err | :; cat err");
  EXPECT_EQ(result.out, "");
}

TEST_P(EveryTool, NamesAMissingFile) {
  if (!takes_files()) GTEST_SKIP() << "takes no INPUT";
  CommandResult result = run("no-such-file");
  EXPECT_NE(result.code, 0);
  EXPECT_NE(result.err.find("no-such-file"), std::string::npos) << result.err;
  EXPECT_NE(result.err.find("No such file or directory"), std::string::npos)
      << result.err;
}

TEST_P(EveryTool, HasAManPage) {
  if (run_command("command -v mandoc").code != 0) {
    GTEST_SKIP() << "mandoc is not installed";
  }
  std::string page = WAX_BIN_DIR "/../man/" + GetParam() + ".1";
  ASSERT_TRUE(std::filesystem::exists(page)) << page;
  CommandResult lint =
      run_command("mandoc -T lint -W warning " + shell_word(page));
  EXPECT_EQ(lint.code, 0) << lint.out << lint.err;
}

TEST_P(EveryTool, HasABashCompletionThatNamesItsOptions) {
  CommandResult result = run_command(
      "bash -c '. <(" + GetParam() + " --print-options=bash); COMP_WORDS=(" +
      GetParam() + " --verb) COMP_CWORD=1; _" +
      [](std::string name) {
        std::replace(name.begin(), name.end(), '-', '_');
        return name;
      }(GetParam()) +
      "; echo ${COMPREPLY[@]}'");
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_EQ(result.out, GetParam() == "wax" ? "\n" : "--verbose\n");
}

std::string test_name(const testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Of, EveryTool, testing::ValuesIn(all_tools()),
                         test_name);

}  // namespace
}  // namespace wax::tests
