#include "answers/records/archived_body.h"

#include <gtest/gtest.h>

namespace wax::answers {
namespace {

TEST(ArchivedPath, HasADateAModifierAndAUrl) {
  auto path = read_archived_path("20070531203500id_/http://a.example/?b=/c");
  ASSERT_TRUE(path);
  EXPECT_EQ(path->date, "20070531203500");
  EXPECT_EQ(path->modifier, "id_");
  EXPECT_EQ(path->url, "http://a.example/?b=/c");
  path = read_archived_path("2007/http:/a.example/");
  ASSERT_TRUE(path);
  EXPECT_EQ(path->date, "2007");
  EXPECT_EQ(path->modifier, "");
  EXPECT_EQ(path->url, "http://a.example/");
  path = read_archived_path("20240113055603866mp_/http://a.example/");
  ASSERT_TRUE(path);
  EXPECT_EQ(path->date, "20240113055603");
  for (const char* bad : {"", "2007", "id_/http://a/", "207/x", "x/y"}) {
    EXPECT_FALSE(read_archived_path(bad)) << bad;
  }
}

TEST(ArchivedPath, EscapesWhatIsNoPartOfAPath) {
  EXPECT_EQ(archived_path("2007", "im_", "http://a/b c?d=\"e\"#f"),
            "2007im_/http://a/b%20c?d=%22e%22%23f");
}

TEST(HarmlessType, NoBrowserRunsIt) {
  EXPECT_EQ(harmless_type("text/html; charset=big5"),
            "text/html; charset=big5");
  EXPECT_EQ(harmless_type("text/javascript"), "text/plain; charset=utf-8");
  EXPECT_EQ(harmless_type("multipart/x-mixed-replace"),
            "application/octet-stream");
  EXPECT_EQ(harmless_type(""), "application/octet-stream");
  EXPECT_EQ(harmless_type("text/css"), "text/plain; charset=utf-8");
}

TEST(ReplayedType, WhatRunsNothingKeepsIt) {
  for (const char* type :
       {"text/css; charset=latin1", "application/json", "application/ld+json",
        "multipart/byteranges; boundary=x", "text/html"}) {
    EXPECT_EQ(replayed_type(type), type);
  }
  for (const char* type : {"text/javascript", "application/wasm"}) {
    EXPECT_EQ(replayed_type(type), harmless_type(type));
  }
  EXPECT_EQ(replayed_type("text/css;\r\nX: y"), "text/css;X: y");
}

}  // namespace
}  // namespace wax::answers
