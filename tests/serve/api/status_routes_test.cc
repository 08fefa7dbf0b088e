#include <gtest/gtest.h>

#include <string>

#include "serve/api/api_routes.h"
#include "tests/serve/small_site.h"

namespace wax::serve {
namespace {

TEST(StatusRoutes, TellHealthAndCounts) {
  SmallSite small;
  Metrics metrics;
  Router router;
  add_status_routes(small.holdings(), metrics, router);
  TestServer server(router);
  EXPECT_EQ(server.get("/healthz").body, "ok\n");
  (void)small.router().answer([] {
    Request request;
    request.method = "GET";
    request.path = "/api/search";
    return request;
  }());
  std::string text = server.get("/metrics").body;
  EXPECT_NE(text.find("wax_collection_generation{collection=\"small\"} 1\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("wax_evaluations_total 1\n"), std::string::npos) << text;
  EXPECT_NE(server.get("/robots.txt").body.find("Disallow: /"),
            std::string::npos);
}

}  // namespace
}  // namespace wax::serve
