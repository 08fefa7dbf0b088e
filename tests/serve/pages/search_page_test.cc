#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "serve/pages/page_routes.h"
#include "tests/serve/small_site.h"

namespace wax::serve {
namespace {

TEST(SearchPage, ASearchShowsTitleSnippetDatesAndFacets) {
  SmallSite small;
  TestServer server(small.router());
  std::string page = server.get("/search?query=grey").body;
  EXPECT_NE(page.find("3 documents"), std::string::npos);
  EXPECT_NE(page.find(">Heron 0</a>"), std::string::npos);
  EXPECT_NE(page.find("A <mark>grey</mark> heron stands in the river."),
            std::string::npos);
  EXPECT_NE(page.find("/url?url=http%3A%2F%2Fwww.example.org%2F0#at-"
                      "20060101000000"),
            std::string::npos);
  EXPECT_NE(page.find("archived <time "
                      "datetime=\"2006-01-01T00:00:00Z\">1 Jan 2006 "
                      "00:00:00</time> UTC"),
            std::string::npos);
  page = server.get("/search?query=heron").body;
  EXPECT_NE(page.find("href=\"/search?query=heron&amp;type=text%2Fhtml\""),
            std::string::npos)
      << page;
}

TEST(SearchPage, AFaultOfTheQueryIsShown) {
  SmallSite small;
  TestServer server(small.router());
  tests::HttpAnswer answer = server.get("/search?query=%28heron");
  EXPECT_EQ(answer.status, 400);
  EXPECT_NE(answer.body.find("role=\"alert\""), std::string::npos);
  EXPECT_NE(answer.body.find("at character"), std::string::npos);
  EXPECT_NE(answer.body.find("value=\"(heron\""), std::string::npos);
}

TEST(SearchPage, AnEmptyResultTellsWhatItsWordsFindAlone) {
  SmallSite small;
  TestServer server(small.router());
  std::string page = server.get("/search?query=grey+nothing").body;
  EXPECT_NE(page.find(">grey</a> alone: 3 documents"), std::string::npos);
  EXPECT_NE(page.find(">nothing</a> alone: 0 documents"), std::string::npos);
  page = server.get("/search?query=grey&site=other.example").body;
  EXPECT_NE(page.find(">Without filters</a>: 3 documents"), std::string::npos);
}

TEST(SearchPage, ASearchShowsOneHitOfAUrlUnlessAskedForAll) {
  SmallSite small;
  TestServer server(small.router());
  std::string page = server.get("/search?query=river").body;
  EXPECT_NE(page.find("4 documents"), std::string::npos);
  EXPECT_NE(page.find(">2 versions found</a>"), std::string::npos);
  EXPECT_NE(page.find("3 documents in 2007"), std::string::npos) << page;
  page = server.get("/search?query=river&collapse=none&sort=newest").body;
  EXPECT_EQ(page.find("versions found"), std::string::npos);
  EXPECT_LT(page.find("bird stands"), page.find("grey heron stands"));
}

}  // namespace
}  // namespace wax::serve
