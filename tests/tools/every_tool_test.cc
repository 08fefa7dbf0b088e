// What holds for every tool, whatever it does.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/command.h"
#include "tests/support/paths.h"
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
  if (std::filesystem::exists(program_folder() + "/wax"))
    names.push_back("wax");
  return names;
}

class EveryTool : public testing::TestWithParam<std::string> {
 protected:
  [[nodiscard]] CommandResult run(const std::string& rest) const {
    return run_command(GetParam() + " " + rest, {directory_.path(), {}});
  }
  // How many files it wants at least, or 1 when it takes any or refuses them.
  [[nodiscard]] size_t positionals() const {
    std::string text = run("--print-options=tsv").out;
    size_t row = text.find("\npositional\t");
    if (row == std::string::npos || GetParam() == "wax") return 1;
    std::istringstream fields(text.substr(row + 12));
    std::string words;
    std::string least;
    std::getline(fields, words, '\t');
    std::getline(fields, least, '\t');
    auto kinds = std::count(words.begin(), words.end(), ' ') + 1;
    return std::max<size_t>(static_cast<size_t>(kinds), std::stoul(least));
  }
  // A command line that reads `name` and writes "out", as far as it writes.
  [[nodiscard]] std::string given(const std::string& name) const {
    std::string words;
    if (run("--print-options=tsv").out.find("\noption\toutput\t") !=
        std::string::npos) {
      words = "-o out ";
    }
    for (size_t i = 0; i < positionals(); ++i) words += name + " ";
    return words;
  }

  TempDir directory_;
};

TEST_P(EveryTool, HelpFitsATerminalAndHoldsAnExample) {
  CommandResult help = run("--help");
  EXPECT_EQ(help.code, 0);
  EXPECT_EQ(help.err, "");
  std::vector<std::string> lines = lines_of(help.out);
  EXPECT_LE(lines.size(), 66u) << help.out;
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

TEST_P(EveryTool, HasConsistentOptionRows) {
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
      EXPECT_NE(fields[5].find("wax"), std::string::npos) << "no example";
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

TEST_P(EveryTool, EndsQuietlyOnAClosedPipe) {
  // A shell without pipefail shows the code of the last command only.
  CommandResult result = run("--help 2>err | :; cat err");
  EXPECT_EQ(result.out, "");
}

TEST_P(EveryTool, NamesAMissingFileAndLeavesNoOutput) {
  CommandResult result = run(given("no-such-file"));
  EXPECT_TRUE(result.code == 1 || result.code == 2) << result.code;
  EXPECT_NE(result.err.find("no-such-file"), std::string::npos) << result.err;
  if (result.code == 2) {
    EXPECT_FALSE(std::filesystem::exists(directory_ / "out"));
    CommandResult parts =
        run_command("ls | grep part-", {directory_.path(), {}});
    EXPECT_EQ(parts.out, "");
  }
}

TEST_P(EveryTool, SurvivesADirectoryAnEmptyFileAndJunk) {
  directory_.write("empty", "");
  directory_.write("junk",
                   std::string("\x1f\x8b\x08\0\xff{\n\r\n\0 WARC/", 15));
  std::filesystem::create_directory(directory_ / "folder");
  for (const char* name : {"folder", "empty", "junk"}) {
    CommandResult result = run(given(name));
    EXPECT_LE(result.code, 2) << name << ": " << result.err;
    if (result.code != 0) {
      EXPECT_NE(result.err.find(name), std::string::npos) << result.err;
    }
    std::filesystem::remove_all(directory_ / "out");
  }
}

TEST_P(EveryTool, LeavesLibrariesOfDocumentsToTheTextWorker) {
  const std::string program = read_file(program_folder() + "/" + GetParam());
  for (const char* library : {"libpoppler", "libgmime", "libseccomp"}) {
    EXPECT_EQ(program.find(library), std::string::npos) << library;
  }
}

TEST_P(EveryTool, HasAManPage) {
  if (run_command("command -v mandoc").code != 0) {
    GTEST_SKIP() << "mandoc is not installed";
  }
  std::string page = program_folder() + "/../man/" + GetParam() + ".1";
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
