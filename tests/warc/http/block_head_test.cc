#include "warc/http/block_head.h"

#include <gtest/gtest.h>

#include "warc/http/http.h"

namespace wax::warc {
namespace {

struct Case {
  std::string block;
  bool is_http;
  std::string status;
  std::string type;  // Content-Type
  std::string left;  // what stays unread
};

TEST(BlockHead, TakesWhateverComesFirstForAStartLine) {
  const Case cases[] = {
      {"HTTP/1.1 200 OK\r\nContent-Type: a/b\r\n\r\nbody", true, "200", "a/b",
       "body"},
      {"HTTP/1.1 200 OK\nContent-Type: a/b\n\nbody", true, "200", "a/b",
       "body"},
      {"HTTP/1.1  404\r\n\r\n", true, "404", "", ""},
      {" HTTP/1.1 200 OK\r\nContent-Type: a/b\r\n\r\n", true, "200", "a/b", ""},
      {"\r\n\r\nhttp/1.1\t200\tOK\r\nContent-Type: a/b\r\n\r\nbody", true,
       "200", "a/b", "body"},
      {"ICY 200 OK\r\nContent-Type: a/b\r\n\r\nbody", true, "200", "a/b",
       "body"},
      {"HTTP/1.0 200 OK\r\r\nContent-Type: a/b\r\n\r\nbody", true, "200", "a/b",
       "body"},
      {"foo\r\nContent-Type: a/b\r\n\r\nbody", true, "", "a/b", "body"},
      {"Content-Type: text/html;\r\n\r\nbody", true, "text/html;", "", "body"},
      {"HTTP/1.1 200 OK", true, "200", "", ""},
      {"HTTP/1.1 200 OK\r\nContent-Type: a/b", true, "200", "a/b", ""},
      {"ABCD", false, "", "", "ABCD"},
      {"<p>a: b</p>\nc: d\n\nbody", false, "", "", "<p>a: b</p>\nc: d\n\nbody"},
      {"some words\nmore words\na: b\n\nbody", false, "", "",
       "some words\nmore words\na: b\n\nbody"},
      {"GET / HTTP/1.1\r\n\r\n", true, "/", "", ""},
      {"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early\r\nLink: a\r\n\r\n"
       "HTTP/1.1 200 OK\r\nContent-Type: a/b\r\n\r\nbody",
       true, "200", "a/b", "body"},
      {"HTTP/1.1 100 Continue\r\n\r\nHTTP is a word", true, "100", "",
       "HTTP is a word"},
      {"HTTP/1.1 100 Continue\r\n\r\n", true, "100", "", ""},
      {"HTTP/1.1 101 Switching\r\n\r\nHTTP/1.1 200 OK\r\n\r\n", true, "101", "",
       "HTTP/1.1 200 OK\r\n\r\n"},
      {"", false, "", "", ""},
      {"\r\nHTTPS\r\n\r\n", false, "", "", "HTTPS\r\n\r\n"},
      {"\r\nA: b\r\n\r\n", false, "", "", "A: b\r\n\r\n"},
  };
  BlockHead head;
  for (const Case& c : cases) {
    io::MemorySource body(c.block);
    head.read(body);
    EXPECT_EQ(head.is_http(), c.is_http) << c.block;
    EXPECT_EQ(head.status(), c.status) << c.block;
    EXPECT_EQ(head.headers().find("content-type").value_or(""), c.type)
        << c.block;
    EXPECT_EQ(body.peek(1), c.left) << c.block;
    EXPECT_EQ(std::string(head.raw()) + std::string(body.peek(1)), c.block);
  }
}

TEST(BlockHead, HasTheMethodOfARequest) {
  io::MemorySource body("POST /a b HTTP/1.1\r\n\r\n");
  BlockHead head;
  head.read(body);
  EXPECT_EQ(head.version_or_method(), "POST");
  EXPECT_EQ(head.start_line(), "POST /a b HTTP/1.1");
  head.clear();
  EXPECT_FALSE(head.is_http());
}

TEST(BlockHead, OfAnEndlessHeadKeepsAMebibyte) {
  std::string block = "HTTP/1.1 200 OK\r\nA: ";
  block.append(3 * kMaxHttpHead - block.size(), 'x');
  io::MemorySource body(block);
  BlockHead head;
  std::string all;
  head.read(body, [&](std::string_view bytes) { all += bytes; });
  EXPECT_TRUE(head.cut());
  EXPECT_EQ(head.raw().size(), kMaxHttpHead);
  EXPECT_EQ(body.peek(1), "");
  EXPECT_EQ(all, block);
}

TEST(BlockHead, TheRestOfALongHeadIsPassedOver) {
  for (size_t more : {0, 1, 2, 3, 4, 5, 100'000, 3'000'000}) {
    std::string block = "HTTP/1.1 200 OK\r\nA: ";
    block.append(kMaxHttpHead - block.size() + more - 4, 'x');
    block += "\r\n\r\n";
    block += "\nbody\n\n";
    io::MemorySource body(block);
    BlockHead head;
    head.read(body);
    EXPECT_EQ(head.cut(), more > 0) << more;
    EXPECT_EQ(head.status(), "200");
    EXPECT_EQ(body.peek(1), "\nbody\n\n") << more;
  }
}

// Wherever the first mebibyte ends.
TEST(BlockHead, TheFieldsThatSayHowToReadTheBodyAreFoundBehindTheLimit) {
  const std::string fields =
      "content-TYPE:\r\n a/b\r\nX-Robots-Tag: a\r\nOther: c\r\n"
      "X-Robots-Tag: d\r\n\r\n";
  for (size_t before = 0; before < fields.size() + 3; ++before) {
    std::string block = "HTTP/1.1 200 OK\r\nA: ";
    block.append(kMaxHttpHead - block.size() - before, 'x');
    block.append("\r\n").append(fields).append("body");
    io::MemorySource body(block);
    BlockHead head;
    head.read(body);
    EXPECT_EQ(head.headers().find("Content-Type"), "a/b") << before;
    EXPECT_EQ(head.headers().find_all("X-Robots-Tag"),
              (std::vector<std::string_view>{"a", "d"}))
        << before;
    EXPECT_EQ(body.peek(1), "body") << before;

    io::MemorySource again(block);
    std::string buffer;
    HttpHead other;
    ASSERT_TRUE(read_http_head(again, buffer, other));
    EXPECT_EQ(other.headers.find("Content-Type"), "a/b") << before;
    EXPECT_EQ(other.headers.find_all("X-Robots-Tag").size(), 2U) << before;
    EXPECT_EQ(again.peek(1), "body") << before;
  }
}

TEST(BlockHead, OfTheRestOfALongHeadLittleIsKept) {
  std::string block = "HTTP/1.1 200 OK\r\n";
  while (block.size() < 3 * kMaxHttpHead) block += "X-Robots-Tag: none\r\n";
  block += "Content-Type: " + std::string(kMaxHttpHead, 'x') + "\r\n\r\nbody";
  io::MemorySource body(block);
  BlockHead head;
  head.read(body);
  EXPECT_LT(head.headers().all().size(), (kMaxHttpHead + 64 * 1024) / 20);
  EXPECT_FALSE(head.headers().find("Content-Type"));
  EXPECT_EQ(body.peek(1), "body");
}

}  // namespace
}  // namespace wax::warc
