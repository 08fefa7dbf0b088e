#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "serve/pages/page_routes.h"
#include "tests/serve/small_site.h"

namespace wax::serve {
namespace {

TEST(ChangesPage, WordsThatChangedBetweenVersionsAreMarked) {
  SmallSite small;
  TestServer server(small.router());
  std::string url = "http%3A%2F%2Fwww.example.org%2F0";
  std::string target = "/url/changes?url=" + url +
                       "&amp;from=" + std::string(32, 'A') +
                       "&amp;to=" + std::string(32, 'C');
  EXPECT_NE(server.get("/url?url=" + url).body.find("href=\"" + target),
            std::string::npos);
  std::string page =
      server
          .get("/url/changes?url=" + url + "&from=" + std::string(32, 'A') +
               "&to=" + std::string(32, 'C'))
          .body;
  for (std::string_view text :
       {"<del>", "grey heron", "<ins>", "&lt;b&gt;brown&lt;/b&gt; bird"}) {
    EXPECT_NE(page.find(text), std::string::npos) << text << page;
  }
  EXPECT_EQ(server.get("/url/changes?url=" + url + "&from=X&to=Y").status, 404);
}

}  // namespace
}  // namespace wax::serve
