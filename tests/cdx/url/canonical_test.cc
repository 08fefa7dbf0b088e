#include "cdx/url/canonical.h"

#include <gtest/gtest.h>

#include <string>

namespace wax::cdx {
namespace {

std::string normal(std::string path) {
  normalize_path(path);
  return path;
}

std::string sorted(std::string query) {
  sort_query(query);
  return query;
}

TEST(Canonical, ResolvesDotsAndJoinsSlashesOfPaths) {
  EXPECT_EQ(normal(""), "/");
  EXPECT_EQ(normal("/a/./b/../c"), "/a/c");
  EXPECT_EQ(normal("//a///b//"), "/a/b/");
  EXPECT_EQ(normal("/a/."), "/a");
  EXPECT_EQ(normal("/.../a"), "/.../a");
}

TEST(Canonical, CountsEmptySegmentsAsParents) {
  EXPECT_EQ(normal("/a//../b"), "/a/b");
}

TEST(Canonical, KeepsParentsAboveTheRoot) {
  EXPECT_EQ(normal("/../a"), "/../a");
  EXPECT_EQ(normal("/../../a"), "/a");
  EXPECT_EQ(normal("/a/../../../b"), "/b");
}

TEST(Canonical, SortsQueriesByNameAndValue) {
  EXPECT_EQ(sorted("b&a"), "a&b");
  EXPECT_EQ(sorted("a=&a"), "a&a=");
  EXPECT_EQ(sorted("a-b=1&a=2"), "a=2&a-b=1");
  EXPECT_EQ(sorted("a=1&"), "&a=1");
  EXPECT_EQ(sorted("&"), "&");
}

TEST(Canonical, DropsTheDefaultPortOfTheScheme) {
  EXPECT_EQ(default_port("HTTP"), 80);
  EXPECT_EQ(default_port("https"), 443);
  EXPECT_EQ(default_port("ftp"), 0);
}

TEST(Canonical, ChangesNothingWhenOrdinaryUrlsAreFoldedAgain) {
  for (const char* text : {"http://www.A.com/B/?Q=1&A", "ftp://h:21/x/"}) {
    Url url;
    ASSERT_TRUE(parse(text, url));
    canonicalize(url);
    fold(url);
    std::string once = print(url);
    fold(url);
    EXPECT_EQ(print(url), once);
  }
}

std::string query(std::string text) {
  strip_query_session_id(text);
  return text;
}

std::string path(std::string text) {
  strip_path_session_id(text);
  return text;
}

const std::string k24(24, 'a');
const std::string k32(32, 'a');

TEST(SessionId, IsDroppedFromQueries) {
  EXPECT_EQ(query("sid=" + k32), "");
  EXPECT_EQ(query("x=1&sid=" + k32), "x=1&");
  EXPECT_EQ(query("foosid=" + k32 + "&bar"), "foobar");
  EXPECT_EQ(query("sid=" + k32 + "a"), "sid=" + k32 + "a");
  EXPECT_EQ(query("SID=" + k32 + "&a&sid=" + k32), "SID=" + k32 + "&a&");
  EXPECT_EQ(query("cfid=cfid=1&CFTOKEN=2&x"), "cfid=x");
  EXPECT_EQ(query("cfid=1&cftoken="), "cfid=1&cftoken=");
}

TEST(SessionId, IsDroppedFromPathsOfAspxPages) {
  EXPECT_EQ(path("/(" + k24 + ")/a.aspx"), "/a.aspx");
  EXPECT_EQ(path("/x/(S(" + k24 + ")T(" + k24 + "))/a.ASPX?b"), "/x/a.ASPX?b");
  EXPECT_EQ(path("/(" + k24 + ")/.aspx"), "/(" + k24 + ")/.aspx");
  EXPECT_EQ(path("/(" + k24 + ")/.aspx/b.aspx"), "/.aspx/b.aspx");
  EXPECT_EQ(path("/(" + k24 + ")/?a.aspx"), "/(" + k24 + ")/?a.aspx");
  EXPECT_EQ(path("/()/a.aspx"), "/()/a.aspx");
}

TEST(SessionId, IsDroppedByTheRulesOfWayback) {
  std::string url = "http://h/?sid=" + k32 + "b";
  strip_legacy_session_id(url);
  EXPECT_EQ(url, "http://h/?b");
  url = "http://h/?cfid=1&cftoken=2&jsessionid=3&x";
  strip_legacy_session_id(url);
  EXPECT_EQ(url, "http://h/?x");
}

TEST(SessionId, IsFoundInLinearTime) {
  std::string text;
  for (int i = 0; i < 200000; ++i) text += "cfid=";
  EXPECT_EQ(query(text), text);
  text = "/";
  for (int i = 0; i < 40000; ++i) text += "(a(" + k24 + ")/";
  text += ".aspx";
  EXPECT_EQ(path(text), text);
}

}  // namespace

}  // namespace wax::cdx
