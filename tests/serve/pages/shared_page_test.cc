#include <gtest/gtest.h>

#include <string>

#include "serve/pages/page_routes.h"
#include "tests/serve/shared_site.h"
#include "tests/serve/test_server.h"

namespace wax::serve {
namespace {

bool has(const std::string& body, const std::string& part) {
  return body.find(part) != std::string::npos;
}

TEST(SharedPage, ListsThePagesOfAPeriod) {
  const SharedSite site;
  TestServer server(site.router());
  const std::string body = server.get("/shared?by=week&date=20100714").body;
  EXPECT_TRUE(has(body, "2010-W28"));
  EXPECT_TRUE(has(body, "Page &lt;b&gt;"));
  EXPECT_TRUE(has(body, "3 posts"));
  EXPECT_TRUE(has(body, "2 authors"));
  EXPECT_TRUE(has(body, "1 repost<"));
  EXPECT_TRUE(has(body, "href=\"/shared?by=week&amp;date=20100802\"")) << body;
  EXPECT_FALSE(has(body, "Earlier"));
  EXPECT_LT(body.find("Page &lt;b&gt;"), body.find("Page &lt;a&gt;"));
  EXPECT_TRUE(has(server.get("/shared?date=2009").body, "No archived page"));
}

TEST(SharedPage, IsInTheMenuOfCollectionsWithShares) {
  const SharedSite site;
  TestServer server(site.router());
  EXPECT_TRUE(has(server.get("/").body, "href=\"/shared\""));
  const SharedSite none(/*has_shares=*/false);
  TestServer other(none.router());
  EXPECT_FALSE(has(other.get("/").body, "href=\"/shared\""));
  const tests::HttpAnswer answer = other.get("/shared");
  EXPECT_EQ(answer.status, 404);
  EXPECT_TRUE(has(answer.body, "wax shares --publish"));
}

TEST(SharedPage, OfAUrlShowsItsSharesOverTime) {
  const SharedSite site;
  TestServer server(site.router());
  const std::string body = server.get("/url?url=example.org/b").body;
  EXPECT_TRUE(has(body, "Posts that share it"));
  EXPECT_TRUE(has(body, "<title>2010-07-14: 2</title>"));
  EXPECT_FALSE(
      has(server.get("/url?url=example.org/x").body, "Posts that share it"));
}

}  // namespace
}  // namespace wax::serve
