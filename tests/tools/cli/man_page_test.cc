#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/tools/cli/sample_table.h"
#include "tools/cli/help.h"

namespace wax::tools::cli {
namespace {

using testing::HasSubstr;

TEST(ManPage, MarksUpTheSynopsis) {
  SampleTable sample;
  EXPECT_THAT(man_page(kSampleInfo, sample.table, "", {}),
              HasSubstr(".Sh SYNOPSIS\n.Nm\n.Oo\n.Fl e\n.Ar LIST\n.Oc Ns ...\n"
                        ".Ar INPUT...\n.Sh DESCRIPTION\nTry things.\n"));
}

TEST(ManPage, HasEveryOption) {
  SampleTable sample;
  std::string page = man_page(kSampleInfo, sample.table, "", {});
  EXPECT_THAT(page, HasSubstr(".It Fl e Ar LIST , Fl Fl exclude Ns = Ns Ar "
                              "LIST\n"));
  EXPECT_THAT(page, HasSubstr(".It Fl Fl quick\nHurry.\nCosts memory.\n"
                              "See wax-bar's \\-\\-slow.\n"));
  EXPECT_THAT(page, HasSubstr(".Sh SEE ALSO\n.Xr wax 1 ,\n.Xr wax-bar 1 ,\n"
                              ".Xr wax-cdx 5 ,\n.Xr wax-problems 7\n"));
}

TEST(ManPage, ShowsTheProseAsDescription) {
  SampleTable sample;
  EXPECT_THAT(man_page(kSampleInfo, sample.table,
                       "One.\n\nTwo.\n\n.Sh FILES\nThree.\n", {}),
              HasSubstr(".Sh DESCRIPTION\nOne.\n.Pp\nTwo.\n.Sh FILES\nThree.\n"
                        ".Sh OPTIONS\n"));
}

TEST(ManPage, ShowsATranscriptAsExamples) {
  SampleTable sample;
  std::string page = man_page(
      kSampleInfo, sample.table, "",
      parse_transcript("# Keys:\n$ wax-foo 'a\\b'\n.dot\n! wax-foo: bad-x\n"));
  EXPECT_THAT(page, HasSubstr(".Sh EXAMPLES\nKeys:\n"
                              ".Bd -literal -offset indent\n"
                              "$ wax\\-foo \\(aqa\\eb\\(aq\n\\&.dot\n"
                              "wax\\-foo: bad\\-x\n.Ed\n"));
}

TEST(ManPage, BeginsEverySentenceOnItsOwnLine) {
  bool flag = false;
  OptionTable table;
  table.flag("x", flag, "do x").more = "One. two. Three! .dot";
  EXPECT_THAT(man_page(kSampleInfo, table, "", {}),
              HasSubstr(".It Fl Fl x\nDo x.\nOne. two.\nThree! .dot\n"));
}

}  // namespace
}  // namespace wax::tools::cli
