#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "serve/pages/page_routes.h"
#include "tests/serve/page_tree.h"
#include "tests/serve/small_site.h"

namespace wax::serve {
namespace {

using testing::Contains;

TEST(SimilarPage, SimilarPagesAreListed) {
  SmallSite small;
  TestServer server(small.router());
  const PageTree page(
      server.get("/url/similar?url=http%3A%2F%2Fwww.example.org%2F0").body);
  EXPECT_EQ(page.text("h1"), "Similar pages");
  EXPECT_EQ(page.text("p.url"), "http://www.example.org/0");
  EXPECT_THAT(page.texts("h2.title-of-hit"), Contains("Heron 1"));
  EXPECT_EQ(page.texts("li.hit").size(), page.texts("h2.title-of-hit").size());
  EXPECT_TRUE(page.all("p.notice").empty());
}

}  // namespace
}  // namespace wax::serve
