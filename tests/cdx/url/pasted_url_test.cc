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
