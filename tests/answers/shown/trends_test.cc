#include "answers/shown/trends.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/serve/small_site.h"

namespace wax::answers {
namespace {

Trends trends_of(const serve::SmallSite& small, std::string_view query) {
  Request request;
  request.parameters = Parameters(query);
  return find_trends(small.scope(), request);
}

TEST(Trends, CountTheDocumentsOfEachQueryOverTheYears) {
  serve::SmallSite small;
  Trends trends = trends_of(small, "query=grey&query=+&query=brown");
  ASSERT_EQ(trends.lines.size(), 2U);
  EXPECT_EQ(trends.periods, (std::vector<std::string>{"2006", "2007", "2008"}));
  EXPECT_EQ(trends.value(trends.lines[0], "2007"), 3U);
  EXPECT_EQ(trends.value(trends.lines[1], "2007"), 0U);
  EXPECT_EQ(trends.value(trends.lines[1], "2008"), 1U);
}

TEST(Trends, GoOnFromDecemberToJanuary) {
  serve::SmallSite small;
  Trends trends = trends_of(small, "query=river&period=month");
  EXPECT_EQ(trends.periods.front(), "200601");
  EXPECT_EQ(trends.periods[12], "200701");
  EXPECT_EQ(trends.periods.back(), "200803");
}

TEST(Trends, AreSharesInHundredthsOfAPercent) {
  serve::SmallSite small;
  Trends trends = trends_of(small, "query=brown&share=1");
  // One of two documents of 2008.
  EXPECT_EQ(trends.value(trends.lines[0], "2008"), 5000U);
}

TEST(Trends, AFaultIsThatOfItsLine) {
  serve::SmallSite small;
  Trends trends = trends_of(small, "query=%28grey&query=grey");
  ASSERT_EQ(trends.lines.size(), 2U);
  EXPECT_NE(trends.lines[0].fault, "");
  EXPECT_EQ(trends.lines[1].fault, "");
}

TEST(Trends, AreAtMostSo) {
  serve::SmallSite small;
  std::string query;
  for (int i = 0; i < 9; ++i) query += "query=grey&";
  EXPECT_EQ(trends_of(small, query).lines.size(), kMostTrends);
}

}  // namespace
}  // namespace wax::answers
