#include "posts/shares/share_period.h"

#include <gtest/gtest.h>

namespace wax::posts {
namespace {

TEST(SharePeriod, OfDates) {
  EXPECT_EQ(period_of(SharePeriod::kAll, "20100714103408"), "");
  EXPECT_EQ(period_of(SharePeriod::kDay, "20100714103408"), "2010-07-14");
  EXPECT_EQ(period_of(SharePeriod::kMonth, "20100714103408"), "2010-07");
  EXPECT_EQ(period_of(SharePeriod::kYear, "20100714103408"), "2010");
  EXPECT_EQ(period_of(SharePeriod::kDay, ""), "-");
  EXPECT_EQ(period_of(SharePeriod::kDay, "20100799000000"), "-");
}

TEST(SharePeriod, WeeksAreThoseOfIso8601) {
  auto week = [](std::string_view day) {
    return period_of(SharePeriod::kWeek, std::string(day) + "120000");
  };
  EXPECT_EQ(week("20100714"), "2010-W28");
  EXPECT_EQ(week("20050101"), "2004-W53");
  EXPECT_EQ(week("20050103"), "2005-W01");
  EXPECT_EQ(week("20071231"), "2008-W01");
  EXPECT_EQ(week("20101231"), "2010-W52");
  EXPECT_EQ(week("20210103"), "2020-W53");
  EXPECT_EQ(week("20210104"), "2021-W01");
}

TEST(SharePeriod, BeginsAndIsFollowed) {
  auto both = [](SharePeriod period, std::string_view day) {
    const std::string date = std::string(day) + "235959";
    return start_of(period, date) + '-' + start_after(period, date);
  };
  EXPECT_EQ(both(SharePeriod::kDay, "20081231"), "20081231-20090101");
  EXPECT_EQ(both(SharePeriod::kWeek, "20080301"), "20080225-20080303");
  EXPECT_EQ(both(SharePeriod::kWeek, "20080303"), "20080303-20080310");
  EXPECT_EQ(both(SharePeriod::kMonth, "20081231"), "20081201-20090101");
  EXPECT_EQ(both(SharePeriod::kMonth, "20080131"), "20080101-20080201");
  EXPECT_EQ(both(SharePeriod::kYear, "20080131"), "20080101-20090101");
  EXPECT_EQ(both(SharePeriod::kAll, "20080131"), "-");
  EXPECT_EQ(both(SharePeriod::kDay, "20080230"), "-");
}

TEST(SharePeriod, HasNames) {
  EXPECT_EQ(name(SharePeriod::kMonth), "month");
  EXPECT_EQ(share_period("week"), SharePeriod::kWeek);
  EXPECT_FALSE(share_period("hour"));
}

}  // namespace
}  // namespace wax::posts
