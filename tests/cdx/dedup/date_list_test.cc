#include "cdx/dedup/date_list.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "io/error.h"
#include "tests/lines/stream_text.h"
#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"

namespace wax::cdx {
namespace {

TEST(DateList, FilesAreReadAsOneSortedList) {
  tests::TempDir folder;
  std::vector<std::string> paths = {
      folder.write("a",
                   "# a comment\nz d 20070101000000 x\n\n \t\n"
                   "k  d\t20070102000000\r\nk d\n"),
      folder.write("b", ""),
      folder.write("c", "k d 20070102000000\nk d 20070101000000")};
  DateListCounts counts;
  test::Problems problems;
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
