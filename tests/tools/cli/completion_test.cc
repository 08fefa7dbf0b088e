#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/command.h"
#include "tests/support/temp_dir.h"
#include "tests/tools/cli/sample_table.h"
#include "tools/cli/help.h"

namespace wax::tools::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(Completion, KnowsChoicesAndFiles) {
  SampleTable sample;
  std::string bash = bash_completion(kSampleInfo, sample.table);
  EXPECT_THAT(bash, HasSubstr("-e|--exclude)\n      compopt -o filenames"));
  EXPECT_THAT(bash, HasSubstr("compgen -W 'surt legacy'"));
  EXPECT_THAT(bash, HasSubstr("'--exclude --quick --key'"));
  EXPECT_THAT(bash, Not(HasSubstr("--quick)")));
  std::string zsh = zsh_completion(kSampleInfo, sample.table);
  EXPECT_THAT(zsh, testing::StartsWith("#compdef wax-foo\n"));
  EXPECT_THAT(zsh, HasSubstr("--key='[kind of key]:WORD:(surt legacy)'"));
  EXPECT_THAT(zsh, HasSubstr("{-e+,--exclude=}"));
}

TEST(Completion, QuotesCharactersThatAShellWouldObey) {
  bool flag = false;
  OptionTable table;
  table.flag("x", flag, "the tool's [x]: a\\b");
  EXPECT_THAT(zsh_completion(kSampleInfo, table),
              HasSubstr("'--x'[the tool'\\''s \\[x\\]\\: a\\\\b]'"));
}

// A shell reads the script and asks it.
TEST(Completion, BashCompletesByTheScript) {
  tests::TempDir folder;
  SampleTable sample;
  std::string script =
      folder.write("foo", bash_completion(kSampleInfo, sample.table));
  auto completed = [&](const std::string& words, int at) {
    tests::CommandResult result = tests::run_command(
        "bash -c '. " + script + "; COMP_WORDS=(" + words +
        "); COMP_CWORD=" + std::to_string(at) +
        "; compopt() { :; }; _wax_foo; echo ${COMPREPLY[*]}'");
    return result.out;
  };
  EXPECT_EQ(completed("wax-foo --e", 1), "--exclude\n");
  EXPECT_EQ(completed("wax-foo --key l", 2), "legacy\n");
  EXPECT_EQ(completed("wax-foo --key = s", 3), "surt\n");
  EXPECT_EQ(completed("wax-foo --quick --k", 2), "--key\n");
}

TEST(Completion, CompletesToolNamesAfterWax) {
  ToolInfo wax = kSampleInfo;
  wax.name = "wax";
  OptionTable table;
  EXPECT_THAT(bash_completion(wax, table), HasSubstr("compgen -c wax-"));
  EXPECT_THAT(zsh_completion(wax, table),
              testing::StartsWith("#compdef wax\n"));
}

}  // namespace
}  // namespace wax::tools::cli
