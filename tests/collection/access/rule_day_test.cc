#include "collection/access/rule_day.h"

#include <gtest/gtest.h>

namespace wax::collection {
namespace {

TEST(RuleDay, TodayHasEightDigits) {
  EXPECT_EQ(today_of_utc().size(), 8U);
  EXPECT_GT(today_of_utc(), "20240101");
}

TEST(RuleDay, IsSoManyDaysMonthsOrYearsBefore) {
  EXPECT_EQ(day_before("20260301", 1, "day"), "20260228");
  EXPECT_EQ(day_before("20260301", 60, "days"), "20251231");
  EXPECT_EQ(day_before("20260115", 2, "months"), "20251115");
  EXPECT_EQ(day_before("20260601", 70, "years"), "19560601");
}

TEST(RuleDay, IsTheLastOfAMonthThatHasNoSuchDay) {
  EXPECT_EQ(day_before("20260331", 1, "month"), "20260228");
  EXPECT_EQ(day_before("20240229", 1, "year"), "20230228");
}

TEST(RuleDay, BeforeAllYearsIsBeforeAllDates) {
  EXPECT_EQ(day_before("20260601", 3000, "years"), "00000000");
}

}  // namespace
}  // namespace wax::collection
