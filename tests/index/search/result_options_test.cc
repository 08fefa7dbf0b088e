#include "index/search/result_options.h"

#include <gtest/gtest.h>

#include "io/error.h"

namespace wax::index {
namespace {

TEST(ResultOptionsTest, OrdersBoostsAndFoldsAreRead) {
  EXPECT_EQ(parse_sort("views:asc").field, "views");
  EXPECT_TRUE(parse_sort("views:asc").ascending);
  EXPECT_FALSE(parse_sort("views").ascending);
  EXPECT_EQ(parse_sort("newest").by, Sort::By::kNewest);
  EXPECT_THROW((void)parse_sort("views:up"), UsageError);
  Boost boost = parse_boost("log(views)*0.5");
  EXPECT_EQ(boost.by, Boost::By::kLog);
  EXPECT_EQ(boost.field, "views");
  EXPECT_EQ(boost.weight, 0.5);
  EXPECT_EQ(parse_boost("sqrt(views)").by, Boost::By::kRoot);
  EXPECT_EQ(parse_boost("views").by, Boost::By::kValue);
  for (const char* bad : {"log(", "log()", "views*", "views*-1", "", "x*nan"}) {
    EXPECT_THROW((void)parse_boost(bad), UsageError) << bad;
  }
  EXPECT_EQ(parse_collapse("similar").by, Collapse::By::kSimilar);
}

}  // namespace
}  // namespace wax::index
