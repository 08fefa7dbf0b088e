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
      {"ABCD", false, "", "", ""},
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
  std::string block(3 * kMaxHttpHead, 'x');
  io::MemorySource body(block);
  BlockHead head;
  head.read(body);
  EXPECT_EQ(head.raw().size(), kMaxHttpHead);
  EXPECT_EQ(body.peek(1).size(), 2 * kMaxHttpHead);
}

}  // namespace
}  // namespace wax::warc
