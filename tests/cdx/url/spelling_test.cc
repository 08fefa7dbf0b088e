#include "cdx/url/spelling.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "cdx/url/url_key.h"

namespace wax::cdx {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;

TEST(UsualHost, IsTheAddressThatBrowsersWrite) {
  EXPECT_EQ(usual_host("0x0a000001"), "10.0.0.1");
  EXPECT_EQ(usual_host("0xa.0.1"), "10.0.0.1");
  EXPECT_EQ(usual_host("0x0a.0.0.0x1"), "10.0.0.1");
  EXPECT_EQ(usual_host("0:0:0:0:0:0:0:1"), "::1");
  EXPECT_EQ(usual_host("[2001:db8:0::1]"), "2001:db8::1");
  for (const char* mapped :
       {"::ffff:10.0.0.1", "[::ffff:10.0.0.1]", "[::ffff:a00:1]",
        "[0:0:0:0:0:ffff:0a00:0001]", "0000::ffff:a00:1"}) {
    EXPECT_EQ(usual_host(mapped), "10.0.0.1") << mapped;
  }
  EXPECT_EQ(usual_host("[::10.0.0.1]"), "::10.0.0.1");
  for (const char* other : {"example.org", "0xyz.example", "0x1ffffffff", "10",
                            "0x1.256.1", "1.0x2.3.4.5", "a:b:c", ""}) {
    EXPECT_EQ(usual_host(other), other);
  }
}

std::vector<std::string> keys(const std::string& url) {
  return keys_of_usual_spelling(url_key(UrlKeyKind::kSurt, url));
}

TEST(KeysOfUsualSpelling, AreThoseOfTheUrlThatBrowsersAskFor) {
  EXPECT_THAT(keys("http://0x0a000001/a"), ElementsAre("1,0,0,10)/a"));
  EXPECT_THAT(keys("http://0x0a.0.0.1/a"), ElementsAre("1,0,0,10)/a"));
  EXPECT_THAT(keys("http://[0:0:0:0:0:0:0:1]/a"), Contains("::1)/a"));
  for (const char* host :
       {"[::ffff:10.0.0.1]", "[::FFFF:a00:1]", "[0:0:0:0:0:ffff:0a00:0001]",
        "u@[::ffff:10.0.0.1]:80", "[::ffff:10.0.0.1]:81",
        "[::ffff:a00:1]:8080", "[0:0:0:0:0:ffff:10.0.0.1]:8080"}) {
    EXPECT_THAT(keys("http://" + std::string(host) + "/a"),
                Contains("1,0,0,10)/a"))
        << host;
  }
  EXPECT_THAT(keys("http://private.example:99999/a"),
              ElementsAre("example,private)/a"));
  EXPECT_THAT(keys("view-source:http://private.example/a"),
              ElementsAre("example,private)/a"));
}

TEST(KeysOfUsualSpelling, AreNoneOfTheUsualSpelling) {
  for (const char* url :
       {"http://example.org/a:b:c?0x1", "http://10.0.0.1/", "http://[::1]/",
        "http://example.org:8080/", "http:\\\\private.example\\q8", "urn:text:http://0x0a000001/"}) {
    EXPECT_THAT(keys(url), IsEmpty()) << url;
  }
}

TEST(UrlOfLegacyKey, HasOneScheme) {
  EXPECT_EQ(url_of_legacy_key("a.example/b"), "http://a.example/b");
  EXPECT_EQ(url_of_legacy_key("http/a.example/b"), "http://a.example/b");
  EXPECT_EQ(url_of_legacy_key("http:a.example/b"), "http://a.example/b");
  EXPECT_EQ(url_of_legacy_key("dns://a.example"), "dns://a.example");
}

TEST(LacksHost, OfTheSchemesOfWebServers) {
  EXPECT_TRUE(lacks_host("http://"));
  EXPECT_TRUE(lacks_host("HTTPS:///a"));
  EXPECT_FALSE(lacks_host("http://a"));
  EXPECT_FALSE(lacks_host("file:///a"));
}

}  // namespace
}  // namespace wax::cdx
