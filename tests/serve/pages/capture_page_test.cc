#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "serve/pages/page_routes.h"
#include "tests/serve/small_site.h"

namespace wax::serve {
namespace {

TEST(CapturePage, ACaptureHasItsTextAndItsPlace) {
  SmallSite small;
  TestServer server(small.router());
  tests::HttpAnswer answer = server.get(
      "/url/capture?url=http%3A%2F%2Fwww.example.org%2F0&date=20070301");
  EXPECT_EQ(answer.status, 200);
  for (std::string_view text :
       {"A grey heron stands in the river.", "<dd>b.warc.gz</dd>",
        "<dd>99</dd>", "1 Mar 2007 00:00:00",
        "The archives are not available on this server."}) {
    EXPECT_NE(answer.body.find(text), std::string::npos) << text;
  }
}

TEST(CapturePage, ADateThatDoesNotExistIsRefused) {
  SmallSite small;
  TestServer server(small.router());
  const std::string page =
      "/url/capture?url=http%3A%2F%2Fwww.example.org%2F0&date=";
  EXPECT_EQ(server.get(page + "2007").status, 200);
  EXPECT_EQ(server.get(page + "20071301").status, 400);
}

}  // namespace
}  // namespace wax::serve
