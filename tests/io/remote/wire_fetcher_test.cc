#include "io/remote/wire_fetcher.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "tests/support/http_server.h"

namespace wax::io {
namespace {

std::unique_ptr<WireAnswer> fetch(const std::string& url,
                                  const WireLimits& limits) {
  WireFetcher fetcher(limits, 1);
  fetcher.start(7, url, {"Accept-Encoding: gzip"});
  while (fetcher.running() > 0) {
    auto answers = fetcher.wait(std::chrono::milliseconds(100));
    if (!answers.empty()) return std::move(answers.front());
  }
  return nullptr;
}

WireLimits local() {
  WireLimits limits;
  limits.allow_private = true;
  return limits;
}

std::string body_of(WireAnswer& answer) {
  std::string body;
  answer.body.rewind();
  for (std::string_view bytes; !(bytes = answer.body.peek(1)).empty();
       answer.body.consume(bytes.size())) {
    body.append(bytes);
  }
  return body;
}

TEST(WireFetcher, GivesWhatCameOverTheWire) {
  const std::string head =
      "HTTP/1.1 200  Fine\r\ntransfer-encoding:chunked\r\nX-Odd:  a \r\n"
      "Content-Encoding: gzip\r\n\r\n";
  const std::string body = "5\r\nhello\r\n0\r\nTrailer: 1\r\n\r\n";
  tests::HttpServer server([&](const std::string& asked, const std::string&) {
    EXPECT_NE(asked.find("Accept-Encoding: gzip"), std::string::npos);
    return "HTTP/1.1 103 Early Hints\r\n\r\n" + head + body;
  });
  auto answer = fetch(server.url(), local());
  ASSERT_NE(answer, nullptr);
  EXPECT_EQ(answer->id, 7U);
  EXPECT_EQ(answer->end, WireEnd::kWhole) << answer->reason;
  EXPECT_EQ(answer->status, 200);
  EXPECT_EQ(answer->head, head);
  EXPECT_EQ(body_of(*answer), body);
  EXPECT_EQ(answer->address, "127.0.0.1");
  EXPECT_TRUE(answer->request.starts_with("GET /a.warc.gz HTTP/1.1\r\n"));
  EXPECT_TRUE(answer->request.ends_with("\r\n\r\n"));
}

TEST(WireFetcher, RefusesPrivateAddresses) {
  tests::HttpServer server(
      [](const std::string&, const std::string&) { return std::string(); });
  auto answer = fetch(server.url(), {});
  ASSERT_NE(answer, nullptr);
  EXPECT_EQ(answer->end, WireEnd::kPrivate);
  EXPECT_TRUE(server.bodies().empty());
}

TEST(WireFetcher, KeepsWhatCameOfAnAnswerThatIsCut) {
  tests::HttpServer server([](const std::string&, const std::string&) {
    return "HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n" +
           std::string(500, 'x');
  });
  auto answer = fetch(server.url(), local());
  ASSERT_NE(answer, nullptr);
  EXPECT_EQ(answer->end, WireEnd::kDropped);
  EXPECT_EQ(body_of(*answer), std::string(500, 'x'));
  WireLimits limits = local();
  limits.body = 100;
  answer = fetch(server.url(), limits);
  ASSERT_NE(answer, nullptr);
  EXPECT_EQ(answer->end, WireEnd::kTooLong);
  EXPECT_EQ(body_of(*answer), std::string(100, 'x'));
}

TEST(WireFetcher, SaysWhyThereIsNoAnswer) {
  struct Case {
    std::string sent;
    WireEnd end;
  };
  for (const Case& each :
       {Case{"SSH-2.0-x\r\n", WireEnd::kNotHttp}, Case{"", WireEnd::kNoAnswer},
        Case{"HTTP/1.1 200 OK\r\n" +
                 [] {
                   std::string head;
                   for (int i = 0; i < 9; ++i) {
                     head += "X: " + std::string(50'000, 'x') + "\r\n";
                   }
                   return head;
                 }(),
             WireEnd::kNotHttp}}) {
    tests::HttpServer server(
        [&](const std::string&, const std::string&) { return each.sent; });
    auto answer = fetch(server.url(), local());
    ASSERT_NE(answer, nullptr);
    EXPECT_EQ(answer->end, each.end) << each.sent.substr(0, 20);
  }
  EXPECT_EQ(fetch("http://127.0.0.1:1/", local())->end, WireEnd::kUnreachable);
  EXPECT_EQ(fetch("http://no-such-host.invalid/", local())->end,
            WireEnd::kUnresolved);
}

}  // namespace
}  // namespace wax::io
