#include "serve/pages/search_hit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/serve/page_tree.h"
#include "tests/serve/small_site.h"

namespace wax::serve {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

TEST(SearchHit, ADateLinksToTheReplaySystem) {
  SmallSite small;
  small.holdings().replay = "http://wayback.example/";
  TestServer server(small.router());
  const PageTree page(server.get("/search?query=heron").body);
  const auto links = page.values("a", "href");
  EXPECT_THAT(links, Contains("http://wayback.example/20060101000000/"
                              "http://www.example.org/0"));
  EXPECT_THAT(links, Not(Contains(HasSubstr("20080101000000/javascript:"))));
}

TEST(SearchHit, CollapsesTheHitsOfASite) {
  SmallSite small(7);
  TestServer server(small.router());
  const PageTree page(server.get("/search?query=river&collapse=site").body);
  EXPECT_THAT(page.text("h2#total"), StartsWith("8 pages "));
  EXPECT_EQ(page.all("li.hit").size(), 1U);
  EXPECT_EQ(page.all("ul.others").size(), 1U);
  EXPECT_THAT(page.texts("a"), Contains("All 8 of example.org"));
}

TEST(SearchHit, IsCitedAsItsCaptureIs) {
  const SmallSite small;
  const TestServer server(small.router());
  const PageTree page(server.get("/search?query=%22Heron+0%22").body);
  const std::string capture =
      "/url/capture?url=http%3A%2F%2Fwww.example.org%2F0&date=20060101000000";
  EXPECT_THAT(page.values("a", "href"), Contains(capture + "#cite"));
  EXPECT_TRUE(page.all("details.cite").empty());
  const PageTree cited(server.get(capture).body);
  EXPECT_THAT(cited.texts("span.citation"),
              Contains(StartsWith("urn:pwid:localhost:2006-01-01T00:00:00Z:")));
}

}  // namespace
}  // namespace wax::serve
