#include "cdx/dedup/date_list.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "cdx/format/dated_version.h"
#include "io/error.h"
#include "tests/lines/stream_text.h"
#include "tests/support/temp_dir.h"

namespace wax::cdx {
namespace {

TEST(DateList, ALineIsKeyDigestAndDate) {
  const struct {
    const char* line;
    bool good;
  } kCases[] = {
      {"k d 20070101000000", true},
      {"k d 20070101000000 more columns", true},
      {" k\td  20070101000000\t", true},
      {"k d", false},
      {"k", false},
      {"", false},
      {"k d -", false},
      {"k d 2007010100000", false},
      {"k d 200701010000000", false},
      {"k 20070101000000 d", false},
  };
  for (const auto& c : kCases) {
    DatedVersion version;
    ASSERT_EQ(parse_dated_version(c.line, version), c.good) << c.line;
    if (!c.good) continue;
    EXPECT_EQ(version.urlkey, "k");
    EXPECT_EQ(version.digest, "d");
    EXPECT_EQ(version.date, "20070101000000");
  }
}

TEST(DateList, WritesDigestsInTheirNormalForm) {
  std::string out;
  append_dated_version(out, "k", "b2ltwwpuoyah7uipq7zupq4vmbsvc36a",
                       "20070101000000");
  append_dated_version(out, "k", "odd", "20070101000000");
  EXPECT_EQ(out,
            "k sha1:B2LTWWPUOYAH7UIPQ7ZUPQ4VMBSVC36A 20070101000000\n"
            "k odd 20070101000000\n");
}

struct Problems final : ProblemSink {
  void report(Problem problem) override { all.push_back(std::move(problem)); }
  std::vector<Problem> all;
};

TEST(DateList, FilesAreReadAsOneSortedList) {
  tests::TempDir folder;
  std::vector<std::string> paths = {
      folder.write("a",
                   "# a comment\nz d 20070101000000 x\n\n \t\n"
                   "k  d\t20070102000000\r\nk d\n"),
      folder.write("b", ""),
      folder.write("c", "k d 20070102000000\nk d 20070101000000")};
  DateListCounts counts;
  Problems problems;
  auto lines = read_date_lists(paths, {}, counts, problems);
  EXPECT_EQ(text_of(*lines),
            "k d 20070101000000\nk d 20070102000000\nz d 20070101000000\n");
  EXPECT_EQ(counts.lines, 5U);
  EXPECT_EQ(counts.bad, 1U);
  ASSERT_EQ(problems.all.size(), 1U);
  EXPECT_EQ(problems.all[0].file, paths[0]);
  EXPECT_EQ(problems.all[0].id, "list-bad-line");
  EXPECT_TRUE(problems.all[0].text.starts_with("line 6 "));
}

TEST(DateList, AMissingFileIsAnError) {
  DateListCounts counts;
  NoProblems problems;
  auto lines = read_date_lists({"/nonexistent/list"}, {}, counts, problems);
  std::string_view line;
  EXPECT_THROW((void)lines->next(line), IoError);
}

}  // namespace
}  // namespace wax::cdx
