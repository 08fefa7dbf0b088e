#include "serve/http/connection.h"

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "serve/http/router.h"
#include "tests/serve/test_server.h"

namespace wax::serve {
namespace {

using std::chrono::milliseconds;
using tests::HttpAnswer;
using tests::HttpClient;

Router echo_router() {
  Router router;
  router.add("GET", "/hello", [](const answers::Request&) {
    return answers::sentence(200, "hello");
  });
  router.add("POST", "/echo", [](const answers::Request& request) {
    return answers::sentence(200, "[" + request.body + "]");
  });
  router.add("GET", "/host", [](const answers::Request& request) {
    return answers::sentence(200, origin_of(request));
  });
  return router;
}

struct OddCase {
  std::string_view name;
  std::string bytes;
  int status;
};

// A request of which the end is not certain must not be followed by another
// one: what a proxy takes for a body could then be a request (RFC 9112, 11.2).
TEST(Connection, ARefusedRequestGetsOneAnswerAndTheConnectionEnds) {
  ServerOptions options;
  options.head_time = milliseconds(200);
  options.body_time = milliseconds(200);
  TestServer server(echo_router(), options);
  const std::string line = "GET /hello HTTP/1.1\r\n";
  const std::string get = line + "Host: a\r\n";
  const std::string post = "POST /echo HTTP/1.1\r\nHost: a\r\n";
  const std::string chunked = post + "Transfer-Encoding: chunked\r\n\r\n";
  const std::string end = "\r\n";
  auto with_host = [&](std::string_view host) {
    return line + "Host: " + std::string(host) + "\r\n\r\n";
  };
  auto with_length = [&](std::string_view length) {
    return post + "Content-Length: " + std::string(length) + "\r\n\r\nabc";
  };
  auto with_coding = [&](std::string_view coding) {
    return post + "Transfer-Encoding: " + std::string(coding) +
           "\r\n\r\n0\r\n\r\n";
  };
  std::string flood;
  for (int i = 0; i < 20'000; ++i) {
    flood += "X-" + std::to_string(i) + ": 1\r\n";
  }
  const std::vector<OddCase> cases = {
      // The first line.
      {"TLS", "\x16\x03\x01\x02\r\n\r\n", 400},
      {"no version", "GET /hello\r\n\r\n", 400},
      {"no target", "GET HTTP/1.1\r\nHost: a\r\n\r\n", 400},
      {"no method", "/hello HTTP/1.1\r\nHost: a\r\n\r\n", 400},
      {"a space before the method", " " + get + end, 400},
      {"two spaces", "GET  /hello HTTP/1.1\r\nHost: a\r\n\r\n", 400},
      {"a tab", "GET\t/hello HTTP/1.1\r\nHost: a\r\n\r\n", 400},
      {"a space in the target", "GET /a b HTTP/1.1\r\nHost: a\r\n\r\n", 400},
      {"a control in the target", "GET /\x01 HTTP/1.1\r\nHost: a\r\n\r\n", 400},
      {"no token", "G{T /hello HTTP/1.1\r\nHost: a\r\n\r\n", 400},
      {"lower case", "GET /hello http/1.1\r\nHost: a\r\n\r\n", 400},
      {"half a version", "GET /hello HTTP/1\r\nHost: a\r\n\r\n", 400},
      {"a long version", "GET /hello HTTP/1.10\r\nHost: a\r\n\r\n", 400},
      {"version 0.9", "GET /hello HTTP/0.9\r\nHost: a\r\n\r\n", 505},
      {"version 1.2", "GET /hello HTTP/1.2\r\nHost: a\r\n\r\n", 505},
      {"version 2.0", "GET /hello HTTP/2.0\r\nHost: a\r\n\r\n", 505},
      {"the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505},
      {"a bare LF after the line", "GET /hello HTTP/1.1\nHost: a\r\n\r\n", 400},
      {"a bare CR after the line", "GET /hello HTTP/1.1\rHost: a\r\n\r\n", 400},
      // The target.
      {"no path", "GET hello HTTP/1.1\r\nHost: a\r\n\r\n", 400},
      {"another scheme", "GET ftp://a/ HTTP/1.1\r\nHost: a\r\n\r\n", 400},
      {"a host alone", "CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n", 400},
      {"* of a file", "GET * HTTP/1.1\r\nHost: a\r\n\r\n", 400},
      {"a user", "GET http://u@a/hello HTTP/1.1\r\nHost: a\r\n\r\n", 400},
      {"a URL without host", "GET http:///hello HTTP/1.1\r\nHost: a\r\n\r\n",
       400},
      {"a URL of 40 KB",
       "GET /" + std::string(40'000, 'a') + " HTTP/1.1\r\nHost: a\r\n\r\n",
       414},
      {"a URL of a MB",
       "GET /" + std::string(1'000'000, 'a') + " HTTP/1.1\r\nHost: a\r\n\r\n",
       414},
      // Host.
      {"no Host", line + end, 400},
      {"two Hosts", get + "Host: b\r\n\r\n", 400},
      {"twice the same Host", get + "Host: a\r\n\r\n", 400},
      {"two Hosts of HTTP/1.0",
       "GET /hello HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n", 400},
      {"an empty Host", with_host(""), 400},
      {"a list of hosts", with_host("a, b"), 400},
      {"a host with a space", with_host("a b"), 400},
      {"a host with a path", with_host("a/b"), 400},
      {"a host with a user", with_host("u@a"), 400},
      {"a host with markup", with_host("a\"><b>"), 400},
      {"a host with a query", with_host("a?b"), 400},
      {"a URL as host", with_host("http://a"), 400},
      {"an odd port", with_host("a:b"), 400},
      {"a large port", with_host("a:65536"), 400},
      {"two ports", with_host("a:1:2"), 400},
      {"half an IPv6 address", with_host("[::1"), 400},
      {"text after an IPv6 address", with_host("[::1]a"), 400},
      // Other fields.
      {"no colon", get + "A\r\n\r\n", 400},
      {"no name", get + ": b\r\n\r\n", 400},
      {"a space in a name", get + "A b: c\r\n\r\n", 400},
      {"a space before the colon", get + "Content-Length : 3\r\n\r\nabc", 400},
      {"a space before the first name", line + " Host: a\r\n\r\n", 400},
      {"a NUL in a name", get + std::string("A\0: b\r\n\r\n", 9), 400},
      {"a NUL in a value", get + std::string("A: b\0\r\n\r\n", 9), 400},
      {"a bare CR in a value", get + "A: b\rC: d\r\n\r\n", 400},
      {"a bare LF after a value", get + "A: b\nC: d\r\n\r\n", 400},
      {"many fields", get + flood + end, 431},
      {"a field of a MB",
       get + "A: " + std::string(1'000'000, 'a') + "\r\n\r\n", 431},
      // Content-Length.
      {"no number", with_length("x"), 400},
      {"an empty length", with_length(""), 400},
      {"a negative length", with_length("-3"), 400},
      {"a length with a sign", with_length("+3"), 400},
      {"a length in hex", with_length("0x3"), 400},
      {"a length with a space", with_length("3 3"), 400},
      {"a fraction", with_length("3.0"), 400},
      {"a list of lengths", with_length("3, 4"), 400},
      {"a length beyond 64 bits", with_length("18446744073709551619"), 400},
      {"two lengths", with_length("3\r\nContent-Length: 4"), 400},
      {"a large body", with_length("99999999999"), 413},
      // Transfer-Encoding.
      {"length and chunks", with_coding("chunked\r\nContent-Length: 3"), 400},
      {"chunks and length",
       post + "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n"
              "0\r\n\r\n",
       400},
      {"another coding and a length",
       with_coding("identity\r\nContent-Length: 5"), 400},
      {"an unknown coding", with_coding("xchunked"), 400},
      {"identity", with_coding("identity"), 400},
      {"an empty coding", with_coding(""), 400},
      {"a coding after chunks", with_coding("chunked, gzip"), 400},
      {"a coding before chunks", with_coding("gzip, chunked"), 400},
      {"chunks twice", with_coding("chunked, chunked"), 400},
      {"a parameter", with_coding("chunked;a=b"), 400},
      {"a quoted coding", with_coding("\"chunked\""), 400},
      {"two fields", with_coding("chunked\r\nTransfer-Encoding: chunked"), 400},
      {"a vertical tab",
       with_coding("\x0b"
                   "chunked"),
       400},
      {"chunks of HTTP/1.0",
       "POST /echo HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
       400},
      // Chunks.
      {"no size", chunked + "zz\r\n", 400},
      {"an empty size", chunked + "\r\nabc\r\n0\r\n\r\n", 400},
      {"a negative size", chunked + "-1\r\nabc\r\n0\r\n\r\n", 400},
      {"a size with a sign", chunked + "+3\r\nabc\r\n0\r\n\r\n", 400},
      {"a size with a mark", chunked + "0x3\r\nabc\r\n0\r\n\r\n", 400},
      {"a size of 17 digits", chunked + "10000000000000003\r\nabc\r\n", 400},
      {"a space before the size", chunked + " 3\r\nabc\r\n0\r\n\r\n", 400},
      {"a bare LF after the size", chunked + "3\nabc\r\n0\r\n\r\n", 400},
      {"a chunk with more bytes", chunked + "3\r\nabcd\r\n0\r\n\r\n", 400},
      {"no line end after a chunk", chunked + "3\r\nabc0\r\n\r\n", 400},
      {"a bare LF after a chunk", chunked + "3\r\nabc\n0\r\n\r\n", 400},
      {"an odd field after chunks", chunked + "0\r\na b\r\n\r\n", 400},
      {"a large body in chunks",
       chunked + "200000\r\n" + std::string(0x200000, 'a') + "\r\n0\r\n\r\n",
       413},
  };
  EXPECT_GT(cases.size(), 60U);
  for (const OddCase& odd : cases) {
    HttpClient client(server.port());
    client.send(odd.bytes + "GET /hello HTTP/1.1\r\nHost: a\r\n\r\n");
    HttpAnswer answer = client.read();
    EXPECT_EQ(answer.status, odd.status) << odd.name;
    EXPECT_TRUE(answer.body.ends_with(".\n")) << odd.name << answer.body;
    EXPECT_EQ(answer.header("connection"), "close") << odd.name;
    EXPECT_EQ(client.rest(), "") << odd.name;
  }
  EXPECT_EQ(server.get("/hello").status, 200);
}

TEST(Connection, HalfARequestIsRefusedWhenItsTimeIsOver) {
  ServerOptions options;
  options.head_time = milliseconds(100);
  options.body_time = milliseconds(100);
  TestServer server(echo_router(), options);
  const std::string post = "POST /echo HTTP/1.1\r\nHost: a\r\n";
  for (const std::string& half :
       {std::string("G"), std::string("GET /hello HTT"),
        std::string("GET /hello HTTP/1.1\r\nHost: a\r\n"),
        post + "Content-Length: 10\r\n\r\nabc",
        post + "Transfer-Encoding: chunked\r\n\r\n",
        post + "Transfer-Encoding: chunked\r\n\r\n3\r\nab",
        post + "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n"}) {
    HttpClient client(server.port());
    client.send(half);
    EXPECT_EQ(client.read().status, 408) << half;
    EXPECT_EQ(client.rest(), "") << half;
  }
}

TEST(Connection, OddRequestsWithACertainEndAreAnsweredInTheirOrder) {
  TestServer server(echo_router());
  const std::string post = "POST /echo HTTP/1.1\r\nHost: a\r\n";
  const struct {
    std::string bytes;
    int status;
    std::string_view body;
  } kCases[] = {
      {"GET /../../etc/passwd HTTP/1.1\r\nHost: a\r\n\r\n", 404, ""},
      {"GET /%2e%2e/etc/passwd HTTP/1.1\r\nHost: a\r\n\r\n", 404, ""},
      {"GET /hello%00 HTTP/1.1\r\nHost: a\r\n\r\n", 404, ""},
      {"BREW /hello HTTP/1.1\r\nHost: a\r\n\r\n", 405, ""},
      {"get /hello HTTP/1.1\r\nHost: a\r\n\r\n", 405, ""},
      {"\r\n\r\nGET /hello HTTP/1.1\r\nHost: a\r\n\r\n", 200, "hello\n"},
      {"GET /hello HTTP/1.1\r\nhOST:a\r\n\r\n", 200, "hello\n"},
      {"GET /hello HTTP/1.1\r\nHost:\t a \t\r\n\r\n", 200, "hello\n"},
      {"GET /host HTTP/1.1\r\nHost: [::1]:80\r\n\r\n", 200,
       "http://[::1]:80\n"},
      {"GET http://b:81/host HTTP/1.1\r\nHost: a\r\n\r\n", 200,
       "http://b:81\n"},
      {"GET http://b?x HTTP/1.1\r\nHost: a\r\n\r\n", 404, ""},
      {"GET /host HTTP/1.1\r\nHost: a_b.example\r\nX-Forwarded-Proto: "
       "https\r\n\r\n",
       200, "https://a_b.example\n"},
      {post + "Content-Length: 03\r\n\r\nabc", 200, "[abc]\n"},
      {post + "Transfer-Encoding: Chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n", 200,
       "[abc]\n"},
      {post + "Transfer-Encoding: chunked\r\n\r\n3;a=\"b\"\r\nabc\r\n"
              "0\r\nA: b\r\n\r\n",
       200, "[abc]\n"},
      {post + "Content-Length: 0\r\n\r\n", 200, "[]\n"},
      {"GET /hello HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc", 200,
       "hello\n"},
      {"OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n", 204, ""},
  };
  for (const auto& odd : kCases) {
    HttpClient client(server.port());
    client.send(odd.bytes + "GET /hello HTTP/1.1\r\nHost: a\r\n\r\n");
    HttpAnswer answer = client.read();
    EXPECT_EQ(answer.status, odd.status) << odd.bytes;
    EXPECT_TRUE(odd.body.empty() || answer.body == odd.body) << odd.bytes;
    EXPECT_EQ(client.read().body, "hello\n") << odd.bytes;
  }
}

// A limit of time may pass while bytes have come that nobody has looked at yet:
// there is nothing to cancel then, and the next read must not go on for ever.
TEST(Connection, ATimeLimitIsNotLostWhileBytesTrickleIn) {
  ServerOptions options;
  options.head_time = milliseconds(150);
  options.body_time = milliseconds(150);
  options.on_access = [](const Access&) {
    // The thread of the server has no time: bytes wait, and limits pass.
    std::this_thread::sleep_for(milliseconds(60));
  };
  TestServer server(echo_router(), options);
  const std::string post = "POST /echo HTTP/1.1\r\nHost: a\r\n";
  const std::string kFronts[] = {
      "GET /hello HTTP/1.1\r\nHost: a\r\nA: ",
      post + "Content-Length: 100000\r\n\r\n",
      post + "Transfer-Encoding: chunked\r\n\r\n100000\r\n",
      "GET hello HTTP/1.1\r\nHost: a\r\n\r\n",  // lingers
  };
  std::vector<std::unique_ptr<HttpClient>> slow;
  for (int i = 0; i < 10; ++i) {
    for (const std::string& front : kFronts) {
      slow.push_back(std::make_unique<HttpClient>(server.port()));
      slow.back()->send(front);
    }
  }
  std::atomic<bool> stop = false;
  std::thread busy([&] {
    while (!stop) (void)server.get("/hello");
  });
  // Fewer bytes than the bodies and the head may have.
  auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  size_t open = slow.size();
  while (open > 0 && std::chrono::steady_clock::now() < end) {
    open = 0;
    for (auto& client : slow) {
      if (client != nullptr && !client->send("a")) client = nullptr;
      open += client != nullptr ? 1 : 0;
    }
    std::this_thread::sleep_for(milliseconds(5));
  }
  stop = true;
  busy.join();
  EXPECT_EQ(open, 0U) << server.metrics();
}

}  // namespace
}  // namespace wax::serve
