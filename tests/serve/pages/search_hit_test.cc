#include "serve/pages/search_hit.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tests/serve/small_site.h"

namespace wax::serve {
namespace {

TEST(SearchHit, ADateLinksToTheReplaySystem) {
  SmallSite small;
  small.holdings().replay = "http://wayback.example/";
  TestServer server(small.router());
  std::string page = server.get("/search?query=heron").body;
  EXPECT_NE(page.find("href=\"http://wayback.example/20060101000000/"
                      "http://www.example.org/0\""),
            std::string::npos);
  EXPECT_EQ(page.find("20080101000000/javascript:"), std::string::npos);
}

TEST(SearchHit, CollapsesTheHitsOfASite) {
  SmallSite small(7);
  TestServer server(small.router());
  std::string page = server.get("/search?query=river&collapse=site").body;
  EXPECT_NE(page.find("8 documents"), std::string::npos);
  EXPECT_NE(page.find("<ul class=\"others\">"), std::string::npos);
  EXPECT_NE(page.find(">All 8 of example.org</a>"), std::string::npos) << page;
  size_t hits = 0;
  for (size_t at = page.find("<li class=\"hit\">"); at != std::string::npos;
       at = page.find("<li class=\"hit\">", at + 1)) {
    ++hits;
  }
  EXPECT_EQ(hits, 1U);
}

}  // namespace
}  // namespace wax::serve
