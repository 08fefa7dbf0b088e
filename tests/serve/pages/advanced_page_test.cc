#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "answers/requests/escape.h"
#include "serve/pages/page_routes.h"
#include "tests/serve/page_tree.h"
#include "tests/serve/small_site.h"

namespace wax::serve {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(AdvancedPage, AFilledFormLeadsToASearchWithItsQuery) {
  SmallSite small;
  TestServer server(small.router());
  const auto written = server.get(
      "/advanced?write=1&all=grey+-river&phrase=old+castle&any=a+b&without=c&"
      "site=example.org&type=pdf&lang=de&from=2006-01-01&to=&sort=newest");
  EXPECT_EQ(written.status, 303);
  const std::string query =
      "grey \"-river\" \"old castle\" (a OR b) -c site:example.org type:pdf "
      "lang:de date:2006..";
  EXPECT_EQ(written.header("location"),
            "/search?query=" + answers::url_part(query) + "&sort=newest");
  const PageTree read(
      server.get("/advanced?query=" + answers::url_part(query)).body);
  const auto values = read.values("input", "value");
  for (const char* value : {"grey \"-river\"", "old castle", "a b", "c",
                            "example.org", "2006-01-01"}) {
    EXPECT_THAT(values, Contains(value)) << value;
  }
}

TEST(AdvancedPage, HasTheFiltersOfASearch) {
  SmallSite small;
  TestServer server(small.router());
  const PageTree page(
      server
          .get("/advanced?query=a+OR+b&site=example.org&status=404&"
               "type=image%2Fx&from=2006&to=200802&sort=newest")
          .body);
  const auto values = page.values("input", "value");
  EXPECT_THAT(values, Contains("a b"));
  EXPECT_THAT(values, Contains("example.org"));
  EXPECT_THAT(values, Contains("status:404"));
  EXPECT_THAT(values, Contains("2006-01-01"));
  EXPECT_THAT(values, Contains("2008-02-29"));
  EXPECT_THAT(values, Contains("newest"));
  EXPECT_THAT(page.values("option", "value"), Contains("image/x"));
}

TEST(AdvancedPage, SaysWhatIsWrongAndKeepsWhatWasFilledIn) {
  SmallSite small;
  TestServer server(small.router());
  const auto bad = server.get("/advanced?write=1&all=grey&from=2006-13-01&to=");
  EXPECT_EQ(bad.status, 400);
  EXPECT_THAT(PageTree(bad.body).values("input", "value"), Contains("grey"));
  const auto nothing = server.get("/advanced?write=1&all=+&phrase=");
  EXPECT_EQ(nothing.status, 200);
  EXPECT_THAT(nothing.body, HasSubstr("Fill in one field at least."));
  EXPECT_EQ(server.get("/advanced").status, 200);
}

TEST(AdvancedPage, TheSearchPageLeadsToItAndToImages) {
  SmallSite small;
  TestServer server(small.router());
  const PageTree page(server.get("/search?query=grey&site=example.org").body);
  const auto links = page.values("a", "href");
  EXPECT_THAT(links, Contains("/advanced?query=grey&site=example.org"));
  EXPECT_THAT(links,
              Contains("/search?query=grey&site=example.org&family=image"));
  EXPECT_THAT(page.texts("a.skip"),
              ElementsAre("Skip to content", "Skip to filters"));
  EXPECT_THAT(PageTree(server.get("/").body).texts("a.skip"),
              ElementsAre("Skip to content"));
}

}  // namespace
}  // namespace wax::serve
