#include "cdx/url/pasted_url.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace wax::cdx {
namespace {

TEST(PastedUrl, IsFoundInWhatPeoplePaste) {
  struct Case {
    const char* text;
    const char* url;
  };
  const Case cases[] = {
      {"http://example.com/", "http://example.com/"},
      {"  <HTTPS://Example.com/a?b=c#d> \n", "HTTPS://Example.com/a?b=c#d"},
      {"ftp://a/b", "ftp://a/b"},
      {"www.example.com", "www.example.com"},
      {"example.com/", "example.com/"},
      {"m\u00FCller.example/stra\u00DFe", "m\u00FCller.example/stra\u00DFe"},
      {"example.com:8080/x", "example.com:8080/x"},
      {"https://web.archive.org/web/20010203040506/http://example.com/",
       "http://example.com/"},
      {"https://web.archive.org/web/2001*/http://example.com/",
       "http://example.com/"},
      // More digits than a date has.
      {"http://a.example/200102030405061*/http://example.com/",
       "http://a.example/200102030405061*/http://example.com/"},
      {"web.archive.org/web/20010000000000*/example.com/",
       "web.archive.org/web/20010000000000*/example.com/"},
      {"view-source:http://example.com/a", "http://example.com/a"},
      {"http://example.com/a,", "http://example.com/a"},
      {"http://example.com/a;,", "http://example.com/a"},
      {"http://example.com/(a).", "http://example.com/(a)."},
      {"https://web.archive.org/web/*/http://example.com/",
       "http://example.com/"},
      {"http://localhost:8080/c/2001id_/http:/example.com/a/2002/b",
       "http://example.com/a/2002/b"},
      {"http://example.com/2001/news", "http://example.com/2001/news"},
      {"http:/example.com/a", "http://example.com/a"},
      {"HTTPS:\\\\example.com\\a", "HTTPS://example.com\\a"},
      {"(http://example.com/a)", "http://example.com/a"},
      {"http://example.com/a*", "http://example.com/a*"},
      {"arquivo.pt/wayback/19961013145650/http://www.fccn.pt/",
       "http://www.fccn.pt/"},
  };
  for (const Case& c : cases) EXPECT_EQ(pasted_url(c.text), c.url) << c.text;
}

TEST(PastedUrls, AreWhatATextMayStandFor) {
  using testing::ElementsAre;
  EXPECT_THAT(pasted_urls("http://a.example/web/20050101/http://b.example/"),
              ElementsAre("http://a.example/web/20050101/http://b.example/",
                          "http://b.example/"));
  EXPECT_THAT(pasted_urls("http%3A%2F%2F1.2.3.4%2Fip"),
              ElementsAre("http://1.2.3.4/ip"));
  EXPECT_THAT(pasted_urls("//Case.example/Path"),
              ElementsAre("http://Case.example/Path"));
  EXPECT_THAT(
      pasted_urls("http://archive.today/2020.01.01-000000/http://b.example/"),
      testing::Contains("http://b.example/"));
  EXPECT_THAT(pasted_urls("http://a.example/a b.html"),
              ElementsAre("http://a.example/a%20b.html"));
  EXPECT_THAT(pasted_urls("http://a.example/a\"b"),
              ElementsAre("http://a.example/a%22b"));
  EXPECT_THAT(pasted_urls("http://1.2.3.4/ip."),
              testing::Contains("http://1.2.3.4/ip"));
  EXPECT_THAT(pasted_urls("URL: http://a.example/"),
              ElementsAre("http://a.example/"));
  EXPECT_THAT(pasted_urls("www.example.com"), ElementsAre("www.example.com"));
  for (const char* text :
       {"", "heron", "and/or", "url:http://a.example/", "URL:", "// a", "http",
        "http://a.example/ http://b.example/", "\"grey heron\""}) {
    EXPECT_THAT(pasted_urls(text), testing::IsEmpty()) << text;
  }
}

TEST(PastedUrl, IsNothingInWords) {
  for (const char* text :
       {"", "heron", "and/or", "example.com", "grey heron", "title:heron",
        "http://", "http:", "()", "\"http://a.example/ b\"", "1.2/3", "./x",
        "a./x", "http://a.example/ http://b.example/", "date:2007-2008",
        "C++/x"}) {
    EXPECT_EQ(pasted_url(text), std::nullopt) << text;
  }
}

TEST(KeysOfUrl, AreOfBothKinds) {
  EXPECT_THAT(keys_of_url("http://www.Example.com/a%20b"),
              testing::ElementsAre("com,example)/a%20b", "example.com/a+b"));
}

}  // namespace
}  // namespace wax::cdx
