// /api/shared and /api/shares.
#include <gtest/gtest.h>

#include <string>

#include "serve/api/api_routes.h"
#include "tests/serve/shared_site.h"
#include "tests/serve/test_server.h"
#include "text/json_tree.h"

namespace wax::serve {
namespace {

using Json = nlohmann::json;

TEST(SharesApi, GivesTheMostSharedPagesAsJson) {
  const SharedSite site;
  TestServer server(site.router());
  const tests::HttpAnswer answer =
      server.get("/api/shared?by=week&date=20100714");
  EXPECT_EQ(answer.status, 200);
  const Json said = text::parse_json(answer.body);
  EXPECT_EQ(said["by"], "week");
  EXPECT_EQ(said["period"], "2010-W28");
  EXPECT_EQ(said["start"], "20100712");
  EXPECT_EQ(said["after"], "20100802");
  EXPECT_FALSE(said.contains("before"));
  ASSERT_EQ(said["pages"].size(), 3U);
  EXPECT_EQ(said["pages"][0], Json({{"url", "http://example.org/b"},
                                    {"urlkey", "org,example)/b"},
                                    {"title", "Page <b>"},
                                    {"shares", 3},
                                    {"authors", 2},
                                    {"originals", 2},
                                    {"reposts", 1},
                                    {"first", "20100714100000"},
                                    {"last", "20100715100000"}}));
}

TEST(SharesApi, GivesTheMostSharedPagesAsRss) {
  const SharedSite site;
  TestServer server(site.router());
  const tests::HttpAnswer answer =
      server.get("/api/shared?format=rss&date=20100714");
  EXPECT_EQ(answer.status, 200);
  EXPECT_NE(answer.header("content-type").find("application/rss+xml"),
            std::string::npos);
  for (const char* part :
       {"<title>site: most shared pages, 2010-W28</title>",
        "<title>Page &lt;b&gt;</title>",
        "/url?url=http%3A%2F%2Fexample.org%2Fb</link>",
        "<description>3 posts by 2 authors: http://example.org/b",
        "<pubDate>Thu, 15 Jul 2010 10:00:00 GMT</pubDate>",
        "<guid isPermaLink=\"false\">week 20100712 org,example)/b</guid>"}) {
    EXPECT_NE(answer.body.find(part), std::string::npos) << part << answer.body;
  }
}

TEST(SharesApi, GivesThoseOfAPageAsJsonAndSvg) {
  const SharedSite site;
  TestServer server(site.router());
  const Json said = text::parse_json(
      server.get("/api/shares?url=example.org/a&by=month").body);
  EXPECT_EQ(said["urlkey"], "org,example)/a");
  ASSERT_EQ(said["periods"].size(), 2U);
  EXPECT_EQ(said["periods"][0]["shares"], 2);
  EXPECT_EQ(said["periods"][1]["period"], "2010-08");
  const tests::HttpAnswer svg =
      server.get("/api/shares?url=example.org/a&format=svg");
  EXPECT_EQ(svg.status, 200);
  EXPECT_NE(svg.header("content-type").find("image/svg+xml"),
            std::string::npos);
  EXPECT_TRUE(svg.body.starts_with("<svg ")) << svg.body;
  EXPECT_EQ(server.get("/api/shares?url=example.org/d&format=svg").status, 404);
  EXPECT_TRUE(text::parse_json(
                  server.get("/api/shares?url=example.org/d").body)["periods"]
                  .empty());
}

TEST(SharesApi, RefusesWithASentence) {
  const SharedSite site;
  TestServer server(site.router());
  EXPECT_EQ(server.get("/api/shared?format=svg").status, 400);
  EXPECT_EQ(server.get("/api/shares?url=example.org/a&format=rss").status, 400);
  EXPECT_EQ(server.get("/api/shares").status, 400);
  const SharedSite none(/*has_shares=*/false);
  TestServer other(none.router());
  EXPECT_EQ(other.get("/api/shared").status, 404);
  EXPECT_EQ(other.get("/api/shares?url=example.org/a").status, 404);
}

}  // namespace
}  // namespace wax::serve
