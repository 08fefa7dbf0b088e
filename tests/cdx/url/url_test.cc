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

TEST(Url, ARecordBesideAPageIsAboutThatPage) {
  const std::pair<const char*, const char*> kRecords[] = {
      {"urn:text:http://a.example/b?c", "http://a.example/b?c"},
      {"URN:thumbnail:HTTPS://A.example/", "HTTPS://A.example/"},
      {"urn:text:20260101000000123/https://a.example/", "https://a.example/"},
      {"screenshot:ftp://a.example/", "ftp://a.example/"},
      {"youtube-dl:00001:http://a.example/v", "http://a.example/v"},
      {"metadata:http://a.example/?u=http://b.example/",
       "http://a.example/?u=http://b.example/"},
      {"dns:a.example", "http://a.example/"},
      {"metadata://a.example/b", ""},
      {"urn:uuid:1", ""},
      {"dns:", ""},
      {"http://a.example/urn:text:http://b.example/", ""}};
  for (const auto& [url, page] : kRecords) {
    EXPECT_EQ(page_of_record(url), page) << url;
  }
}

TEST(Url, SchemesOfOtherRecordsArePrefixesInAnyCase) {
  for (const char* url : {"dns:a.example", "metadata://gnu.org/", "URN:uuid:1",
                          "filedesc://x.arc", "warcinfo:", "whois:a",
                          "Screenshot:http://a.example/", "thumbnail:x",
                          "youtube-dl:1:http://a.example/"}) {
    EXPECT_TRUE(is_of_other_record(url)) << url;
  }
  for (const char* url : {"", "dns", "http://dns:80/", "metadata", "dnsx:a",
                          "ftp://a.example/", "mailto:urn:a"}) {
    EXPECT_FALSE(is_of_other_record(url)) << url;
  }
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

std::string resolved(std::string_view base, std::string_view reference) {
  std::string url;
  append_resolved(base, reference, url);
  return url;
}

// RFC 3986, section 5.4.
TEST(Resolve, FollowsTheExamplesOfTheStandard) {
  const std::pair<const char*, const char*> cases[] = {
      {"g:h", "g:h"},
      {"g", "http://a/b/c/g"},
      {"./g", "http://a/b/c/g"},
      {"g/", "http://a/b/c/g/"},
      {"/g", "http://a/g"},
      {"//g", "http://g"},
      {"?y", "http://a/b/c/d;p?y"},
      {"g?y", "http://a/b/c/g?y"},
      {"#s", "http://a/b/c/d;p?q#s"},
      {"g#s", "http://a/b/c/g#s"},
      {"g?y#s", "http://a/b/c/g?y#s"},
      {";x", "http://a/b/c/;x"},
      {"", "http://a/b/c/d;p?q"},
      {".", "http://a/b/c/"},
      {"./", "http://a/b/c/"},
      {"..", "http://a/b/"},
      {"../g", "http://a/b/g"},
      {"../..", "http://a/"},
      {"../../g", "http://a/g"},
      {"../../../g", "http://a/g"},
      {"/./g", "http://a/g"},
      {"/../g", "http://a/g"},
      {"g.", "http://a/b/c/g."},
      {"..g", "http://a/b/c/..g"},
      {"./../g", "http://a/b/g"},
      {"g/./h", "http://a/b/c/g/h"},
      {"g/../h", "http://a/b/c/h"},
      {"g?y/../x", "http://a/b/c/g?y/../x"},
  };
  for (const auto& [reference, expected] : cases) {
    EXPECT_EQ(resolved("http://a/b/c/d;p?q", reference), expected) << reference;
  }
}

TEST(Resolve, ResolvesAgainstBasesWithoutPath) {
  EXPECT_EQ(resolved("http://a", "g"), "http://a/g");
  EXPECT_EQ(resolved("http://a?q=/x/", "g"), "http://a/g");
  EXPECT_EQ(resolved("http://a", "?g"), "http://a?g");
  EXPECT_EQ(resolved("dns:a", "g"), "dns:/g");
  EXPECT_EQ(resolved("", "g"), "/g");
}

TEST(Resolve, KeepsReferencesWithSchemeOrHost) {
  EXPECT_EQ(resolved("http://a/b", "https:c/../d"), "https:c/../d");
  EXPECT_EQ(resolved("http://a/b", "//c/../d?e#f"), "http://c/../d?e#f");
  EXPECT_EQ(resolved("http://a/../b?c#d", ""), "http://a/../b?c");
}

TEST(Resolve, SplitsUrlsByTheStandard) {
  UrlParts parts = split_url("A+1.x-://u@h:1/p;q?r?s#t?#");
  EXPECT_EQ(parts.scheme, "A+1.x-");
  EXPECT_TRUE(parts.has_authority);
  EXPECT_EQ(parts.authority, "u@h:1");
  EXPECT_EQ(parts.path, "/p;q");
  EXPECT_EQ(parts.query, "?r?s");
  EXPECT_EQ(parts.fragment, "#t?#");

  for (std::string_view path : {"", ":", "1:2", "a/b:c", "\xe9:d", "a b:c"}) {
    EXPECT_EQ(split_url(path).path, path);
    EXPECT_EQ(split_url(path).scheme, "");
  }
  EXPECT_TRUE(split_url("//").has_authority);
  EXPECT_EQ(split_url("//?a").query, "?a");
  EXPECT_EQ(split_url("#a:b").fragment, "#a:b");
}

TEST(Resolve, KeepsOddBytesAndDropsOuterSpace) {
  EXPECT_EQ(resolved("http://a/", "  b c\xe9\r\n"), "http://a/b c\xe9");
  EXPECT_EQ(resolved("http://a/", "1:2"), "http://a/1:2");
}

}  // namespace

}  // namespace wax::cdx
