#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "io/lost_files.h"
#include "serve/pages/page_routes.h"
#include "tests/serve/page_tree.h"
#include "tests/serve/small_site.h"

namespace wax::serve {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class SearchPage : public testing::Test {
 protected:
  // The page of "/search?PARAMETERS".
  [[nodiscard]] PageTree search(const std::string& parameters) {
    return PageTree(server_.get("/search?" + parameters).body);
  }

  SmallSite small_;
  TestServer server_{small_.router()};
};

TEST_F(SearchPage, ASearchShowsTitleSnippetDatesAndFacets) {
  const PageTree page = search("query=grey");
  EXPECT_THAT(page.text("h2#total"), StartsWith("3 pages "));
  EXPECT_THAT(page.texts("h3"), Contains("Heron 0"));
  EXPECT_THAT(page.texts("p.snippet"),
              Contains("A grey heron stands in the river."));
  EXPECT_THAT(page.texts("mark"), Contains("grey"));
  EXPECT_THAT(page.values("a", "href"),
              Contains("/url?url=http%3A%2F%2Fwww.example.org%2F0#at-"
                       "20060101000000"));
  EXPECT_THAT(search("query=heron").values("a", "href"),
              Contains("/search?query=heron&type=text%2Fhtml"));
}

TEST_F(SearchPage, AFaultOfTheQueryIsShown) {
  const tests::HttpAnswer answer = server_.get("/search?query=%28heron");
  EXPECT_EQ(answer.status, 400);
  const PageTree page(answer.body);
  EXPECT_THAT(page.values("div.error", "role"), ElementsAre("alert"));
  EXPECT_THAT(page.text("div.error"), HasSubstr("at character"));
  EXPECT_THAT(page.values("input", "value"), Contains("(heron"));
}

TEST_F(SearchPage, AnEmptyResultTellsWhatItsWordsFindAlone) {
  const PageTree words = search("query=grey+nothing");
  EXPECT_THAT(words.texts("li", words.all("div.nothing").at(0)),
              ElementsAre("Only the word grey: 3 pages",
                          "Only the word nothing: 0 pages"));
  const PageTree filtered = search("query=grey&site=other.example");
  EXPECT_THAT(filtered.texts("li"), Contains("Without filters: 3 pages"));
}

TEST_F(SearchPage, ASearchShowsOneHitOfAUrlUnlessAskedForAll) {
  const PageTree page = search("query=river");
  EXPECT_THAT(page.text("h2#total"), StartsWith("4 pages "));
  EXPECT_THAT(page.texts("a"), Contains("2 versions found"));
  EXPECT_THAT(page.values("a", "title"), Contains("2007: 3 pages"));
  const PageTree all = search("query=river&collapse=none&sort=newest");
  EXPECT_THAT(all.texts("a"), Not(Contains(HasSubstr("versions found"))));
  const auto snippets = all.texts("p.snippet");
  ASSERT_EQ(snippets.size(), 4U);
  EXPECT_THAT(snippets.front(), HasSubstr("bird stands"));
}

TEST(FrontPage, SaysNoNumberOfPagesWhereAShardIsMissing) {
  io::outlive_lost_files();
  const SmallSite small(3, 2);
  const TestServer server(small.router());
  auto welcome = [&] {
    return PageTree(server.get("/").body).text("section.welcome");
  };
  EXPECT_THAT(welcome(), HasSubstr("small: 7 pages."));
  small.cut_index("002");
  EXPECT_EQ(server.get("/search?query=heron").status, 200);
  EXPECT_THAT(welcome(), HasSubstr("small."));
  EXPECT_THAT(welcome(), Not(HasSubstr("pages")));
  EXPECT_THAT(welcome(), Not(HasSubstr("no full text")));
}

TEST_F(SearchPage, KeepsASortInItsForms) {
  for (const char* sort : {"newest", "length", "length:asc", "length:desc"}) {
    const PageTree page = search("query=river&sort=" + std::string(sort));
    EXPECT_THAT(page.values("input", "value"), Contains(sort));
  }
  EXPECT_EQ(server_.get("/search?query=river&sort=length:up").status, 400);
}

}  // namespace
}  // namespace wax::serve
