#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "serve/pages/page_routes.h"
#include "tests/serve/page_tree.h"
#include "tests/serve/test_server.h"
#include "tests/support/temp_dir.h"

namespace wax::serve {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(CrawlPage, ShowsWhatIsPublishedByKind) {
  tests::TempDir folder;
  folder.write("site/captures.cdx",
               " CDX N b a m s k r M S V g\n"
               "org,example)/a 20260101000000 http://example.org/a text/html "
               "200 A - - 100 7 a.warc.gz\n");
  answers::Holdings holdings;
  holdings.collections.add(std::make_unique<answers::Collection>(
      "site", answers::CollectionFiles{folder / "site", {}},
      [](std::string_view) {}));
  Router router;
  add_page_routes(holdings, router);
  TestServer server(router);
  const tests::HttpAnswer none = server.get("/crawl");
  EXPECT_EQ(none.status, 404);
  EXPECT_THAT(none.body, HasSubstr("wax crawl-check --publish"));
  EXPECT_EQ(server.get("/collection").body.find("/crawl"), std::string::npos);

  std::string lines;
  for (int i = 0; i < 201; ++i) {
    lines += "{\"kind\":\"missing\",\"host\":\"example.org\","
             "\"part\":\"image\",\"url\":\"http://example.org/" +
             std::to_string(i) +
             ".png\",\"date\":\"20260101000000\",\"page\":"
             "\"http://example.org/a\",\"count\":2,\"detail\":\"<b>\"}\n";
  }
  lines += "{\"kind\":\"cut\",\"host\":\"example.org\",\"url\":"
           "\"http://example.org/a\",\"count\":1,\"detail\":\"\"}\n";
  folder.write("site/crawl-check", lines);
  const PageTree page(server.get("/crawl").body);
  EXPECT_EQ(page.text("h1"), "What the crawl lacks");
  EXPECT_THAT(page.text("h2"), "Missing parts of pages");
  EXPECT_THAT(page.texts("span.number"), ElementsAre("201", "1"));
  EXPECT_EQ(page.all("li.hit").size(), 200U);
  EXPECT_THAT(page.texts("p.notice"), Contains("The first 200 are shown."));
  EXPECT_THAT(page.texts("span"), Contains("<b>"));
  EXPECT_THAT(page.texts("span"), Contains("2 pages"));
  EXPECT_THAT(page.values("a", "href"), Contains("/crawl?kind=cut"));
  const PageTree cut(server.get("/crawl?kind=cut").body);
  EXPECT_EQ(cut.all("li.hit").size(), 1U);
  const PageTree german(
      server.get("/crawl?kind=login", "Accept-Language: de\r\n").body);
  EXPECT_THAT(german.texts("p.notice"),
              Contains("Von dieser Art wurde nichts gefunden."));
  EXPECT_EQ(server.get("/crawl?kind=x").status, 400);
  folder.write("site/crawl-check", lines.substr(lines.rfind("{\"kind\"")));
  const PageTree first(server.get("/crawl").body);
  EXPECT_EQ(first.text("h2"), "Records that are not whole");
  EXPECT_THAT(first.texts("span.number"), ElementsAre("1"));
  folder.write("site/crawl-check", "");
  const PageTree nothing(server.get("/crawl").body);
  EXPECT_THAT(nothing.texts("p.notice"),
              ElementsAre("Nothing was found that the crawl lacks."));
  EXPECT_THAT(nothing.texts("h2"), ElementsAre());
  EXPECT_THAT(server.get("/collection").body, HasSubstr("href=\"/crawl\""));
}

}  // namespace
}  // namespace wax::serve
