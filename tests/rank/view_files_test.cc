#include "rank/view_files.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "io/compress/gzip_format.h"
#include "tests/rank/support.h"
#include "tests/support/temp_dir.h"

namespace wax::rank {
namespace {

TEST(Months, ComeFromNames) {
  EXPECT_EQ(month_of_name("views-2021-02.gz"), "2021-02");
  EXPECT_EQ(month_of_name("a/2020-01/x-2021-02.txt"), "2021-02");
  EXPECT_EQ(month_of_name("pageviews-20210228-user.bz2"), "2021-02");
  EXPECT_EQ(month_of_name("2021-02"), "2021-02");
  EXPECT_EQ(month_of_name("pageviews-2023-W12.zst"), "2023-03");
  for (const char* bad : {"views", "", "views-2021-13", "2021-2", "12021-02",
                          "views-2021-021", "2021-02/views", "202102",
                          "2021-W00", "2021-W53", "2021-W5", "2021-W123"}) {
    EXPECT_FALSE(month_of_name(bad)) << bad;
  }
}

// Dates of Thursdays as `date +%G-W%V` tells them.
TEST(Months, OfWeeksHaveTheirThursday) {
  EXPECT_EQ(month_of_name("2020-W01"), "2020-01");  // January 2
  EXPECT_EQ(month_of_name("2020-W53"), "2020-12");  // December 31
  EXPECT_EQ(month_of_name("2021-W01"), "2021-01");  // January 7
  EXPECT_EQ(month_of_name("2023-W05"), "2023-02");  // February 2
  EXPECT_EQ(month_of_name("2023-W13"), "2023-03");  // March 30
  EXPECT_EQ(month_of_name("2023-W17"), "2023-04");  // April 27
}

TEST(Periods, AreDaysAndWeeksOfNames) {
  EXPECT_EQ(period_of_name("2021-01/pageviews-20210203-user.bz2"), "20210203");
  EXPECT_EQ(period_of_name("pageviews-2023-W05.zst"), "2023-W05");
  EXPECT_EQ(period_of_name("views-2021-02.gz"), std::nullopt);
  EXPECT_EQ(period_of_name("20210203/views"), std::nullopt);
}

TEST(Months, HaveNeighboursAndLastDays) {
  EXPECT_EQ(month_after("2021-02", 1), "2021-03");
  EXPECT_EQ(month_after("2021-12", 1), "2022-01");
  EXPECT_EQ(month_after("2021-01", -11), "2020-02");
  EXPECT_EQ(last_day("2021-02"), "20210228");
  EXPECT_EQ(last_day("2024-02"), "20240229");
  EXPECT_EQ(last_day("1900-02"), "19000228");
  EXPECT_EQ(last_day("2000-12"), "20001231");
}

TEST(ViewLines, AreReadFromFilesInTurn) {
  tests::TempDir folder;
  Reports reports;
  auto views =
      view_lines({{"a", folder.write("a", "# note\na 1\nb\n\nc 8589934592\n")},
                  {"b", folder.write("b", io::gzip_member("a 2\nx\ty 4\n"))},
                  {"log", folder.write("log", "192.0.2.1 - - \"GET /\"\n")}},
                 1, reports);
  std::string all;
  for (KeyCount view; views->next(view);) {
    all += std::string(view.key) + ' ' + std::to_string(view.count) + '\n';
  }
  EXPECT_EQ(all, "a 1\nc 8589934592\na 2\n");
  EXPECT_EQ(reports.texts,
            (std::vector<std::string>{
                "rank-bad-line: line 3 is not \"key count\": b",
                "rank-bad-line: line 2 is not \"key count\": x\ty 4",
                "rank-bad-line: line 1 is not \"key count\"; logs are given "
                "with --logs"}));
}

}  // namespace
}  // namespace wax::rank
