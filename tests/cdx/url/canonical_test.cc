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

}  // namespace
}  // namespace wax::cdx
