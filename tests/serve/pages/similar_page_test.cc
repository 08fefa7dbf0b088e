#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "serve/pages/page_routes.h"
#include "tests/serve/small_site.h"

namespace wax::serve {
namespace {

TEST(SimilarPage, SimilarPagesAreListed) {
  SmallSite small;
  TestServer server(small.router());
  std::string page =
      server.get("/url/similar?url=http%3A%2F%2Fwww.example.org%2F0").body;
  EXPECT_NE(page.find(">Heron 1</a>"), std::string::npos) << page;
}

}  // namespace
}  // namespace wax::serve
