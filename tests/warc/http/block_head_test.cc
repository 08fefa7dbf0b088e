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
      {" HTTP/1.1 200 OK\r\nContent-Type: a/b\r\n\r\n", true, "HTTP/1.1", "a/b",
       ""},
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
      {"\r\nHTTP/1.1 200 OK\r\n\r\n", false, "", "", "HTTP/1.1 200 OK\r\n\r\n"},
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

TEST(BlockHead, OfAnEndlessHeadTakesAMebibyte) {
  std::string block = "HTTP/1.1 200 OK\r\nA: ";
  block.append(3 * kMaxHttpHead - block.size(), 'x');
  io::MemorySource body(block);
  BlockHead head;
  head.read(body);
  EXPECT_TRUE(head.cut());
  EXPECT_EQ(head.raw().size(), kMaxHttpHead);
  EXPECT_EQ(body.peek(1).size(), 2 * kMaxHttpHead);
  head.pass_over_rest(body);
  EXPECT_EQ(body.peek(1), "");
}

TEST(BlockHead, TheRestOfALongHeadCanBePassedOver) {
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
    head.pass_over_rest(body);
    EXPECT_EQ(body.peek(1), "\nbody\n\n") << more;
  }
}

}  // namespace
}  // namespace wax::warc
