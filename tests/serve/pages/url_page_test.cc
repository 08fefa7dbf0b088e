#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "serve/pages/page_routes.h"
#include "tests/serve/page_tree.h"
#include "tests/serve/small_site.h"

namespace wax::serve {
namespace {

using testing::ElementsAre;

TEST(UrlPage, AUrlHasACalendarVersionsAndPlacesOfRecords) {
  SmallSite small;
  TestServer server(small.router());
  const PageTree page(
      server.get("/url?url=http%3A%2F%2Fwww.example.org%2F0").body);
  EXPECT_EQ(page.text("h1"), "Heron 0");
  EXPECT_EQ(page.definition("captures"), "4");
  EXPECT_EQ(page.definition("versions"), "2");
  EXPECT_EQ(page.definition("duplicates"), "1");
  EXPECT_EQ(page.definition("revisits"), "1");
  EXPECT_EQ(page.texts("h2"),
            (std::vector<std::string>{"Calendar", "Versions", "Captures"}));

  const auto calendar = page.all("table.calendar");
  ASSERT_EQ(calendar.size(), 1U);
  EXPECT_THAT(page.values("a", "href", calendar[0]),
              ElementsAre("#at-20060101000000", "#at-20070301000000",
                          "#at-20080302000000"));
  EXPECT_THAT(page.values("a", "title", calendar[0])[1],
              testing::StartsWith("March 2007: 2 captures"));

  const auto versions = page.all("ol.versions");
  ASSERT_EQ(versions.size(), 1U);
  EXPECT_THAT(page.texts("p.title", versions[0]),
              ElementsAre("Heron 0", "Heron 0"));
  EXPECT_THAT(
      page.texts("code", versions[0]),
      ElementsAre(testing::StartsWith("AAAA"), testing::StartsWith("CCCC")));

  // A link of the calendar leads to the row of the first capture.
  EXPECT_THAT(page.texts("td.place"),
              ElementsAre("a.warc.gz 17", "b.warc.gz 99", "b.warc.gz 700",
                          "b.warc.gz 900"));
  for (const char* date : {"20060101000000", "20070301000000", "20070302000000",
                           "20080302000000"}) {
    EXPECT_EQ(page.all(std::string("tr#at-") + date).size(), 1U) << date;
  }
  EXPECT_EQ(page.text("span.revisit"), "revisit");
}

TEST(UrlPage, AUrlWithoutCapturesHasNone) {
  SmallSite small;
  TestServer server(small.router());
  const auto answer =
      server.get("/url?url=http%3A%2F%2Fwww.example.org%2Fnone");
  EXPECT_EQ(answer.status, 404);
  const PageTree page(answer.body);
  EXPECT_TRUE(page.all("table.captures").empty());
}

}  // namespace
}  // namespace wax::serve
