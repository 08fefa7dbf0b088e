#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "serve/pages/page_routes.h"
#include "tests/serve/page_tree.h"
#include "tests/serve/small_site.h"

namespace wax::serve {
namespace {

using testing::Contains;
using testing::ElementsAre;

TEST(CollectionPage, ACollectionCountsItsCaptures) {
  SmallSite small;
  TestServer server(small.router());
  std::string body = server.get("/collection").body;
  for (int i = 0; i < 100 && body.find("being counted") != body.npos; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    body = server.get("/collection").body;
  }
  const PageTree page(std::move(body));
  EXPECT_EQ(page.text("h1"), "small");
  EXPECT_EQ(page.definition("captures"), "5");
  EXPECT_THAT(page.texts("title"), Contains("2007: 3 captures"));
  EXPECT_THAT(page.rows("table.numbers"),
              ElementsAre(ElementsAre("Year", "first captures", "duplicates",
                                      "revisits"),
                          ElementsAre("2006", "1", "0", "0"),
                          ElementsAre("2007", "1", "1", "1"),
                          ElementsAre("2008", "1", "0", "0")));
  EXPECT_THAT(page.values("a", "href"), Contains("/search?site=example.org"));
  EXPECT_EQ(page.all("ul.tally").size(), page.all("section").size() - 1);
}

}  // namespace
}  // namespace wax::serve
