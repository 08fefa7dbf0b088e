#include "io/remote/http_sender.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <string>
#include <thread>

#include "io/error.h"
#include "tests/support/http_server.h"

namespace wax::io {
namespace {

HttpOptions two_retries() {
  HttpOptions options;
  options.pause = std::chrono::milliseconds(1);
  options.retries = 2;
  return options;
}

TEST(HttpSender, GivesTheBeginningOfTheAnswer) {
  tests::HttpServer server([](uint64_t, size_t) {
    return tests::http_answer("200 OK", "0123456789");
  });
  HttpAnswer got = HttpSender().send(
      "PUT", server.url(), {"Accept: text/plain"}, "body", 4, two_retries());
  EXPECT_EQ(got.status, 200);
  EXPECT_EQ(got.body, "0123");
}

TEST(HttpSender, GivesABodyOfAnyLengthToAnOutput) {
  const std::string large(3'000'000, 'x');
  std::string status = "200 OK";
  tests::HttpServer server(
      [&](uint64_t, size_t) { return tests::http_answer(status, large); });
  std::string bytes;
  auto output = open_memory(bytes);
  const HttpRequest request{server.url()};
  HttpSending sending{request, "POST", "question"};
  sending.to = output.get();
  HttpOptions once = two_retries();
  once.retries = 0;
  HttpAnswer got = HttpSender().send(sending, 4, once);
  output->finish();
  EXPECT_EQ(got.status, 200);
  EXPECT_EQ(got.body, "");
  EXPECT_EQ(bytes, large);
  // That of another status is as ever.
  status = "404 Not Found";
  auto unused = open_memory(bytes);
  sending.to = unused.get();
  EXPECT_EQ(HttpSender().send(sending, 4, once).body, "xxxx");
}

TEST(HttpSender, ThrowsWhatTheOutputThrows) {
  class Full final : public Output {
    void write(std::string_view) override { throw IoError("disk", "full"); }
    void flush() override {}
    void finish() override {}
  };
  tests::HttpServer server(
      [](uint64_t, size_t) { return tests::http_answer("200 OK", "body"); });
  Full full;
  const HttpRequest request{server.url()};
  HttpSending sending{request, "POST", "question"};
  sending.to = &full;
  HttpOptions once = two_retries();
  once.retries = 0;
  EXPECT_THROW((void)HttpSender().send(sending, 4, once), IoError);
}

TEST(HttpSender, SendsAgainWhileTheServerIsBusy) {
  std::atomic<int> asked = 0;
  tests::HttpServer server([&](uint64_t, size_t) {
    return ++asked < 3 ? tests::http_answer("503 Busy", "")
                       : tests::http_answer("200 OK", "done");
  });
  EXPECT_EQ(
      HttpSender().send("PUT", server.url(), {}, "b", 99, two_retries()).body,
      "done");
  EXPECT_EQ(asked, 3);
}

TEST(HttpSender, GivesUpAfterTheRetries) {
  tests::HttpServer server(
      [](uint64_t, size_t) { return tests::http_answer("503 Busy", ""); });
  EXPECT_THROW(
      (void)HttpSender().send("PUT", server.url(), {}, "b", 99, two_retries()),
      IoError);
}

TEST(HttpSender, ThrowsWhatATickThrows) {
  struct Stop {};
  tests::HttpServer server([](uint64_t, size_t) {
    std::this_thread::sleep_for(std::chrono::seconds(3));
    return tests::http_answer("200 OK", "");
  });
  HttpOptions options = two_retries();
  options.tick = [] { throw Stop(); };
  EXPECT_THROW(
      (void)HttpSender().send("GET", server.url(), {}, "", 99, options), Stop);
}

TEST(HttpSender, SendsOneBodyAfterAnother) {
  tests::HttpServer server(
      [](uint64_t, size_t) { return tests::http_answer("200 OK", "done"); });
  HttpSender sender;
  EXPECT_EQ(
      sender.send("POST", server.url(), {}, "a body", 99, two_retries()).status,
      200);
  EXPECT_EQ(
      sender.send("PUT", server.url(), {}, "next", 99, two_retries()).status,
      200);
  EXPECT_EQ(server.bodies(), (std::vector<std::string>{"a body", "next"}));
}

TEST(HttpSender, SendsNothingAgainThatMayHaveBeenDone) {
  size_t requests = 0;
  tests::HttpServer server([&](uint64_t, size_t number) {
    requests = number;
    return std::string();
  });
  const HttpRequest request{server.url()};
  HttpSending sending{request, "POST", "body"};
  EXPECT_EQ(HttpSender().send(sending, 4, two_retries()).status, 0);
  EXPECT_EQ(requests, 1U);
  sending.is_repeatable = true;
  EXPECT_THROW((void)HttpSender().send(sending, 4, two_retries()), IoError);
  EXPECT_EQ(requests, 4U);
  const HttpRequest nowhere{"http://127.0.0.1:1/"};
  HttpSending refused{nowhere, "POST", "body"};
  EXPECT_THROW((void)HttpSender().send(refused, 4, two_retries()), IoError);
}

TEST(HttpSender, GivesUpAtOnceWhereNoTryHelps) {
  const HttpRequest request{"nonsense://h/"};
  HttpSending sending{request, "GET", ""};
  sending.is_repeatable = true;
  HttpOptions options = two_retries();
  options.timeout = std::chrono::milliseconds(0);
  try {
    (void)HttpSender().send(sending, 4, options);
    FAIL();
  } catch (const IoError& error) {
    EXPECT_EQ(std::string(error.what()).find("given up"), std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace wax::io
