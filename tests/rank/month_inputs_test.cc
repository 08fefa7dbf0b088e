#include "rank/month_inputs.h"

#include <gtest/gtest.h>

#include <string>

#include "io/error.h"
#include "tests/support/temp_dir.h"

namespace wax::rank {
namespace {

TEST(MonthInputs, AreByTheMonthOfTheirNames) {
  const tests::TempDir folder;
  RankInputs inputs;
  inputs.views = {folder.write("a-2021-02", ""), folder.write("b-2021-01", ""),
                  folder.write("c-2021-02", "")};
  inputs.page_views = {folder.write("pageviews-20210131-user", "")};
  inputs.logs = {folder.write("access.log", "")};
  const GivenInputs given = inputs_by_month(inputs);
  ASSERT_EQ(given.months.size(), 2U);
  EXPECT_EQ(given.months.at("2021-01").views.size(), 1U);
  EXPECT_EQ(given.months.at("2021-01").page_views.size(), 1U);
  EXPECT_EQ(given.months.at("2021-02").views[1].name, inputs.views[2]);
  ASSERT_EQ(given.logs.size(), 1U);
  EXPECT_EQ(given.logs[0].name, inputs.logs[0]);
}

TEST(MonthInputs, AreNeverCountedTwice) {
  const tests::TempDir folder;
  const std::string file = folder.write("a-2021-02", "");
  RankInputs inputs;
  inputs.views = {file};
  inputs.logs = {file};
  EXPECT_THROW((void)inputs_by_month(inputs), UsageError);
  inputs = {};
  inputs.page_views = {folder.write("pageviews-20210131-user", ""),
                       folder.write("pageviews-20210131-user.gz", "")};
  EXPECT_THROW((void)inputs_by_month(inputs), UsageError);
}

TEST(MonthInputs, HaveAMonthAndAFile) {
  const tests::TempDir folder;
  RankInputs inputs;
  inputs.views = {folder.write("views", "")};
  EXPECT_THROW((void)inputs_by_month(inputs), UsageError);
  inputs.views = {folder / "none-2021-01"};
  EXPECT_THROW((void)inputs_by_month(inputs), IoError);
}

TEST(MonthInputs, KeepTheLastMonthsAndNameThoseMissing) {
  Months months;
  months["2020-10"];
  months["2020-11"];
  months["2021-01"];
  std::string said;
  keep_last_months(months, 3,
                   [&](const std::string& text) { said += text + '\n'; });
  EXPECT_EQ(months.size(), 2U);
  EXPECT_EQ(said,
            "views of 2020-10 are left out: the rank is of the 3 months up to "
            "2021-01\nmonths without views: 2020-12\n");
}

}  // namespace
}  // namespace wax::rank
