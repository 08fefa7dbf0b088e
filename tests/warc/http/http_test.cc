#include "warc/http/http.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>

#include "tests/support/seed.h"
#include "tests/support/trickle_source.h"

namespace wax::warc {
namespace {

using tests::TrickleSource;

struct StatusCase {
  const char* line;
  int status;
  const char* reason;
};

TEST(HttpHead, StatusLinesComeInManyForms) {
  const StatusCase cases[] = {
      {"HTTP/1.1 200 OK", 200, "OK"},
      {"HTTP/1.1 200", 200, ""},
      {"HTTP/1.1 200 ", 200, ""},
      {"HTTP/1.0 404 Not Found here", 404, "Not Found here"},
      {"http/1.1 301 moved", 301, "moved"},
      {"HTTP/2 200", 200, ""},
      {"HTTP/1.1  200   OK", 200, "OK"},
      {"HTTP/1.1\t200 OK", 200, "OK"},
      {"HTTP/1.1 200OK", 200, "OK"},
      {"HTTP 200 OK", 200, "OK"},
      {" \tHTTP/1.1\t200\tOK", 200, "OK"},
      {"\r\n\n http/1.0 200", 200, ""},
      {"ICY 200 OK", 200, "OK"},
      {"HTTP/1.1 OK", -1, "OK"},
      {"HTTP/1.1 -200 OK", -1, "-200 OK"},
      {"HTTP/1.1 99999999999 OK", -1, "OK"},
      {"HTTP/1.1", -1, ""},
      {"HTTP/", -1, ""}};
  for (const StatusCase& c : cases) {
    for (const char* end : {"\r\n", "\n"}) {
      SCOPED_TRACE(c.line);
      std::string message =
          c.line + std::string(end) + "A: 1" + end + end + "b";
      io::MemorySource body(message);
      std::string buffer;
      HttpHead head;
      ASSERT_TRUE(read_http_head(body, buffer, head));
      EXPECT_TRUE(head.is_response);
      EXPECT_FALSE(head.is_request);
      EXPECT_EQ(head.status, c.status);
      EXPECT_EQ(head.reason, c.reason);
      EXPECT_TRUE(head.complete);
      EXPECT_EQ(head.headers.find("a"), "1");
      EXPECT_EQ(head.raw, message.substr(0, message.size() - 1));
      EXPECT_EQ(body.peek(1), "b");
    }
  }
}

struct RequestCase {
  const char* line;
  const char* method;
  const char* target;
};

TEST(HttpHead, RequestLinesAreTakenApart) {
  const RequestCase cases[] = {
      {"GET / HTTP/1.1", "GET", "/"},
      {"POST /a?b=c HTTP/1.0", "POST", "/a?b=c"},
      {"GET /a b c HTTP/1.1", "GET", "/a b c"},
      {"get http://a.example/ http/1.1", "get", "http://a.example/"},
      {"M-SEARCH * HTTP/1.1", "M-SEARCH", "*"},
      {"GET  HTTP/1.1", "GET", ""}};
  for (const RequestCase& c : cases) {
    SCOPED_TRACE(c.line);
    io::MemorySource body(c.line);
    std::string buffer;
    HttpHead head;
    ASSERT_TRUE(read_http_head(body, buffer, head));
    EXPECT_TRUE(head.is_request);
    EXPECT_FALSE(head.is_response);
    EXPECT_EQ(head.method, c.method);
    EXPECT_EQ(head.target, c.target);
    EXPECT_FALSE(head.complete);
  }
}

TEST(HttpHead, OtherBlocksAreLeftAlone) {
  for (std::string_view block :
       {"", "\r\n", "<html>\r\n\r\n", "HTTP is a protocol\r\n\r\n",
        "ICY winds from the north\r\n", "HTTPS/1.1 200 OK\r\n",
        "GET /without/version\r\n\r\n", "software: x\r\nformat: y\r\n",
        "\r\n\r\nA: b\r\n\r\n", " HTTPS", "HTT"}) {
    SCOPED_TRACE(block);
    TrickleSource body(block, 1);
    std::string buffer;
    HttpHead head;
    EXPECT_FALSE(read_http_head(body, buffer, head));
    EXPECT_EQ(body.rest(), block);
    EXPECT_TRUE(head.start_line.empty());
  }
}

struct EndCase {
  const char* fact;
  const char* block;
  bool complete;
  const char* rest;
  size_t fields;
};

TEST(HttpHead, EndsAtTheBlankLineOrWithTheBlock) {
  const EndCase cases[] = {
      {"no fields", "HTTP/1.1 200 OK\r\n\r\nbody", true, "body", 0},
      {"mixed line ends", "HTTP/1.1 200 OK\nA: 1\r\n\nbody", true, "body", 1},
      {"an empty body", "HTTP/1.1 200 OK\r\nA: 1\r\n\r\n", true, "", 1},
      {"a blank line of spaces", "HTTP/1.1 200 OK\r\nA: 1\r\n \t\r\nbody", true,
       "body", 1},
      {"no blank line", "HTTP/1.1 200 OK\r\nA: 1\r\n", false, "", 1},
      {"no end of line", "HTTP/1.1 200 OK\r\nA: 1", false, "", 1},
      {"only a status line", "HTTP/1.1 200 OK", false, "", 0},
      {"half a blank line", "HTTP/1.1 200 OK\r\nA: 1\r\n\r", false, "", 1},
      {"a body that begins with a line end", "HTTP/1.1 200 OK\r\n\r\n\r\nbody",
       true, "\r\nbody", 0}};
  for (const EndCase& c : cases) {
    for (size_t piece : {1, 2, 7, 4096}) {
      SCOPED_TRACE(c.fact);
      TrickleSource body(c.block, piece);
      std::string buffer;
      HttpHead head;
      ASSERT_TRUE(read_http_head(body, buffer, head));
      EXPECT_EQ(head.complete, c.complete);
      EXPECT_EQ(body.rest(), c.rest);
      EXPECT_EQ(head.headers.all().size(), c.fields);
    }
  }
}

TEST(HttpHead, ALongFirstLineIsNeverCutShort) {
  std::string target(100 * 1000, 'a');
  for (size_t piece : {1, 5000}) {
    std::string message = "GET /" + target + " HTTP/1.1\r\nA: 1\r\n\r\n";
    TrickleSource body(message, piece);
    std::string buffer;
    HttpHead head;
    ASSERT_TRUE(read_http_head(body, buffer, head));
    EXPECT_EQ(head.target, "/" + target);
    EXPECT_TRUE(head.complete);
  }
}

TEST(HttpHead, BytesThatAreNoMessageAreNotBuffered) {
  // As long as the limit and without a line end.
  std::string bytes(kMaxHttpHead, 'a');
  size_t most_asked_for = 0;
  class Watched final : public io::ByteSource {
   public:
    Watched(std::string_view rest, size_t& most) : rest_(rest), most_(&most) {}
    std::string_view peek(size_t at_least) override {
      *most_ = std::max(*most_, at_least);
      return rest_.substr(0, std::max<size_t>(at_least, 100));
    }
    void consume(size_t n) override { rest_.remove_prefix(n); }

   private:
    std::string_view rest_;
    size_t* most_;
  } body(bytes, most_asked_for);
  std::string buffer;
  HttpHead head;
  EXPECT_FALSE(read_http_head(body, buffer, head));
  EXPECT_LE(most_asked_for, 4096U);
}

TEST(HttpHead, AHugeHeadIsCutAtAWholeLine) {
  std::string message = "HTTP/1.1 200 OK\r\n";
  while (message.size() < kMaxHttpHead + 100) {
    message += "X-" + std::to_string(message.size()) + ": 0123456789\r\n";
  }
  message += "\r\nbody";
  TrickleSource body(message, 4096);
  std::string buffer;
  HttpHead head;
  ASSERT_TRUE(read_http_head(body, buffer, head));
  EXPECT_FALSE(head.complete);
  EXPECT_LE(head.raw.size(), kMaxHttpHead);
  EXPECT_GT(head.raw.size(), kMaxHttpHead - 100);
  EXPECT_TRUE(head.raw.ends_with("\r\n"));
  EXPECT_EQ(body.rest(), "body");
  EXPECT_EQ(head.headers.all().back().value, "0123456789");
}

TEST(HttpHead, TheRestOfAHugeHeadIsPassedOver) {
  std::string message = "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n";
  while (message.size() < 3 * kMaxHttpHead) message += "A: 0123456789\r\n";
  message += "\r\n";
  const std::string block = message + "body\n\n";
  TrickleSource body(block, 4096);
  std::string buffer;
  HttpHead head;
  std::string all;
  ASSERT_TRUE(read_http_head(body, buffer, head,
                             [&](std::string_view bytes) { all += bytes; }));
  EXPECT_TRUE(head.cut);
  EXPECT_EQ(head.status, 200);
  EXPECT_EQ(all, message);
  EXPECT_EQ(body.rest(), "body\n\n");
}

TEST(HttpHead, TheOneBehindInterimHeadsCounts) {
  io::MemorySource body(
      "HTTP/1.1 100 Continue\r\nA: 1\r\n\r\nHTTP/1.1 102 Processing\r\n\r\n"
      "HTTP/1.1 404 Not Found\r\nB: 2\r\n\r\nbody");
  std::string buffer;
  HttpHead head;
  ASSERT_TRUE(read_http_head(body, buffer, head));
  EXPECT_EQ(head.status, 404);
  EXPECT_EQ(head.start_line, "HTTP/1.1 404 Not Found");
  EXPECT_FALSE(head.headers.find("A"));
  EXPECT_EQ(head.headers.find("B"), "2");
  EXPECT_TRUE(head.raw.starts_with("HTTP/1.1 100"));
  EXPECT_EQ(body.peek(4), "body");
}

TEST(HttpHead, AHeadJustWithinTheLimitIsWhole) {
  std::string message = "HTTP/1.1 200 OK\r\nA: ";
  message.append(kMaxHttpHead - message.size() - 4, 'a');
  message += "\r\n\r\nbody";
  io::MemorySource body(message);
  std::string buffer;
  HttpHead head;
  ASSERT_TRUE(read_http_head(body, buffer, head));
  EXPECT_TRUE(head.complete);
  EXPECT_EQ(body.peek(4), "body");
}

TEST(HttpHead, AHeadIsReadIntoAUsedOne) {
  std::string buffer;
  HttpHead head;
  io::MemorySource response("HTTP/1.1 200 OK\r\nA: 1\r\n\r\n");
  ASSERT_TRUE(read_http_head(response, buffer, head));
  io::MemorySource request("GET / HTTP/1.1\r\n");
  ASSERT_TRUE(read_http_head(request, buffer, head));
  EXPECT_FALSE(head.is_response);
  EXPECT_EQ(head.status, -1);
  EXPECT_FALSE(head.headers.find("A"));
  io::MemorySource neither("x");
  EXPECT_FALSE(read_http_head(neither, buffer, head));
  EXPECT_FALSE(head.is_request);
}

TEST(HttpHead, AnyBytesAreRead) {
  const unsigned seed = tests::seed_of_test();
  std::mt19937 random(seed);
  const std::string_view letters = "HTP/1. 20\r\n:GE\0\xff";
  std::string buffer;
  HttpHead head;
  for (int round = 0; round < 5000; ++round) {
    std::string block = random() % 2 == 0 ? "HTTP/1.1 200 OK\r\n" : "";
    size_t size = random() % 60;
    for (size_t i = 0; i < size; ++i) {
      block += letters[random() % letters.size()];
    }
    TrickleSource body(block, 1 + random() % 5);
    bool read = read_http_head(body, buffer, head);
    EXPECT_EQ(head.raw.size() + body.rest().size(), block.size());
    EXPECT_EQ(read, head.is_request || head.is_response);
  }
}

}  // namespace
}  // namespace wax::warc
