#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "serve/pages/page_routes.h"
#include "tests/serve/small_site.h"

namespace wax::serve {
namespace {

TEST(UrlPage, AUrlHasACalendarVersionsAndPlacesOfRecords) {
  SmallSite small;
  TestServer server(small.router());
  std::string page =
      server.get("/url?url=http%3A%2F%2Fwww.example.org%2F0").body;
  for (std::string_view text :
       {"<dt>captures</dt><dd>4</dd>", "<dt>versions</dt><dd>2</dd>",
        "<dt>duplicates</dt><dd>1</dd>", "<dt>revisits</dt><dd>1</dd>",
        "<h1 dir=\"auto\">Heron 0</h1>", "2 captures in March 2007",
        "<tr id=\"at-20070302000000\">",
        "b.warc.gz <span class=\"quiet\">700</span>"}) {
    EXPECT_NE(page.find(text), std::string::npos) << text;
  }
}

}  // namespace
}  // namespace wax::serve
