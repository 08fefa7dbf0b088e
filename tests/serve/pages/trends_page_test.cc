#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "serve/pages/page_routes.h"
#include "tests/serve/small_site.h"

namespace wax::serve {
namespace {

TEST(TrendsPage, TrendsDrawALineForEachQuery) {
  SmallSite small;
  TestServer server(small.router());
  std::string page = server.get("/trends?query=grey&query=brown").body;
  EXPECT_NE(page.find("<g class=\"line-2\"><title>brown</title>"),
            std::string::npos);
  EXPECT_NE(page.find("<title>grey, 2007: 3</title>"), std::string::npos)
      << page;
  EXPECT_NE(page.find("<title>brown, 2008: 1</title>"), std::string::npos);
  page = server.get("/trends?query=grey&share=1&period=month").body;
  EXPECT_NE(page.find("<title>grey, 2007-03: 100.00 %</title>"),
            std::string::npos)
      << page;
  EXPECT_EQ(server.get("/trends?query=%28grey").status, 400);
}

}  // namespace
}  // namespace wax::serve
