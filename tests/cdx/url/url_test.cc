#include "cdx/url/url.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace wax::cdx {
namespace {

TEST(Url, IsParsedIntoItsParts) {
  Url url;
  ASSERT_TRUE(parse(" ht\ttp://u:p@Host:8080/a?b?c#d#e\n", url));
  EXPECT_EQ(url.scheme, "http");
  EXPECT_EQ(url.host, "host");
  EXPECT_EQ(url.port, 8080);
  EXPECT_EQ(url.path, "/a");
  EXPECT_EQ(url.query, "b?c");
  EXPECT_EQ(url.fragment, "d#e");
}

TEST(Url, AcceptsOddSchemes) {
  const std::pair<const char*, const char*> cases[] = {
      {"example.com/a", "http://example.com/a"},
      {"http://https://h/", "https://h/"},
      {"http:h/p", "http://h/p"},
      {"http:////h/p", "http://h/p"},
      {"h:80/x", "h:80/x"},
      {"urn:a:b", "urn:a:b"},
      {"http://[::1]:81/", "http://::1:81/"},
      {"http://h:/", "http://h/"},
      {"http://h:0/", "http://h/"},
      {"http://", "http:"},
      {"x:?q", "x:/?q"}};
  for (auto [text, printed] : cases) {
    Url url;
    EXPECT_TRUE(parse(text, url)) << text;
    EXPECT_EQ(print(url), printed);
  }
}

TEST(Url, RefusesInvalidPortsAndBlankText) {
  Url url;
  for (const char* text : {"http://h:x/", "http://h:65536/", "http://h:-1/",
                           "http://h: 80/", "http://h:1:2/", "", " \t\r\n"}) {
    EXPECT_FALSE(parse(text, url)) << text;
  }
}

TEST(Url, KeepsNothingOfTheUrlBefore) {
  Url url;
  ASSERT_TRUE(parse("http://h:8080/a?b#c", url));
  ASSERT_TRUE(parse("urn:x", url));
  EXPECT_EQ(print(url), "urn:x");
}

}  // namespace
}  // namespace wax::cdx
