#include "serve/api/shares_plot.h"

#include <gtest/gtest.h>

#include <string>

namespace wax::serve {
namespace {

size_t count_of(const std::string& text, const std::string& part) {
  size_t count = 0;
  for (size_t at = text.find(part); at != std::string::npos;
       at = text.find(part, at + 1)) {
    ++count;
  }
  return count;
}

TEST(SharesPlot, HasABarForEachPeriodWithShares) {
  SharesOfPage shares;
  shares.by = "day";
  shares.periods = {{{"2010-07-14", "20100714"}, {1200, 0, 0, 0}},
                    {{"2010-07-15", "20100715"}, {}},
                    {{"2010-07-16", "20100716"}, {1, 0, 0, 0}}};
  const std::string plot = shares_plot(shares, /*is_in_page=*/false);
  EXPECT_EQ(count_of(plot, "<rect "), 2U);
  EXPECT_NE(plot.find("<title>2010-07-14: 1,200</title>"), std::string::npos)
      << plot;
  EXPECT_NE(plot.find("xmlns="), std::string::npos);
  EXPECT_NE(plot.find("<style>"), std::string::npos);
  EXPECT_NE(plot.find("height=\"1\""), std::string::npos);
  const std::string part = shares_plot(shares, /*is_in_page=*/true);
  EXPECT_EQ(part.find("<style>"), std::string::npos);
  EXPECT_EQ(shares_plot({}, true), "");
}

TEST(SharesPlot, NamesTenPeriodsAtMost) {
  SharesOfPage shares;
  for (int i = 0; i < 95; ++i) {
    shares.periods.push_back({{"p", "s"}, {1, 0, 0, 0}});
  }
  EXPECT_EQ(count_of(shares_plot(shares, true), ">p</text>"), 10U);
}

}  // namespace
}  // namespace wax::serve
