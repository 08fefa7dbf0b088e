#include "io/remote/wire_fetcher.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "io/error.h"
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

TEST(WireFetcher, TakesOldHeadsAndLineEnds) {
  const std::string head = "HTTP/1.0 200 OK\nX: 1\n\n";
  tests::HttpServer server(
      [&](const std::string&, const std::string&) { return head + "body"; });
  auto answer = fetch(server.url(), local());
  ASSERT_NE(answer, nullptr);
  EXPECT_EQ(answer->end, WireEnd::kWhole) << answer->reason;
  EXPECT_EQ(answer->protocol, "http/1.0");
  EXPECT_EQ(answer->head, head);
  EXPECT_EQ(body_of(*answer), "body");
}

TEST(WireFetcher, AnInterimHeadIsNoAnswer) {
  tests::HttpServer server([](const std::string&, const std::string&) {
    return std::string("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n");
  });
  auto answer = fetch(server.url(), local());
  ASSERT_NE(answer, nullptr);
  EXPECT_EQ(answer->end, WireEnd::kNoAnswer) << answer->reason;
}

TEST(WireFetcher, ThrowsWhereABodyCannotBeKept) {
  tests::HttpServer server([](const std::string&, const std::string&) {
    return tests::http_answer("200 OK",
                              std::string(2 * WireFetcher::kHeldBody, 'x'));
  });
  WireLimits limits = local();
  limits.tmpdir = "/nowhere/at/all";
  EXPECT_THROW((void)fetch(server.url(), limits), Error);
}

// A server that says so much, and then nothing, to one request.
class SilentServer {
 public:
  explicit SilentServer(std::string said)
      : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* any = reinterpret_cast<sockaddr*>(&address);
    EXPECT_EQ(::bind(socket_, any, size), 0);
    EXPECT_EQ(::listen(socket_, 1), 0);
    EXPECT_EQ(::getsockname(socket_, any, &size), 0);
    url_ = "http://127.0.0.1:" + std::to_string(ntohs(address.sin_port)) + "/";
    thread_ = std::thread([this, said = std::move(said)] {
      const int peer = ::accept(socket_, nullptr, nullptr);
      (void)::send(peer, said.data(), said.size(), MSG_NOSIGNAL);
      char bytes[4096];
      while (::read(peer, bytes, sizeof bytes) > 0) {
      }
      ::close(peer);
    });
  }
  ~SilentServer() {
    thread_.join();
    ::close(socket_);
  }
  [[nodiscard]] const std::string& url() const { return url_; }

 private:
  int socket_;
  std::string url_;
  std::thread thread_;
};

TEST(WireFetcher, SaysWhatIsNoUrlAndNoTls) {
  EXPECT_EQ(fetch("http://a b/", local())->end, WireEnd::kBadUrl);
  EXPECT_EQ(fetch("ftp://127.0.0.1/", local())->end, WireEnd::kNotHttp);
  const SilentServer server("HTTP/1.1 400 Bad Request\r\n\r\n");
  auto answer = fetch("https" + server.url().substr(4), local());
  ASSERT_NE(answer, nullptr);
  EXPECT_EQ(answer->end, WireEnd::kTls) << answer->reason;
  EXPECT_EQ(answer->tls, "");
}

TEST(WireFetcher, SaysHowFarASlowServerCame) {
  const std::pair<const char*, WireEnd> cases[] = {
      {"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nbody", WireEnd::kTooSlow},
      {"HTTP/1.1 200 OK\r\n", WireEnd::kNoAnswer},
      {"", WireEnd::kNoAnswer}};
  for (const auto& [said, end] : cases) {
    SilentServer server(said);
    WireLimits limits = local();
    limits.time = std::chrono::milliseconds(300);
    auto answer = fetch(server.url(), limits);
    ASSERT_NE(answer, nullptr);
    EXPECT_EQ(answer->end, end) << said;
    if (has_answer(end)) {
      EXPECT_EQ(body_of(*answer), "body");
    }
  }
}

