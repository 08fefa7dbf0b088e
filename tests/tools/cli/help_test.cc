#include "tools/cli/help.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace wax::tools::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr ToolInfo kInfo = {
    "wax-foo",   "try things",         "[-e LIST]... INPUT...",
    "wax-foo a", "wax-cdx(5) wax-bar", "Captures"};

class Help : public testing::Test {
 protected:
  Help() {
    table_.option("exclude,e", lists_, "LIST",
                  "leave out what LIST names, whatever its length and however "
                  "often it says so");
    table_.flag("quick", quick_, "hurry").more =
        "Costs memory. See wax-bar's --slow.";
    table_.choice("key", key_, {"surt", "legacy"}, "kind of key");
    table_.positionals(inputs_, "INPUT", 1, SIZE_MAX, "files to read");
  }

  std::vector<std::string> lists_;
  std::vector<std::string> inputs_;
  bool quick_ = false;
  std::string key_ = "surt";
  OptionTable table_;
};

TEST_F(Help, OptionsStandInColumns) {
  EXPECT_EQ(help_text(kInfo, table_),
            R"(Usage: wax-foo [-e LIST]... INPUT...
Try things.

  INPUT                   files to read

Options:
  -e, --exclude LIST      leave out what LIST names, whatever its length and
                          however often it says so (may be repeated)
      --quick             hurry
      --key WORD          kind of key: surt, legacy (default: surt)

Example:
  wax-foo a
)");
}

TEST_F(Help, TheManPageMarksUpTheSynopsis) {
  EXPECT_THAT(man_page(kInfo, table_, "", {}),
              HasSubstr(".Sh SYNOPSIS\n.Nm\n.Oo\n.Fl e\n.Ar LIST\n.Oc Ns ...\n"
                        ".Ar INPUT...\n.Sh DESCRIPTION\nTry things.\n"));
}

TEST_F(Help, TheManPageHasEveryOption) {
  std::string page = man_page(kInfo, table_, "", {});
  EXPECT_THAT(page, HasSubstr(".It Fl e Ar LIST , Fl Fl exclude Ns = Ns Ar "
                              "LIST\n"));
  EXPECT_THAT(page, HasSubstr(".It Fl Fl quick\nHurry.\nCosts memory.\n"
                              "See wax-bar's \\-\\-slow.\n"));
  EXPECT_THAT(page, HasSubstr(".Sh SEE ALSO\n.Xr wax 1 ,\n.Xr wax-bar 1 ,\n"
                              ".Xr wax-cdx 5 ,\n.Xr wax-problems 7\n"));
}

TEST_F(Help, ProseBecomesTheDescription) {
  EXPECT_THAT(
      man_page(kInfo, table_, "One.\n\nTwo.\n\n.Sh FILES\nThree.\n", {}),
      HasSubstr(".Sh DESCRIPTION\nOne.\n.Pp\nTwo.\n.Sh FILES\nThree.\n"
                ".Sh OPTIONS\n"));
}

TEST_F(Help, ATranscriptBecomesTheExamples) {
  std::string page = man_page(
      kInfo, table_, "",
      parse_transcript("# Keys:\n$ wax-foo 'a\\b'\n.dot\n! wax-foo: bad-x\n"));
  EXPECT_THAT(page, HasSubstr(".Sh EXAMPLES\nKeys:\n"
                              ".Bd -literal -offset indent\n"
                              "$ wax\\-foo \\(aqa\\eb\\(aq\n\\&.dot\n"
                              "wax\\-foo: bad\\-x\n.Ed\n"));
}

TEST_F(Help, CompletionsKnowChoicesAndFiles) {
  std::string bash = bash_completion(kInfo, table_);
  EXPECT_THAT(bash, HasSubstr("-e|--exclude)\n      compopt -o filenames"));
  EXPECT_THAT(bash, HasSubstr("compgen -W 'surt legacy'"));
  EXPECT_THAT(bash, HasSubstr("'--exclude --quick --key'"));
  EXPECT_THAT(bash, Not(HasSubstr("--quick)")));
  std::string zsh = zsh_completion(kInfo, table_);
  EXPECT_THAT(zsh, testing::StartsWith("#compdef wax-foo\n"));
  EXPECT_THAT(zsh, HasSubstr("--key='[kind of key]:WORD:(surt legacy)'"));
  EXPECT_THAT(zsh, HasSubstr("{-e+,--exclude=}"));
}

TEST_F(Help, LinesOfFieldsHoldTheWholeTable) {
  EXPECT_THAT(
      option_lines(kInfo, table_),
      testing::AllOf(
          testing::StartsWith("tool\twax-foo\tCaptures\ttry things\t"),
          HasSubstr("\npositional\tINPUT\t1\t18446744073709551615\tfiles"),
          HasSubstr(
              "\noption\tkey\t\tWORD\tsurt\tsurt,legacy\t\tkind of key\n"),
          HasSubstr("\noption\texclude\te\tLIST\t\t\t\tleave out")));
}

}  // namespace
}  // namespace wax::tools::cli
