#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "serve/pages/page_routes.h"
#include "tests/serve/page_tree.h"
#include "tests/serve/small_site.h"

namespace wax::serve {
namespace {

using testing::Contains;
using testing::ElementsAre;

TEST(TrendsPage, TrendsDrawALineForEachQuery) {
  SmallSite small;
  TestServer server(small.router());
  const PageTree page(server.get("/trends?query=grey&query=brown").body);
  EXPECT_THAT(page.texts("li.line-1"), ElementsAre("grey"));
  EXPECT_THAT(page.texts("li.line-2"), ElementsAre("brown"));
  const auto second = page.all("g.line-2");
  ASSERT_EQ(second.size(), 1U);
  EXPECT_EQ(page.text("title", second[0]), "brown");
  EXPECT_EQ(page.all("polyline", second[0]).size(), 1U);
  EXPECT_THAT(page.texts("title"), Contains("grey, 2007: 3"));
  EXPECT_THAT(page.texts("title", second[0]), Contains("brown, 2008: 1"));
  EXPECT_THAT(
      page.rows("table.numbers"),
      ElementsAre(ElementsAre(testing::_, "grey", "brown"),
                  ElementsAre("2006", "3", "0"), ElementsAre("2007", "3", "0"),
                  ElementsAre("2008", "0", "1")));
  EXPECT_THAT(page.values("input", "value"), Contains("brown"));
}

TEST(TrendsPage, SharesOfMonthsArePercents) {
  SmallSite small;
  TestServer server(small.router());
  const PageTree page(
      server.get("/trends?query=grey&share=1&period=month").body);
  EXPECT_THAT(page.texts("title"), Contains("grey, 2007-03: 100.00 %"));
  EXPECT_EQ(page.values("input", "checked").size(), 2U);
}

TEST(TrendsPage, TrendsAreOfAPeriod) {
  SmallSite small;
  TestServer server(small.router());
  const std::string path = "/trends?query=grey&from=2007";
  EXPECT_THAT(PageTree(server.get(path).body).rows("table.numbers"),
              ElementsAre(ElementsAre(testing::_, "grey"),
                          ElementsAre("2007", "3")));
  EXPECT_THAT(PageTree(server.get(path + "&to=200702").body)
                  .rows("table.numbers"),
              testing::IsEmpty());
}

TEST(TrendsPage, ADateThatDoesNotExistIsRefused) {
  SmallSite small;
  TestServer server(small.router());
  for (const char* path :
       {"/trends?from=20081345", "/trends?query=grey&to=20070231"}) {
    const auto answer = server.get(path);
    EXPECT_EQ(answer.status, 400) << path;
    EXPECT_THAT(answer.body, testing::HasSubstr("is no date")) << path;
  }
}

TEST(TrendsPage, AFaultyQueryHasNoLine) {
  SmallSite small;
  TestServer server(small.router());
  const auto answer = server.get("/trends?query=%28grey");
  EXPECT_EQ(answer.status, 400);
  EXPECT_TRUE(PageTree(answer.body).all("g.line-1").empty());
}

}  // namespace
}  // namespace wax::serve
