#include <gtest/gtest.h>

#include "serve/pages/search_hit.h"
#include "tests/serve/small_site.h"

namespace wax::serve {
namespace {

TEST(SearchLink, HasAllOfTheSearch) {
  SmallSite small;
  answers::Scope scope = small.scope();
  SearchLink link{&scope, {}};
  link.search.text = "a&b";
  link.search.filters = {{"site", "x y"}, {"lang", "de"}};
  link.search.from = "2006";
  link.search.set_sort("newest");
  link.search.set_collapse("site");
  EXPECT_EQ(link.parameters(),
            "query=a%26b&site=x%20y&lang=de&from=2006&sort=newest&"
            "collapse=site");
  EXPECT_EQ(link.href(), "/search?" + link.parameters());
  link.search.count = 20;
  EXPECT_EQ(link.href(40),
            "/search?" + link.parameters() + "&start=40&count=20");
}

TEST(SearchLink, ChangesOneThing) {
  SmallSite small;
  answers::Scope scope = small.scope();
  SearchLink link{&scope, {}};
  link.search.text = "a";
  link.search.filters = {{"site", "x"}};
  EXPECT_EQ(link.with("lang", "de").parameters(), "query=a&site=x&lang=de");
  EXPECT_EQ(link.without_filter(0).parameters(), "query=a");
  EXPECT_EQ(link.with_year("2007").parameters(),
            "query=a&site=x&from=2007&to=2007");
  EXPECT_EQ(link.with_year("2007").without_dates().parameters(),
            link.parameters());
  EXPECT_EQ(link.with_sort("oldest").parameters(),
            "query=a&site=x&sort=oldest");
  EXPECT_EQ(link.with_collapse("url").parameters(),
            "query=a&site=x&collapse=url");
  EXPECT_EQ(link.with_text("b").parameters(), "query=b&site=x");
}

}  // namespace
}  // namespace wax::serve
