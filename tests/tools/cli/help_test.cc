#include "tools/cli/help.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/tools/cli/sample_table.h"

namespace wax::tools::cli {
namespace {

using testing::HasSubstr;

TEST(Help, AlignsOptionsInColumns) {
  SampleTable sample;
  EXPECT_EQ(help_text(kSampleInfo, sample.table),
            R"(Usage: wax-foo [-e LIST]... INPUT...
Try things.

  INPUT                   files to read

Options:
  -e, --exclude LIST      leave out what LIST names, whatever its length and
                          however often it says so (may be repeated)
      --quick             hurry
      --key WORD          kind of key: surt, legacy (default: surt)

Exit codes: 0 done; 1 records were lost, or the answer is no; 2 could not run

Example:
  wax-foo a
)");
}

TEST(Help, OptionLinesHoldTheWholeTable) {
  SampleTable sample;
  EXPECT_THAT(
      option_lines(kSampleInfo, sample.table),
      testing::AllOf(
          testing::StartsWith("tool\twax-foo\tCaptures\ttry things\t"),
          HasSubstr("\npositional\tINPUT\t1\t18446744073709551615\tfiles"),
          HasSubstr(
              "\noption\tkey\t\tWORD\tsurt\tsurt,legacy\t\tkind of key\n"),
          HasSubstr("\noption\texclude\te\tLIST\t\t\t\tleave out")));
}

using testing::ElementsAre;
using testing::Pair;

TEST(SharedOptions, AreListedOnceWithTheToolsOfEachMeaning) {
  std::vector<SharedOption> all = shared_options({
      {"b", "quick", "", "", "hurry"},
      {"a", "limit", "n", "N", "at most N"},
      {"b", "limit", "n", "N", "at most N"},
      {"c", "limit", "n", "N", "N and no more"},
  });
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].name, "limit");
  EXPECT_EQ(all[0].letter, "n");
  EXPECT_EQ(all[0].value_word, "N");
  EXPECT_THAT(all[0].meanings, ElementsAre(Pair("at most N", "a, b"),
                                           Pair("N and no more", "c")));
  EXPECT_EQ(all[1].name, "quick");
  EXPECT_THAT(all[1].meanings, ElementsAre(Pair("hurry", "b")));
}

TEST(SharedOptions, OfOneMeaningInAllToolsSaySo) {
  std::vector<SharedOption> all = shared_options({
      {"a", "help", "h", "", "show this"},
      {"b", "help", "h", "", "show this"},
      {"b", "force", "f", "", "replace"},
  });
  ASSERT_EQ(all.size(), 2u);
  EXPECT_THAT(all[0].meanings, ElementsAre(Pair("replace", "b")));
  EXPECT_THAT(all[1].meanings, ElementsAre(Pair("show this", "all tools")));
}

TEST(SharedOptions, WithTwoMeaningsInAllToolsNameTheTools) {
  std::vector<SharedOption> all = shared_options({
      {"a", "help", "h", "", "show this"},
      {"b", "help", "h", "", "show that"},
  });
  ASSERT_EQ(all.size(), 1u);
  EXPECT_THAT(all[0].meanings,
              ElementsAre(Pair("show this", "a"), Pair("show that", "b")));
}

}  // namespace

}  // namespace wax::tools::cli