TEST(WireFetcher, AProxyThatIsNotFoundIsToldFromAServer) {
  WireLimits limits = local();
  limits.authorities = "/nowhere/authorities.pem";
  limits.proxy = {"http://no-such-host.invalid:8080", ""};
  EXPECT_EQ(fetch("http://example.org/", limits)->end, WireEnd::kProxy);
}

TEST(WireFetcher, MayBeDroppedWithRequestsUnderWay) {
  SilentServer server("");
  WireFetcher fetcher(local(), 1);
  fetcher.start(1, server.url(), {});
  EXPECT_TRUE(fetcher.wait(std::chrono::milliseconds(50)).empty());
  EXPECT_EQ(fetcher.running(), 1U);
}

// Keeps connections, and ends one, without a byte, when it gets a request after
// two connections were there.
class KeepingServer {
 public:
  KeepingServer() : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* any = reinterpret_cast<sockaddr*>(&address);
    EXPECT_EQ(::bind(socket_, any, size), 0);
    EXPECT_EQ(::listen(socket_, 8), 0);
    EXPECT_EQ(::getsockname(socket_, any, &size), 0);
    url_ = "http://127.0.0.1:" + std::to_string(ntohs(address.sin_port)) + "/";
    thread_ = std::thread([this] { serve(); });
  }
  ~KeepingServer() {
    ends_ = true;
    thread_.join();
    ::close(socket_);
  }
  [[nodiscard]] const std::string& url() const { return url_; }
  [[nodiscard]] int ended() const { return ended_; }
  [[nodiscard]] int connections() const { return connections_; }

 private:
  void serve() {
    constexpr size_t kPeers = 2;
    std::vector<pollfd> fds{{socket_, POLLIN, 0}};
    std::vector<int> waiting;
    bool had_all = false;
    while (!ends_) {
      if (::poll(fds.data(), fds.size(), 20) <= 0) continue;
      if ((fds[0].revents & POLLIN) != 0) {
        fds.push_back({::accept(socket_, nullptr, nullptr), POLLIN, 0});
        ++connections_;
      }
      for (size_t i = 1; i < fds.size(); ++i) {
        if ((fds[i].revents & POLLIN) == 0) continue;
        char bytes[4096];
        if (::read(fds[i].fd, bytes, sizeof bytes) <= 0 ||
            (had_all && ended_ == 0 && ++ended_ == 1)) {
          ::close(fds[i].fd);
          fds.erase(fds.begin() + static_cast<ptrdiff_t>(i--));
          continue;
        }
        waiting.push_back(fds[i].fd);
      }
      // The first two come at once, so that there are two connections.
      if (!had_all && waiting.size() < kPeers) continue;
      had_all = true;
      const std::string answer =
          "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx";
      for (int fd : waiting) {
        (void)::send(fd, answer.data(), answer.size(), MSG_NOSIGNAL);
      }
      waiting.clear();
    }
    for (size_t i = 1; i < fds.size(); ++i) ::close(fds[i].fd);
  }

  int socket_;
  std::string url_;
  std::atomic<bool> ends_{false};
  std::atomic<int> ended_{0};
  std::atomic<int> connections_{0};
  std::thread thread_;
};

TEST(WireFetcher, AnHttpProxySaysWhereARequestHasEnded) {
  const std::pair<const char*, WireEnd> cases[] = {
      {"407 Login", WireEnd::kLogin},
      {"502 Bad Gateway", WireEnd::kUnreachable},
      {"503 Busy", WireEnd::kUnreachable},
      {"504 Late", WireEnd::kUnreachable},
      {"403 Forbidden", WireEnd::kProxy},
      {"505 Version", WireEnd::kProxy}};
  for (const auto& [status, end] : cases) {
    const std::string said = status;
    tests::HttpServer server([&](const std::string& head, const std::string&) {
      EXPECT_TRUE(head.starts_with("CONNECT example.org:80 ")) << head;
      EXPECT_NE(head.find("Basic dXNlcjphJTQx"), head.npos) << head;
      return tests::http_answer(said);
    });
    WireLimits limits = local();
    limits.proxy = {"http://" + server.host(), "user:a%41"};
    auto answer = fetch("http://example.org/", limits);
    ASSERT_NE(answer, nullptr);
    EXPECT_EQ(answer->end, end) << status;
    limits.allow_private = false;
    EXPECT_EQ(fetch("http://10.0.0.1/", limits)->end, WireEnd::kPrivate);
    EXPECT_EQ(fetch("http://example.org/", limits)->end, end);
  }
  WireLimits limits = local();
  limits.proxy = {"http://127.0.0.1:1", ""};
  EXPECT_EQ(fetch("http://example.org/", limits)->end, WireEnd::kProxy);
}

