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

}  // namespace
}  // namespace wax::tools::cli
