#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "serve/pages/page_routes.h"
#include "tests/serve/small_site.h"

namespace wax::serve {
namespace {

TEST(CollectionPage, ACollectionCountsItsCaptures) {
  SmallSite small;
  TestServer server(small.router());
  std::string page = server.get("/collection").body;
  EXPECT_NE(page.find("<dt>captures</dt><dd>5</dd>"), std::string::npos);
  EXPECT_NE(page.find("<title>2007: 3 captures</title>"), std::string::npos);
  EXPECT_NE(page.find("href=\"/search?site=example.org\""), std::string::npos);
}

}  // namespace
}  // namespace wax::serve
