#include "index/search/all_hits.h"

#include <gtest/gtest.h>

#include "index/search/hit_order.h"
#include "io/error.h"

namespace wax::index {
namespace {

TEST(AllHits, PeriodsAreYearsOrMonths) {
  ResultOptions options;
  EXPECT_NO_THROW(check_period(options));
  options.period = "month";
  EXPECT_NO_THROW(check_period(options));
  options.period = "week";
  EXPECT_THROW(check_period(options), UsageError);
}

TEST(AllHits, ASearchForTheBestAloneNeedNotSeeAll) {
  ResultOptions options;
  EXPECT_TRUE(is_by_score_alone(options));
  options.period = "year";
  EXPECT_FALSE(is_by_score_alone(options));
  options.period = "";
  options.sort = parse_sort("newest");
  EXPECT_FALSE(is_by_score_alone(options));
}

TEST(AllHits, ThosePlacesAreWantedInWhichProximityCounts) {
  ResultOptions options;
  options.count = 10;
  EXPECT_EQ(first_wanted(options), 50U);
  options.start = 100;
  EXPECT_EQ(first_wanted(options), 110U);
  options.count = UINT64_MAX;
  EXPECT_EQ(first_wanted(options), UINT64_MAX);
  options = {};
  options.sort = parse_sort("newest");
  EXPECT_EQ(first_wanted(options), 10U);
}

TEST(AllHits, PeriodsBetweenAreEmpty) {
  const auto periods = with_empty_periods({{"200711", 2}, {"200802", 1}});
  ASSERT_EQ(periods.size(), 4U);
  EXPECT_EQ(periods[1].value, "200712");
  EXPECT_EQ(periods[2].value, "200801");
  EXPECT_EQ(periods[2].count, 0U);
}

}  // namespace
}  // namespace wax::index
