#include "cdx/dedup/referenced_dates.h"

#include <gtest/gtest.h>

#include <string>

#include "cdx/format/capture.h"
#include "io/error.h"
#include "tests/lines/stream_text.h"
#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"

namespace wax::cdx {
namespace {

std::string line_of(const std::string& key, const std::string& date,
                    const std::string& digest, const char* mime = "text/html") {
  return key + ' ' + date + " http://a/ " + mime + " 200 " + digest +
         " - - 5 1 a.warc.gz\n";
}

TEST(ReferencedDates, JoinTheVersionsOfThatKeyAndDate) {
  tests::TempDir folder;
  std::string captures = folder.write(
      "x.cdx", line_of("a", "20070101000000", "x") +
                   line_of("a", "20070102000000", "y") +
                   line_of("b", "20070101000000", "x", "warc/revisit") +
                   line_of("b", "20070103000000", "-"));
  std::string one = folder.write("one",
                                 "# a comment\n"
                                 "a 20070101000000 20080101000000\n"
                                 "a 20070101000000 20080201000000\n"
                                 "a 20070103000000 20080101000000\n"
                                 "bad 2007 2008\n");
  std::string two = folder.write("two",
                                 "a 20070101000000 20080101000000\n"
                                 "b 20070101000000 20080101000000\n"
                                 "b 20070103000000 20080101000000\n");
  ReferenceCounts counts;
  tests::Problems problems;
  auto lines = referenced_dates({one, two}, {captures}, {}, counts, problems);
  EXPECT_EQ(text_of(*lines),
            "a x 20080101000000\na x 20080201000000\nb x 20080101000000\n");
  EXPECT_EQ(counts.lines, 7U);
  EXPECT_EQ(counts.bad, 1U);
  ASSERT_EQ(problems.all.size(), 1U);
  EXPECT_EQ(problems.all[0].id, "list-bad-line");
  EXPECT_TRUE(problems.all[0].text.starts_with("line 5 "));
}

TEST(ReferencedDates, ReadNoCapturesWithoutReferences) {
  tests::TempDir folder;
  ReferenceCounts counts;
  NoProblems problems;
  std::string list = folder.write("list", "");
  auto lines = referenced_dates({list}, {"/nonexistent"}, {}, counts, problems);
  EXPECT_EQ(text_of(*lines), "");
  std::string some = folder.write("some", "a 20070101000000 20080101000000\n");
  EXPECT_THROW(
      (void)referenced_dates({some}, {"/nonexistent"}, {}, counts, problems),
      IoError);
  EXPECT_THROW((void)referenced_dates({some}, {"-"}, {}, counts, problems),
               UsageError);
}

}  // namespace
}  // namespace wax::cdx
