#include <gtest/gtest.h>

#include <string>

#include "cdx/url/url_key.h"

namespace wax::cdx {
namespace {

std::string surt(std::string_view url, const SurtOptions& options = {}) {
  std::string key;
  return append_surt(url, options, key) ? key : "refused";
}

TEST(Surt, ReversesTheHost) {
  EXPECT_EQ(surt("http://www.Example.com:80/A/?b=1&A=2#c"),
            "com,example)/a?a=2&b=1");
  EXPECT_EQ(surt("https://a.b:8443"), "b,a:8443)/");
  EXPECT_EQ(surt("http://10.0.258/"), "2,1,0,10)/");
}

TEST(Surt, KeepsUrlsWithoutAHost) {
  EXPECT_EQ(surt("urn:uuid:1234-ABCD"), "urn:uuid:1234-abcd");
  EXPECT_EQ(surt("dns:www.Example.com"), "dns:www.example.com");
}

TEST(Surt, WritesADashForAnEmptyUrl) { EXPECT_EQ(surt(""), "-"); }

TEST(Surt, KeepsFiledescUrlsAsOneField) {
  EXPECT_EQ(surt("filedesc:Foo Bar.arc"), "filedesc:Foo%20Bar.arc");
}

TEST(Surt, FollowsItsOptions) {
  SurtOptions options;
  options.with_scheme = true;
  options.trailing_comma = true;
  options.fold.host_massage = false;
  EXPECT_EQ(surt("ftp://www.a.b/", options), "ftp://(b,a,www,)/");
  options = {};
  options.reverse_ipv4 = false;
  EXPECT_EQ(surt("http://1.2.3.4/", options), "1.2.3.4)/");
}

TEST(Surt, ABackslashEndsTheHostOfAWebUrl) {
  EXPECT_EQ(surt("http://www.valley.example\\booking.php"),
            "example,valley)/booking.php");
  EXPECT_EQ(surt("https://valley.example:8080\\a/b"),
            "example,valley:8080)/a/b");
  EXPECT_EQ(surt("http:\\\\valley.example\\a"), "example,valley)/a");
  EXPECT_EQ(surt("valley.example\\a"), "example,valley)/a");
}

TEST(Surt, IsTurnedBackIntoAHost) {
  EXPECT_EQ(unsurt("com,example,a)/b?c=)/"), "a.example.com/b?c=)/");
  EXPECT_EQ(unsurt("com,example)"), "com,example)");
}

}  // namespace
}  // namespace wax::cdx
