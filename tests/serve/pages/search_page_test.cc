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

TEST(SearchPageOfABrowsersCrawl, FieldsOfBrowsersHaveReadableNames) {
  tests::TempDir folder;
  index::IndexWriter writer(folder / "site/pindexes/001/main", {});
  for (const char* type : {"document", "xhr"}) {
    const std::string url = std::string("http://example.org/") + type;
    writer.add({{"urlkey", std::string("org,example)/") + type},
                {"digest", std::string("sha1:") + type},
                {"url", url},
                {"date", "20260101000000"},
                {"page_id", "v1"},
                {"resource_type", type},
                {"protocol", "h2"},
                {"protocol", *type == 'x' ? "tls/1.2" : "tls/1.3"},
                {"cipher_suite", "TLS_AES_128_GCM_SHA256"},
                {"content", "heron"}});
  }
  writer.about("urlkey", "surt");
  writer.finish();
  answers::Holdings holdings;
  holdings.collections.add(std::make_unique<answers::Collection>(
      "crawl", answers::CollectionFiles{folder / "site", {}},
      [](std::string_view) {}));
  Router router;
  add_page_routes(holdings, router);
  TestServer server(router);

  const PageTree facets(server.get("/search?query=heron").body);
  EXPECT_THAT(facets.texts("h3"), Contains("Loaded as"));
  EXPECT_THAT(facets.texts("h3"), Contains("Protocol"));
  EXPECT_THAT(facets.values("a", "href"),
              Contains("/search?query=heron&resource_type=xhr"));
  EXPECT_THAT(facets.values("link", "href"),
              Contains("/opensearch?query=heron"));
  EXPECT_EQ(server.get("/").body.find("application/rss+xml"),
            std::string::npos);
  const std::string all_filters =
      "/search?query=heron&page_id=v1&resource_type=XHR&protocol=tls%2F1.2&"
      "cipher_suite=TLS_AES_128_GCM_SHA256";
  const PageTree filtered(server.get(all_filters).body);
  EXPECT_THAT(filtered.text("h2#total"), StartsWith("1 page "));
  EXPECT_THAT(filtered.texts("span.label"),
              ElementsAre("Visit of a page", "Loaded as", "Protocol",
                          "Cipher suite"));
  const PageTree german(
      server.get(all_filters, "Accept-Language: de\r\n").body);
  EXPECT_THAT(german.texts("span.label"),
              ElementsAre("Besuch einer Seite", "Geladen als", "Protokoll",
                          "Cipher-Suite"));
  const PageTree collection(
      server.get("/collection", "Accept-Language: de\r\n").body);
  EXPECT_THAT(collection.texts("h2"), Contains("Geladen als"));
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
