#include <gtest/gtest.h>

#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

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
    answers::Request request;
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

TEST(StatusRoutes, LetRobotsReadAServerOfFilesAlone) {
  const answers::Holdings holdings;
  Metrics metrics;
  Router router;
  add_status_routes(holdings, metrics, router);
  TestServer server(router);
  EXPECT_EQ(server.get("/robots.txt").body, "User-agent: *\nAllow: /\n");
}

TEST(StatusRoutes, AnswerWhileAllThreadsAreBusy) {
  SmallSite small;
  Metrics metrics;
  Router router = small.router();
  add_status_routes(small.holdings(), metrics, router);
  std::mutex busy;
  std::unique_lock held(busy);
  router.add("GET", "/busy", [&busy](const answers::Request&) {
    std::lock_guard wait(busy);
    return answers::sentence(200, "busy");
  });
  ServerOptions options;
  options.jobs = 2;
  options.at_once = is_answered_at_once;
  TestServer server(router, options);
  std::vector<std::unique_ptr<tests::HttpClient>> clients;
  for (int i = 0; i < 8; ++i) {
    clients.push_back(std::make_unique<tests::HttpClient>(server.port()));
    clients.back()->send("GET /busy HTTP/1.1\r\nHost: a\r\n\r\n");
  }
  while (server.metrics().find("wax_http_requests_running 8\n") ==
         std::string::npos) {
    std::this_thread::yield();
  }
  EXPECT_EQ(server.get("/healthz").body, "ok\n");
  EXPECT_EQ(server.get("/metrics").status, 200);
  EXPECT_EQ(tests::http_request(server.port(), "HEAD", "/healthz").status, 200);
  held.unlock();
  for (auto& client : clients) EXPECT_EQ(client->read().body, "busy\n");
}

TEST(StatusRoutes, TellWhatIsLostAndThatAnswersLackIt) {
  SmallSite small;
  Metrics metrics;
  Router router = small.router();
  add_status_routes(small.holdings(), metrics, router);
  TestServer server(router);
  auto has = [&](const std::string& line) {
    return server.get("/metrics").body.find("\n" + line + "\n") !=
           std::string::npos;
  };
  EXPECT_TRUE(has("wax_missing_shards{collection=\"small\"} 0"));
  EXPECT_TRUE(has("wax_incomplete_answers_total{collection=\"small\"} 0"));
  answers::Scope scope = small.scope();
  answers::ReportedData(scope).report({Severity::kLost, "unreadable-shard",
                                       "/srv/small/pindexes/002", std::nullopt,
                                       "odd"});
  scope.collection->count_incomplete();
  tests::HttpAnswer health = server.get("/healthz");
  EXPECT_EQ(health.status, 200);
  EXPECT_EQ(health.body, "degraded\nsmall: the shard 002 could not be read\n");
  EXPECT_TRUE(has("wax_missing_shards{collection=\"small\"} 1"));
  EXPECT_TRUE(has("wax_incomplete_answers_total{collection=\"small\"} 1"));
  EXPECT_NE(
      server.get("/collection")
          .body.find(
              "the shard 002 could not be read."),
      std::string::npos);
}

}  // namespace
}  // namespace wax::serve
