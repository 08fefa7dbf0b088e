#include "warc/http/media_type.h"

#include <gtest/gtest.h>

namespace wax::warc {
namespace {

TEST(MediaType, TypesAndTheirParameters) {
  for (const char* text :
       {"text/html", "application/http; msgtype=response",
        "application/http;msgtype=response", "text/html ; charset=utf-8",
        "text/html;", "a/b;c=\"d;e \\\" f\"", "image/svg+xml",
        "multipart/mixed; boundary=\"x\"; y=z"}) {
    EXPECT_TRUE(is_media_type(text)) << text;
  }
}

TEST(MediaType, WhatIsNone) {
  for (const char* text :
       {"", "text", "text/", "/html", "no-type", "text/html; charset",
        "text/html charset=utf-8", "text/ht ml", "text/html; a=b c",
        "text/html; a=\"b", "te xt/html", "text/html, text/plain",
        "imag\xd1m)"}) {
    EXPECT_FALSE(is_media_type(text)) << text;
  }
}

TEST(MediaType, Tokens) {
  EXPECT_TRUE(is_token("WARC-Type"));
  EXPECT_TRUE(is_token("x"));
  for (const char* text : {"", "a b", "a:b", "a/b", "\xc3\xa4"}) {
    EXPECT_FALSE(is_token(text)) << text;
  }
}

TEST(MediaType, EndsAtParameters) {
  EXPECT_EQ(media_type(" text/html ; charset=x", ";"), "text/html");
  EXPECT_EQ(media_type("text html", "; "), "text");
  EXPECT_EQ(media_type("; x", ";"), "");
  EXPECT_EQ(media_type("  ", ";"), "");
}

}  // namespace
}  // namespace wax::warc
