#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "serve/pages/page_routes.h"
#include "tests/serve/page_tree.h"
#include "tests/serve/small_site.h"

namespace wax::serve {
namespace {

using testing::Contains;

TEST(GuidePage, ItsExamplesFindSomething) {
  SmallSite small;
  TestServer server(small.router());
  const PageTree page(server.get("/guide").body);
  const auto lists = page.all("dl.examples");
  ASSERT_EQ(lists.size(), 1U);
  const auto links = page.values("a", "href", lists[0]);
  EXPECT_GE(links.size(), 2U);
  EXPECT_LE(links.size(), 10U);
  for (const std::string& link : links) {
    const PageTree found(server.get(link).body);
    EXPECT_EQ(found.text("h2#total").find("0 pages"), std::string::npos)
        << link;
    EXPECT_FALSE(found.all("li.hit").empty()) << link;
  }
  EXPECT_THAT(page.values("a", "href"), Contains("/advanced"));
  // The manual for programmers is not installed here.
  EXPECT_THAT(page.values("a", "href"), testing::Not(Contains("/help/")));
}

TEST(GuidePage, EachPageLeadsToIt) {
  SmallSite small;
  TestServer server(small.router());
  for (const char* path : {"/", "/search?query=grey", "/guide", "/trends"}) {
    EXPECT_THAT(PageTree(server.get(path).body).values("a", "href"),
                Contains("/guide"))
        << path;
  }
}

}  // namespace
}  // namespace wax::serve
