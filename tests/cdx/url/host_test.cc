#include "cdx/url/host.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace wax::cdx {
namespace {

std::string canonical(std::string host) {
  canonicalize_host(host);
  return host;
}

TEST(Host, WritesAllFormsOfIpv4AsFourNumbers) {
  const std::pair<const char*, const char*> cases[] = {
      {"127.1", "127.0.0.1"},
      {"10.0.258", "10.0.1.2"},
      {"3279880203", "195.127.0.11"},
      {"0177.0.0.1", "127.0.0.1"},
      {"4294967295", "255.255.255.255"},
      {"4294967296", "0.0.0.0"},
      {"1.16777215", "1.255.255.255"},
      {"1.2.3.08", ""},
      {"1.2.3.256", ""},
      {"1.16777216", ""},
      {"010.9.1", ""},
      {"1..2", ""},
      {"1.2.3.4.5", ""},
      {"0x7f.1", ""},
      {"", ""},
      {".1", ""},
      {"1.", ""}};
  for (auto [host, expected] : cases) {
    auto address = parse_ipv4(host);
    EXPECT_EQ(address ? print_ipv4(*address) : "", expected) << host;
  }
}

TEST(Host, WritesUtf8AsPunycode) {
  EXPECT_EQ(canonical("b\xc3\xbc"
                      "cher.CH"),
            "xn--bcher-kva.ch");
  EXPECT_EQ(canonical("STRA\xc3\x9f"
                      "E"),
            "strasse");
  EXPECT_EQ(canonical("a\xe3\x80\x82"
                      "b"),
            "a.b");                             // ideographic full stop
  EXPECT_EQ(canonical("\xe1\xba\x9e"), "ss");   // capital sharp s
  EXPECT_EQ(canonical("\xc9\x83"), "xn--lha");  // B with stroke, lower in 5.0
}

TEST(Host, LeavesOutBytesThatAreNotUtf8) {
  EXPECT_EQ(canonical("a\xff"
                      "b.c"),
            "ab.c");
  EXPECT_EQ(canonical("a\xed\xa0\x80"
                      "b"),
            "ab");  // a surrogate
  EXPECT_EQ(canonical("a\xc0\xaf"
                      "b"),
            "ab");  // overlong
}

TEST(Host, EscapesHostsThatIdnaRefuses) {
  EXPECT_EQ(canonical("\xff.com"), "%FF.com");
  EXPECT_EQ(canonical(std::string(64, 'a') + ".\xc3\xbc"),
            std::string(64, 'a') + ".%C3%BC");
}

TEST(Host, HalvesDoubleDotsOnceAndStripsDots) {
  EXPECT_EQ(canonical("..a...b."), "a..b");
  EXPECT_EQ(canonical("....."), "");
}

TEST(Host, FindsWwwWithDigitsAndADot) {
  EXPECT_EQ(www_length("www.a"), 4u);
  EXPECT_EQ(www_length("www12.a"), 6u);
  EXPECT_EQ(www_length("wwwx.a"), 0u);
  EXPECT_EQ(www_length("www"), 0u);
}

TEST(Host, ReversesLabelsWithCommasBetween) {
  std::string text;
  append_reversed("a.b.c", true, text);
  EXPECT_EQ(text, "c,b,a");
  text.clear();
  append_reversed("1.2.3.4", false, text);
  EXPECT_EQ(text, "1.2.3.4");
}

TEST(HostOf, IsThePartBetweenUserAndPort) {
  EXPECT_EQ(host_of("http://www.example.org/a"), "www.example.org");
  EXPECT_EQ(host_of("http://u:p@example.org:8080/a@b"), "example.org");
  EXPECT_EQ(host_of("https://[::1]:80/x"), "[::1]");
  EXPECT_EQ(host_of("http://example.org?q"), "example.org");
  EXPECT_EQ(host_of("ftp://example.org"), "example.org");
  EXPECT_EQ(host_of("dns:example.org"), "example.org");
  EXPECT_EQ(host_of("dns://1.1.1.1/example.org"), "1.1.1.1");
  EXPECT_EQ(host_of("http://example.org\\@a/b"), "example.org");
  EXPECT_EQ(host_of("http://[::1]/"), "[::1]");
  EXPECT_EQ(host_of("mailto:a@b.c"), "");
  EXPECT_EQ(host_of(""), "");
}

TEST(SiteOf, LeavesOutWwwAlone) {
  EXPECT_EQ(site_of("www.example.org"), "example.org");
  EXPECT_EQ(site_of("www2.example.org"), "www2.example.org");
  EXPECT_EQ(site_of("example.org"), "example.org");
  EXPECT_EQ(site_of("wwww.org"), "wwww.org");
  EXPECT_EQ(site_of(""), "");
}

std::string punycode(std::u16string_view text) {
  std::string ascii;
  append_punycode(text, ascii);
  return ascii;
}

// The samples of RFC 3492, section 7.1.
TEST(HostOfKey, IsReadableInBothKindsOfKeys) {
  EXPECT_EQ(host_of_key("com,example,www)/path?a)b"), "com,example,www");
  EXPECT_EQ(host_of_key("example.com/path"), "example.com");
  EXPECT_EQ(readable_host("com,example,www"), "www.example.com");
  EXPECT_EQ(readable_host("com,example:8080"), "example.com:8080");
  EXPECT_EQ(readable_host("example.com"), "example.com");
}

TEST(Punycode, EncodesTheSamplesOfTheRfc) {
  EXPECT_EQ(punycode(u"\u4ed6\u4eec\u4e3a\u4ec0\u4e48\u4e0d\u8bf4\u4e2d\u6587"),
            "ihqwcrb4cv8a8dqg056pqjye");
  EXPECT_EQ(punycode(u"3\u5e74b\u7d44\u91d1\u516b\u5148\u751f"),
            "3b-ww4c5e180e575a65lsy2b");
  EXPECT_EQ(punycode(u"b\u00fccher"), "bcher-kva");
}

TEST(Punycode, EncodesSurrogatePairs) {
  EXPECT_EQ(punycode(u"\U0001f600"), "e28h");
}

TEST(RegisteredDomainTest, IsOneLabelMoreThanThePublicSuffix) {
  EXPECT_EQ(registered_domain("www.example.org"), "example.org");
  EXPECT_EQ(registered_domain("a.b.example.co.uk"), "example.co.uk");
  EXPECT_EQ(registered_domain("example.org"), "example.org");
  EXPECT_EQ(registered_domain("a.valley.example"), "valley.example");
}

TEST(RegisteredDomainTest, OfASuffixOrAnAddressItIsTheWholeHost) {
  EXPECT_EQ(registered_domain("co.uk"), "co.uk");
  EXPECT_EQ(registered_domain("localhost"), "localhost");
  EXPECT_EQ(registered_domain("192.168.1.20"), "192.168.1.20");
  EXPECT_EQ(registered_domain("[2001:db8::1]"), "[2001:db8::1]");
  EXPECT_EQ(registered_domain(""), "");
}

}  // namespace

}  // namespace wax::cdx
