#include "serve/http/server.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "answers/requests/message.h"
#include "io/error.h"
#include "serve/http/router.h"
#include "tests/serve/test_server.h"

namespace wax::serve {
namespace {

using tests::HttpAnswer;
using tests::HttpClient;

// Pieces of one letter each: "aaa...", "bbb...".
class LetterStream final : public answers::BodyStream {
 public:
  LetterStream(size_t pieces, size_t fails_at)
      : pieces_(pieces), fails_at_(fails_at) {}

  bool next(std::string& piece) override {
    if (given_ == fails_at_) throw Error("the disk has gone");
    if (given_ == pieces_) return false;
    piece.assign(kPiece, static_cast<char>('a' + given_ % 26));
    ++given_;
    return true;
  }

 private:
  size_t pieces_;
  size_t fails_at_;
  size_t given_ = 0;
};

answers::Response letters(size_t pieces, size_t fails_at = SIZE_MAX) {
  answers::Response response;
  response.stream = std::make_unique<LetterStream>(pieces, fails_at);
  return response;
}

Router test_router() {
  Router router;
  router.add("GET", "/hello", [](const answers::Request& request) {
    answers::Response response;
    response.body =
        "Hello " + std::string(request.parameters.get(named("name")));
    return response;
  });
  router.add("POST", "/echo", [](const answers::Request& request) {
    answers::Response response;
    response.body = request.body;
    return response;
  });
  router.add("GET", "/letters", [](const answers::Request& request) {
    return letters(request.parameters.number(named("n"), 3));
  });
  router.add("GET", "/breaks",
             [](const answers::Request&) { return letters(1000, 10); });
  router.add("GET", "/throws",
             [](const answers::Request& request) -> answers::Response {
               std::string what(request.parameters.get(named("what")));
               if (what == "usage") throw UsageError("Ask for something else.");
               if (what == "lost")
                 throw answers::NotFound("There is no such page.");
               if (what == "late") throw answers::OutOfTime();
               throw Error("a secret path");
             });
  router.add("GET", "/slow", [](const answers::Request&) {
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    return answers::sentence(200, "slow");
  });
  return router;
}

TEST(Server, AnswersOnAPortThatTheSystemChooses) {
  TestServer server(test_router());
  HttpAnswer answer = server.get("/hello?name=big+w%C3%B6rld");
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.body, "Hello big w\xc3\xb6rld");
  EXPECT_EQ(answer.header("content-type"), "text/plain; charset=utf-8");
  EXPECT_EQ(server.server().url(),
            "http://127.0.0.1:" + std::to_string(server.port()) + "/");
}

TEST(Server, KeepsAConnectionForManyRequests) {
  TestServer server(test_router());
  HttpClient client(server.port());
  for (int i = 0; i < 50; ++i) {
    client.send("GET /hello?name=" + std::to_string(i) +
                " HTTP/1.1\r\nHost: a\r\n\r\n");
    EXPECT_EQ(client.read().body, "Hello " + std::to_string(i));
  }
}

TEST(Server, AnswersPipelinedRequestsInTheirOrder) {
  TestServer server(test_router());
  HttpClient client(server.port());
  client.send(
      "GET /slow HTTP/1.1\r\nHost: a\r\n\r\n"
      "GET /letters?n=2 HTTP/1.1\r\nHost: a\r\n\r\n"
      "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc"
      "GET /hello HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
  EXPECT_EQ(client.read().body, "slow\n");
  EXPECT_EQ(client.read().body.size(), 2 * answers::BodyStream::kPiece);
  EXPECT_EQ(client.read().body, "abc");
  EXPECT_EQ(client.read().body, "Hello ");
  EXPECT_TRUE(client.closed());
}

TEST(Server, SendsALargeBodyInPieces) {
  TestServer server(test_router());
  HttpAnswer answer = server.get("/letters?n=100");
  EXPECT_EQ(answer.header("transfer-encoding"), "chunked");
  EXPECT_TRUE(answer.whole);
  EXPECT_EQ(answer.body.size(), 100 * answers::BodyStream::kPiece);
  EXPECT_EQ(answer.body.back(), 'a' + 99 % 26);
}

TEST(Server, SendsNoChunksToClientsOfHttp10) {
  TestServer server(test_router());
  HttpClient client(server.port());
  client.send("GET /letters?n=3 HTTP/1.0\r\n\r\n");
  HttpAnswer answer = client.read();
  EXPECT_EQ(answer.header("transfer-encoding"), "");
  EXPECT_EQ(answer.body.size(), 3 * answers::BodyStream::kPiece);
}

TEST(Server, CutsTheConnectionWhenABodyBreaks) {
  std::string failure;
  ServerOptions options;
  options.on_failure = [&](std::string_view text) { failure = text; };
  {
    TestServer server(test_router(), options);
    HttpAnswer answer = server.get("/breaks");
    EXPECT_EQ(answer.status, 200);
    EXPECT_FALSE(answer.whole);
  }
  EXPECT_EQ(failure, "/breaks: the disk has gone");
}

TEST(Server, CompressesForClientsThatAllowIt) {
  TestServer server(test_router());
  HttpAnswer answer =
      server.get("/letters?n=100", "Accept-Encoding: br, gzip\r\n");
  EXPECT_EQ(answer.header("content-encoding"), "gzip");
  EXPECT_EQ(answer.header("vary"), "Accept-Encoding");
  EXPECT_TRUE(answer.whole);
  EXPECT_LT(answer.body.size(), answers::BodyStream::kPiece);
  EXPECT_TRUE(answer.body.starts_with("\x1f\x8b"));
  answer = server.get("/hello?name=" + std::string(1000, 'x'),
                      "Accept-Encoding: gzip\r\n");
  EXPECT_EQ(answer.header("content-encoding"), "gzip");
  answer = server.get("/letters?n=1", "Accept-Encoding: gzip;q=0\r\n");
  EXPECT_EQ(answer.header("content-encoding"), "");
}

TEST(Server, GivesTheHeadAlone) {
  TestServer server(test_router());
  HttpAnswer answer = tests::http_request(server.port(), "HEAD", "/hello");
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.header("content-length"), "6");
  EXPECT_EQ(answer.body, "");
  HttpClient client(server.port());
  client.send(
      "HEAD /letters HTTP/1.1\r\nHost: a\r\n\r\n"
      "GET /hello HTTP/1.1\r\nHost: a\r\n\r\n");
  EXPECT_EQ(client.read(true).status, 200);
  EXPECT_EQ(client.read().body, "Hello ");
}

TEST(Server, TellsTheMethodsOfAPath) {
  TestServer server(test_router());
  HttpAnswer answer = tests::http_request(server.port(), "OPTIONS", "/echo");
  EXPECT_EQ(answer.status, 204);
  EXPECT_EQ(answer.header("allow"), "POST, OPTIONS");
  answer = tests::http_request(server.port(), "DELETE", "/hello");
  EXPECT_EQ(answer.status, 405);
  EXPECT_EQ(answer.header("allow"), "GET, HEAD, OPTIONS");
  EXPECT_EQ(tests::http_request(server.port(), "OPTIONS", "*").status, 204);
}

TEST(Server, MakesAnswersOfExceptions) {
  std::atomic<int> failures = 0;
  ServerOptions options;
  options.on_failure = [&](std::string_view) { ++failures; };
  TestServer server(test_router(), options);
  EXPECT_EQ(server.get("/throws?what=usage").status, 400);
  EXPECT_EQ(server.get("/throws?what=usage").body, "Ask for something else.\n");
  EXPECT_EQ(server.get("/throws?what=lost").status, 404);
  EXPECT_EQ(server.get("/throws?what=late").status, 503);
  EXPECT_EQ(failures, 0);
  HttpAnswer answer = server.get("/throws");
  EXPECT_EQ(answer.status, 500);
  EXPECT_EQ(answer.body.find("secret"), std::string::npos);
  EXPECT_EQ(failures, 1);
  EXPECT_EQ(server.get("/nothing").status, 404);
}

TEST(Server, EveryAnswerIsSafeInABrowser) {
  TestServer server(test_router());
  for (const char* path : {"/hello", "/nothing", "/throws", "/letters"}) {
    HttpAnswer answer = server.get(path);
    EXPECT_TRUE(answer.header("content-security-policy")
                    .starts_with("default-src 'none'"))
        << path;
    EXPECT_EQ(answer.header("x-content-type-options"), "nosniff") << path;
    EXPECT_EQ(answer.header("referrer-policy"), "no-referrer") << path;
  }
}

TEST(Server, ControlsInAHeaderBeginNoOtherHeader) {
  TestServer server(answers::Handler([](const answers::Request&) {
    return answers::redirect("/a\r\nSet-Cookie: a=b\r\n\r\n");
  }));
  HttpAnswer answer = server.get("/");
  EXPECT_EQ(answer.status, 302);
  EXPECT_EQ(answer.header("set-cookie"), "");
}

TEST(Server, EndsHalfRequestsAndSilentConnections) {
  ServerOptions options;
  options.idle_time = std::chrono::milliseconds(100);
  options.body_time = std::chrono::milliseconds(100);
  TestServer server(test_router(), options);
  HttpClient silent(server.port());
  EXPECT_TRUE(silent.closed());
  HttpClient half(server.port());
  half.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc");
  EXPECT_EQ(half.read().status, 408);
  HttpClient ended(server.port());
  ended.send("GET /hel");
  ended.end();
  (void)ended.read();
  EXPECT_EQ(server.get("/hello").status, 200);
}

TEST(Server, AClientThatDoesNotReadCostsNoThread) {
  ServerOptions options;
  options.jobs = 1;
  options.write_time = std::chrono::milliseconds(300);
  TestServer server(test_router(), options);
  HttpClient slow(server.port());
  slow.send("GET /letters?n=2000 HTTP/1.1\r\nHost: a\r\n\r\n");
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_EQ(server.get("/hello").status, 200);
  std::this_thread::sleep_for(std::chrono::milliseconds(600));
  EXPECT_FALSE(slow.read().whole);
}

TEST(Server, ServesWhileAThousandClientsAreSlow) {
  ServerOptions options;
  options.jobs = 2;
  TestServer server(test_router(), options);
  std::vector<std::unique_ptr<HttpClient>> slow;
  for (int i = 0; i < 1000; ++i) {
    slow.push_back(std::make_unique<HttpClient>(server.port()));
    slow.back()->send("GET /hello HTTP/1.1\r\nHo");
  }
  EXPECT_EQ(server.get("/hello").status, 200);
  for (auto& client : slow) client->send("st: a\r\n\r\n");
  for (auto& client : slow) EXPECT_EQ(client->read().status, 200);
}

TEST(Server, AnswersThatItIsBusyBeyondItsLimits) {
  ServerOptions options;
  options.jobs = 1;
  options.most_requests = 2;
  options.most_connections = 10;
  TestServer server(test_router(), options);
  std::vector<std::unique_ptr<HttpClient>> clients;
  for (int i = 0; i < 3; ++i) {
    clients.push_back(std::make_unique<HttpClient>(server.port()));
    clients.back()->send("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n");
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  HttpAnswer busy = clients[2]->read();
  EXPECT_EQ(busy.status, 503);
  EXPECT_EQ(busy.header("retry-after"), "1");
  EXPECT_EQ(clients[0]->read().status, 200);
  EXPECT_EQ(clients[1]->read().status, 200);
  clients.clear();
  for (int i = 0; i < 11; ++i) {
    clients.push_back(std::make_unique<HttpClient>(server.port()));
  }
  EXPECT_EQ(clients.back()->read().status, 503);
}

TEST(Server, AnswersAtOnceWhatWaitsForNothingWhileAllThreadsAreBusy) {
  std::mutex busy;
  std::unique_lock held(busy);
  std::atomic<std::thread::id> answered_by;
  Router router;
  router.add("GET", "/busy", [&busy](const answers::Request&) {
    std::lock_guard wait(busy);
    return answers::sentence(200, "busy");
  });
  router.add("GET", "/now", [&answered_by](const answers::Request& request) {
    answered_by = std::this_thread::get_id();
    if (request.parameters.has(named("fails"))) throw Error("a fault");
    return answers::sentence(200, "now");
  });
  ServerOptions options;
  options.jobs = 2;
  options.most_requests = 6;
  options.at_once = [](const answers::Request& request) {
    return request.method == "GET" && request.path == "/now";
  };
  TestServer server(router, options);
  std::vector<std::unique_ptr<HttpClient>> clients;
  for (int i = 0; i < 6; ++i) {
    clients.push_back(std::make_unique<HttpClient>(server.port()));
    clients.back()->send("GET /busy HTTP/1.1\r\nHost: a\r\n\r\n");
  }
  while (server.metrics().find("wax_http_requests_running 6\n") ==
         std::string::npos) {
    std::this_thread::yield();
  }
  EXPECT_EQ(server.get("/busy").status, 503);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(server.get("/now").body, "now\n");
  std::thread::id first = answered_by;
  EXPECT_EQ(tests::http_request(server.port(), "HEAD", "/now").status, 200);
  EXPECT_EQ(answered_by.load(), first);
  EXPECT_EQ(server.get("/now?fails").status, 500);
  HttpClient pipelined(server.port());
  pipelined.send(
      "GET /now HTTP/1.1\r\nHost: a\r\n\r\n"
      "GET /now HTTP/1.1\r\nHost: a\r\n\r\n");
  EXPECT_EQ(pipelined.read().body, "now\n");
  EXPECT_EQ(pipelined.read().body, "now\n");
  held.unlock();
  for (auto& client : clients) EXPECT_EQ(client->read().body, "busy\n");
}

TEST(Server, AnswersRunningRequestsBeforeItStops) {
  auto server = std::make_unique<TestServer>(test_router());
  HttpClient client(server->port());
  HttpClient idle(server->port());
  client.send("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n");
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  server->server().stop();
  HttpAnswer answer = client.read();
  EXPECT_EQ(answer.body, "slow\n");
  EXPECT_TRUE(client.closed());
  EXPECT_TRUE(idle.closed());
  server = nullptr;
}

TEST(Server, ContinuesWhenTheClientAsksBeforeItSendsABody) {
  TestServer server(test_router());
  HttpClient client(server.port());
  client.send(
      "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n"
      "Expect: 100-continue\r\n\r\n");
  EXPECT_EQ(client.read().status, 100);
  client.send("abc");
  EXPECT_EQ(client.read().body, "abc");
}

TEST(Server, LogsAndCountsRequests) {
  std::vector<std::string> lines;
  ServerOptions options;
  options.on_access = [&](const Access& access) {
    lines.push_back(access_line(access, 784111777));
  };
  {
    TestServer server(test_router(), options);
    (void)server.get("/hello?name=a", "User-Agent: a \"b\"\r\n");
    (void)server.get("/nothing");
    HttpClient odd(server.port());
    odd.send("\x01\r\n\r\n");
    EXPECT_EQ(odd.read().status, 400);
    std::string metrics = server.metrics();
    for (const char* line :
         {"wax_http_requests_total{route=\"/hello\",code=\"200\"} 1\n",
          "wax_http_requests_total{route=\"\",code=\"404\"} 1\n",
          "wax_http_refused_total{reason=\"bad-request\"} 1\n",
          "wax_http_request_seconds_count{route=\"/hello\"} 1\n"}) {
      EXPECT_NE(metrics.find(line), std::string::npos) << line;
    }
  }
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_EQ(lines[0],
            "127.0.0.1 - - [06/Nov/1994:08:49:37 +0000] "
            "\"GET /hello?name=a HTTP/1.1\" 200 7 \"-\" \"a \\\"b\\\"\"\n");
  EXPECT_NE(lines[2].find("\"-\" 400 "), std::string::npos);
}

TEST(Server, ReadsAddressesToListenTo) {
  ServerOptions options;
  set_listen_address("127.0.0.1:0", options);
  EXPECT_EQ(options.address, "127.0.0.1");
  EXPECT_EQ(options.port, 0);
  set_listen_address("[::1]:8080", options);
  EXPECT_EQ(options.address, "::1");
  EXPECT_EQ(options.port, 8080);
  set_listen_address("81", options);
  EXPECT_EQ(options.address, "127.0.0.1");
  options.address.clear();
  set_listen_address(":82", options);
  EXPECT_EQ(options.address, "127.0.0.1");
  EXPECT_EQ(options.port, 82);
  set_listen_address("0.0.0.0:82", options);
  EXPECT_EQ(options.address, "0.0.0.0");
  for (const char* bad : {"", "a", "127.0.0.1:", "127.0.0.1:99999"}) {
    EXPECT_THROW(set_listen_address(bad, options), UsageError) << bad;
  }
  options.address = "example.com";
  Metrics metrics;
  EXPECT_THROW(Server(options, answers::Handler(), metrics), UsageError);
}

TEST(Server, SaysThatAnotherProgramListensAtItsAddress) {
  ServerOptions options;
  Metrics metrics;
  const Server first(options, answers::Handler(), metrics);
  options.port = first.port();
  try {
    const Server second(options, answers::Handler(), metrics);
    FAIL() << "both listen at port " << options.port;
  } catch (const IoError& error) {
    EXPECT_EQ(std::string(error.what()),
              "127.0.0.1:" + std::to_string(options.port) +
                  ": another program listens at this address; give --listen "
                  "another port");
  }
}

}  // namespace
}  // namespace wax::serve
