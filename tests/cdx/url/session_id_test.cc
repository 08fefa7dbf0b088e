#include "cdx/url/session_id.h"

#include <gtest/gtest.h>

#include <string>

namespace wax::cdx {
namespace {

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
