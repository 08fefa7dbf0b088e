// What grows with the collection or with its hits has a budget in each answer.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/serve/small_site.h"

namespace wax::serve {
namespace {

TEST(Budget, AnAnswerThatNeedsMoreIsRefusedWithWhatToDo) {
  SmallSite small(500, 2);
  Metrics metrics;
  Router router = small.router();
  add_status_routes(small.holdings(), metrics, router);
  std::string ranges;
  for (int i = 1000; i < 1200; ++i) {
    ranges += (i == 1000 ? "" : "+OR+") + ("date:" + std::to_string(i));
  }
  const std::vector<std::string> kGreedy = {
      "/api/search?query=heron&facet=urlkey",
      "/api/search?query=heron&facet=site&facet=urlkey",
      "/api/search?query=heron&sort=urlkey",
      "/api/search?query=heron&collapse=urlkey",
      "/api/search?query=heron&collapse=url",
      "/api/search?query=heron&collapse=similar",
      "/api/search?query=" + ranges,
      "/search?query=heron",
      "/opensearch?query=heron",
      "/trends?query=" + ranges,
      "/api/export?query=" + ranges,
  };
  const std::vector<std::string> kModest = {
      "/api/search?query=heron",
      "/api/search?query=heron&sort=newest",
      "/api/search?query=heron&facet=status",
      "/api/export?query=heron&format=urls",
      "/trends?query=heron",
      "/cdx?url=example.org&matchType=domain",
  };
  ServerOptions options;
  options.most_memory = 10'000;
  {
    TestServer server(router, options);
    for (const std::string& target : kGreedy) {
      tests::HttpAnswer answer = server.get(target);
      EXPECT_EQ(answer.status, 413) << target;
      EXPECT_NE(answer.body.find("ask for a part of it"), std::string::npos)
          << answer.body;
    }
    for (const std::string& target : kModest) {
      EXPECT_EQ(server.get(target).status, 200) << target;
    }
    // No shard is to blame.
    EXPECT_EQ(server.get("/healthz").body, "ok\n");
  }
  SmallSite other(500, 2);
  TestServer server(other.router());
  for (const std::string& target : kGreedy) {
    EXPECT_EQ(server.get(target).status, 200) << target;
  }
}

}  // namespace
}  // namespace wax::serve
