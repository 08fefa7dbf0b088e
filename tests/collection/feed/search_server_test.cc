#include "collection/feed/search_server.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "io/error.h"
#include "tests/support/http_server.h"

namespace wax::collection {
namespace {

using testing::HasSubstr;
using Kind = FedDocument::Kind;

std::string http(const std::string& status, const std::string& body) {
  return "HTTP/1.1 " + status +
         "\r\nContent-Length: " + std::to_string(body.size()) +
         "\r\nConnection: close\r\n\r\n" + body;
}

std::string url_of(const tests::HttpServer& server) {
  return server.url().substr(0, server.url().rfind('/')) + "/solr/web/";
}

io::HttpOptions quick() {
  io::HttpOptions options;
  options.retries = 2;
  options.pause = std::chrono::milliseconds(1);
  options.timeout = std::chrono::milliseconds(2000);
  return options;
}

const std::vector<FedDocument> kItems = {
    {Kind::kReplace, "2007/a", R"({"id":"2007/a","title":"A \"b\""})"},
    {Kind::kSetDates, "2007/b", R"("crawl_dates":{"set":["2007"]})"},
    {Kind::kRemove, "2007/c", ""}};

std::string what_fails(SearchServer& server) {
  try {
    (void)server.send(kItems);
  } catch (const IoError& error) {
    return error.what();
  }
  return "";
}

TEST(SearchServer, SolrGetsCommandsInTheirOrder) {
  tests::HttpServer http_server(
      [](uint64_t, size_t) { return http("200 OK", "{}"); });
  SearchServer server(ServerKind::kSolr, url_of(http_server), quick());
  EXPECT_TRUE(server.send(kItems).empty());
  server.commit();
  EXPECT_EQ(http_server.bodies(),
            (std::vector<std::string>{
                "{\n\"add\":{\"doc\":{\"id\":\"2007/a\",\"title\":\"A "
                "\\\"b\\\"\"}},\n\"add\":{\"doc\":{\"id\":\"2007/b\","
                "\"crawl_dates\":{\"set\":[\"2007\"]}}},\n\"delete\":{\"id\":"
                "\"2007/c\"}\n}\n",
                "{\"commit\":{}}"}));
}

TEST(SearchServer, FindsTheOneDocumentForWhichSolrRefusesABody) {
  tests::HttpServer* self = nullptr;
  tests::HttpServer http_server([&](uint64_t, size_t) {
    const bool bad = self->bodies().back().find("2007/b") != std::string::npos;
    return bad ? http("400 Bad Request", R"({"error":{"msg":"no date"}})")
               : http("200 OK", "{}");
  });
  self = &http_server;
  SearchServer server(ServerKind::kSolr, url_of(http_server), quick());
  const std::vector<RefusedItem> refused = server.send(kItems);
  ASSERT_EQ(refused.size(), 1U);
  EXPECT_EQ(refused[0].item, 1U);
  EXPECT_EQ(refused[0].reason, "no date");
}

TEST(SearchServer, EndsWhenAServerRefusesAll) {
  tests::HttpServer http_server([](uint64_t, size_t) {
    return http("400 Bad Request",
                R"({"error":{"msg":"unknown field 'title'"}})");
  });
  SearchServer server(ServerKind::kSolr, url_of(http_server), quick());
  EXPECT_THAT(what_fails(server),
              HasSubstr("refuses all documents: unknown field 'title'"));
}

TEST(SearchServer, WordsOfANodeBehindAnotherAreOneLine) {
  tests::HttpServer http_server([](uint64_t, size_t) {
    return http("400 Bad Request",
                R"({"error":{"msg":"Async exception: null\n\n\nrequest: b\n)"
                R"(Remote error message: unknown field 'title'\n"}})");
  });
  SearchServer server(ServerKind::kSolr, url_of(http_server), quick());
  const std::string said = what_fails(server);
  EXPECT_THAT(said, HasSubstr("all documents: unknown field 'title'"));
  EXPECT_EQ(said.find('\n'), std::string::npos);
}

TEST(SearchServer, SaysWhatMayBeWrong) {
  for (const auto& [status, text] :
       std::vector<std::pair<std::string, std::string>>{
           {"404 Not Found", "is there a collection of this name?"},
           {"401 Unauthorized", "http://USER:PASSWORD@"},
           {"500 Error", "HTTP status 500: oh"}}) {
    tests::HttpServer http_server([&status = status](uint64_t, size_t) {
      return http(status, R"({"error":{"msg":"oh"}})");
    });
    SearchServer server(ServerKind::kSolr, url_of(http_server), quick());
    EXPECT_THAT(what_fails(server), HasSubstr(text)) << status;
  }
}

TEST(SearchServer, WaitsForAServerThatIsBusyOrEndsAConnection) {
  tests::HttpServer http_server([](uint64_t, size_t number) {
    if (number == 1) return http("503 Busy", "");
    return number == 2 ? std::string() : http("200 OK", "{}");
  });
  SearchServer server(ServerKind::kSolr, url_of(http_server), quick());
  EXPECT_TRUE(server.send(kItems).empty());
  EXPECT_EQ(http_server.bodies().size(), 3U);
  EXPECT_EQ(http_server.bodies()[0], http_server.bodies()[2]);
}

TEST(SearchServer, OpenSearchGetsLinesAndAnswersForEachDocument) {
  tests::HttpServer http_server([](uint64_t, size_t number) {
    return http("200 OK",
                number == 1
                    ? R"({"errors":true,"items":[{"index":{"status":201}},)"
                      R"({"update":{"status":429,"error":{"reason":"busy"}}},)"
                      R"({"delete":{"status":404}}]})"
                    : R"({"errors":true,"items":[{"update":{"status":400,)"
                      R"("error":{"type":"x","reason":"no date"}}}]})");
  });
  SearchServer server(ServerKind::kOpenSearch, url_of(http_server), quick());
  const std::vector<RefusedItem> refused = server.send(kItems);
  ASSERT_EQ(refused.size(), 1U);
  EXPECT_EQ(refused[0].item, 1U);
  EXPECT_EQ(refused[0].reason, "no date");
  EXPECT_EQ(http_server.bodies(),
            (std::vector<std::string>{
                "{\"index\":{\"_id\":\"2007/a\"}}\n{\"id\":\"2007/a\","
                "\"title\":\"A \\\"b\\\"\"}\n{\"update\":{\"_id\":\"2007/"
                "b\"}}\n{\"doc\":{\"crawl_dates\":{\"set\":[\"2007\"]}}}\n{"
                "\"delete\":{\"_id\":\"2007/c\"}}\n",
                "{\"update\":{\"_id\":\"2007/b\"}}\n{\"doc\":{\"crawl_dates\":"
                "{\"set\":[\"2007\"]}}}\n"}));
}

TEST(SearchServer, RefusesAnswersThatAreNone) {
  tests::HttpServer http_server(
      [](uint64_t, size_t) { return http("200 OK", "<html>Hello"); });
  SearchServer server(ServerKind::kOpenSearch, url_of(http_server), quick());
  EXPECT_THAT(what_fails(server), HasSubstr("HTTP status 200: <html>Hello"));
}

}  // namespace
}  // namespace wax::collection
