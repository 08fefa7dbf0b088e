#include "cdx/stats/month_plot.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace wax::cdx {
namespace {

using testing::HasSubstr;
using testing::Not;

MonthCounts captures(uint64_t first) {
  MonthCounts count;
  count.first.captures = first;
  return count;
}

size_t bars(const std::string& svg) {
  size_t count = 0;
  for (size_t at = svg.find("<title>"); at != svg.npos;
       at = svg.find("<title>", at + 1)) {
    ++count;
  }
  return count;
}

TEST(MonthPlot, StacksThePartsOfAMonth) {
  MonthCounts month = captures(1200);
  month.duplicate.captures = 2;
  month.revisit.captures = 3;
  std::string svg = month_plot({{"2007-11", month}, {"2008-02", captures(1)}});
  EXPECT_EQ(bars(svg), 4u);
  EXPECT_THAT(svg, HasSubstr("2007-11: 1,200 first captures"));
  EXPECT_THAT(svg, HasSubstr(">2007-12</text>")) << "months between have room";
  EXPECT_THAT(svg, HasSubstr("Captures per month"));
  EXPECT_TRUE(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
}

TEST(MonthPlot, HasYearsWhenThereAreManyMonths) {
  std::string svg =
      month_plot({{"1996-01", captures(1)}, {"2024-12", captures(1)}});
  EXPECT_THAT(svg, HasSubstr("Captures per year"));
  EXPECT_EQ(bars(svg), 2u);
  EXPECT_EQ(
      bars(month_plot({{"0001-01", captures(1)}, {"9999-12", captures(1)}})),
      2u);
}

TEST(MonthPlot, HasYearsWhenAMonthIsNotKnown) {
  std::string svg =
      month_plot({{"2007", captures(2)}, {"2007-05", captures(1)}});
  EXPECT_THAT(svg, HasSubstr("Captures per year"));
  EXPECT_THAT(svg, HasSubstr("2007: 3 first captures"));
  EXPECT_THAT(svg, Not(HasSubstr("without a valid date")));
}

TEST(MonthPlot, CountsCapturesWithoutADate) {
  std::string svg = month_plot({{"-", captures(7)}, {"2007-13", captures(1)}});
  EXPECT_THAT(svg, HasSubstr("no dated captures"));
  EXPECT_THAT(svg, HasSubstr("8 captures without a valid date"));
  EXPECT_THAT(month_plot({}), Not(HasSubstr("without")));
}

}  // namespace
}  // namespace wax::cdx