// Asks a proxy of SOCKS 5 which answers so: its method, then its reply.
WireEnd end_at_socks(char method, char reply) {
  const int listening = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* name = reinterpret_cast<sockaddr*>(&address);
  if (::bind(listening, name, size) != 0 || ::listen(listening, 1) != 0 ||
      ::getsockname(listening, name, &size) != 0) {
    ADD_FAILURE() << "no socket";
  }
  std::thread proxy([&] {
    const int peer = ::accept(listening, nullptr, nullptr);
    char bytes[512];
    const std::string answers[] = {{5, method},
                                   {5, reply, 0, 1, 0, 0, 0, 0, 0, 0}};
    for (const std::string& answer : answers) {
      if (::read(peer, bytes, sizeof bytes) <= 0) break;
      (void)::send(peer, answer.data(), answer.size(), MSG_NOSIGNAL);
    }
    ::close(peer);
  });
  WireLimits limits = local();
  limits.proxy = {
      "socks5h://127.0.0.1:" + std::to_string(ntohs(address.sin_port)), ""};
  auto answer = fetch("http://example.org/", limits);
  proxy.join();
  ::close(listening);
  return answer == nullptr ? WireEnd::kWhole : answer->end;
}

TEST(WireFetcher, ASocksProxySaysWhereARequestHasEnded) {
  for (char reply : {'\1', '\3', '\4', '\5', '\6'}) {
    EXPECT_EQ(end_at_socks(0, reply), WireEnd::kUnreachable) << int{reply};
  }
  for (char reply : {'\2', '\7'}) {
    EXPECT_EQ(end_at_socks(0, reply), WireEnd::kProxy) << int{reply};
  }
  EXPECT_EQ(end_at_socks('\xff', 0), WireEnd::kLogin);
}

TEST(WireFetcher, ARequestThatIsSentAgainIsOneExchange) {
  KeepingServer server;
  WireFetcher fetcher(local(), 4);
  std::unique_ptr<WireAnswer> last;
  auto wait_for_all = [&] {
    while (fetcher.running() > 0) {
      for (auto& each : fetcher.wait(std::chrono::milliseconds(100))) {
        last = std::move(each);
      }
    }
  };
  fetcher.start(1, server.url() + "1", {});
  fetcher.start(2, server.url() + "2", {});
  wait_for_all();
  fetcher.start(3, server.url() + "3", {});
  wait_for_all();
  EXPECT_EQ(server.ended(), 1);
  ASSERT_NE(last, nullptr);
  EXPECT_EQ(last->end, WireEnd::kWhole) << last->reason;
  EXPECT_TRUE(last->request.starts_with("GET /3 HTTP/1.1\r\n"));
  EXPECT_EQ(last->request.find("GET ", 1), std::string::npos) << last->request;
  EXPECT_EQ(body_of(*last), "x");
}

TEST(WireFetcher, KeepsOnlyConnectionsThatAreUsedAgainSoon) {
  for (const bool keeps : {true, false}) {
    KeepingServer server;
    WireFetcher fetcher(local(), 4);
    for (uint64_t round = 0; round < 3; ++round) {
      fetcher.start(2 * round, server.url(), {}, keeps);
      fetcher.start(2 * round + 1, server.url(), {}, keeps);
      while (fetcher.running() > 0) {
        (void)fetcher.wait(std::chrono::milliseconds(100));
      }
    }
    EXPECT_EQ(server.connections() < 6, keeps);
  }
}

}  // namespace
}  // namespace wax::io
