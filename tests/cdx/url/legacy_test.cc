#include <gtest/gtest.h>

#include <string>

#include "cdx/url/url_key.h"

namespace wax::cdx {
namespace {

std::string legacy(std::string_view url) {
  std::string key;
  return append_legacy_key(url, key) ? key : "refused";
}

TEST(Legacy, KeepsOrderAndTrailingSlash) {
  EXPECT_EQ(legacy("http://www.Example.com/A/?b=2&a=1"),
            "example.com/a/?b=2&a=1");
  EXPECT_EQ(legacy("http://example.com"), "example.com/");
}

TEST(Legacy, UndoesEscapesOnce) {
  EXPECT_EQ(legacy("http://h/%7Ea%2Fb%2525"), "h/~a/b%25");
  EXPECT_EQ(legacy("http://h/a%20b+c?d%20e+f"), "h/a+b+c?d%20e%20f");
  EXPECT_EQ(legacy("http://h/\xc3\xa9?%C3%A9"), "h/%C3%A9?%C3%A9");
  EXPECT_EQ(legacy("http://h/{a}^?{a}^"), "h/%7Ba%7D%5E?{a}^");
}

TEST(Legacy, ReplacesBytesThatAreNotUtf8) {
  EXPECT_EQ(legacy("http://h/%E9"), "h/%EF%BF%BD");
  EXPECT_EQ(legacy("http://h/\xe9"), "h/%EF%BF%BD");
}

TEST(Legacy, DropsTheDefaultPortOfTheScheme) {
  EXPECT_EQ(legacy("https://h:443/"), "h/");
  EXPECT_EQ(legacy("https://h:80/"), "h:80/");
  EXPECT_EQ(legacy("ftp://h:21/"), "h/");
  EXPECT_EQ(legacy("ftps://h:21/"), "h:21/");
  EXPECT_EQ(legacy("h:8080/"), "h:8080/");
}

TEST(Legacy, DropsEmptyEndsOfQueries) {
  EXPECT_EQ(legacy("http://h/a?"), "h/a");
  EXPECT_EQ(legacy("http://h/a?&"), "h/a");
  EXPECT_EQ(legacy("http://h/a?&b"), "h/a?b");
  EXPECT_EQ(legacy("http://h/a?b&"), "h/a?b");
}

TEST(Legacy, DropsParentsAboveTheRoot) {
  EXPECT_EQ(legacy("http://h/a/../../b/."), "h/b/");
  EXPECT_EQ(legacy("http://h/%2e%2e/a//b"), "h/a/b");
}

TEST(Legacy, RefusesInvalidHosts) {
  for (const char* url : {"", "http://", "http://a..b/", "http://[::1]/",
                          "http://a b/", "urn:uuid:1", "http://h:0/"}) {
    EXPECT_EQ(legacy(url), "refused") << url;
  }
}

TEST(Legacy, KeepsDnsUrls) {
  EXPECT_EQ(legacy("dns:WWW.example.com"), "dns:WWW.example.com");
}

}  // namespace
}  // namespace wax::cdx
