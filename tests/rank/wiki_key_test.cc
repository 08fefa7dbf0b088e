#include "rank/wiki_key.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "cdx/url/url_key.h"

namespace wax::rank {
namespace {

std::string key(std::string_view site, std::string_view title) {
  std::string text;
  return append_wiki_key(site, title, text) ? text : "no key" + text;
}

TEST(WikiKeys, AreFoldedAndHaveNoSpaces) {
  EXPECT_EQ(key("en.wikipedia", "Seabird"), "en.wikipedia/seabird");
  EXPECT_EQ(key("en.wikipedia", "New York\tCity"),
            "en.wikipedia/new_york_city");
  EXPECT_EQ(key("de.wikipedia", "STRASSE"), key("de.wikipedia",
                                                "Stra\xC3\x9F"
                                                "e"));
  // A letter and a sign, and the letter with the sign.
  EXPECT_EQ(key("fr.wikipedia", "E\xCC\x81t\xC3\xA9"),
            "fr.wikipedia/\xC3\xA9t\xC3\xA9");
  EXPECT_EQ(key("tr.wikipedia", "ISPARTA"), "tr.wikipedia/\xC4\xB1sparta");
  EXPECT_EQ(key("az.wikipedia", "\xC4\xB0stanbul"), "az.wikipedia/istanbul");
  EXPECT_EQ(key("en.wikipedia", "\xFF"), "no key");
  EXPECT_EQ(key("en.wikipedia", ""), "no key");
}

TEST(WikiSites, HaveUsualCodesOfLanguages) {
  EXPECT_EQ(site_of_views("en.wikipedia"), "en.wikipedia");
  EXPECT_EQ(site_of_views("als.wikipedia"), "gsw.wikipedia");
  EXPECT_EQ(site_of_views("zh-min-nan.wikipedia"), "nan.wikipedia");
  EXPECT_EQ(site_of_views("simple.wikipedia"), "en-x-simple.wikipedia");
  EXPECT_EQ(site_of_views("commons.wikimedia"), "und.commons");
  EXPECT_EQ(site_of_views("en-wg.wikipedia"), "");
  EXPECT_EQ(site_of_views("en"), "");
  EXPECT_EQ(site_of_wiki("enwiki"), "en.wikipedia");
  EXPECT_EQ(site_of_wiki("be_x_oldwiki"), "be-tarask.wikipedia");
  EXPECT_EQ(site_of_wiki("roa_rupwiki"), "rup.wikipedia");
  EXPECT_EQ(site_of_wiki("zh_classicalwiki"), "lzh.wikipedia");
  EXPECT_EQ(site_of_wiki("dewikivoyage"), "de.wikivoyage");
  EXPECT_EQ(site_of_wiki("commonswiki"), "und.commons");
  EXPECT_EQ(site_of_wiki("wiki"), "");
  EXPECT_EQ(site_of_wiki("unknown"), "");
}

// Those of captures of the pages, as MediaWiki writes their URLs.
TEST(WikiUrlKeys, AreTheKeysOfCaptures) {
  struct Case {
    const char* site;
    const char* title;
    const char* url;
  };
  for (const Case& one : std::vector<Case>{
           {"en.wikipedia", "Seabird", "https://en.wikipedia.org/wiki/Seabird"},
           {"en.wikipedia", "New York City",
            "http://en.wikipedia.org/wiki/New_York_City"},
           {"de.wikipedia",
            "\xC3\x9C"
            "berlingen",
            "https://de.wikipedia.org/wiki/%C3%9Cberlingen"},
           {"en.wikipedia", "What?", "https://en.wikipedia.org/wiki/What%3F"},
           {"en.wikipedia", "C++", "https://en.wikipedia.org/wiki/C%2B%2B"},
           {"en.wikipedia", "AC/DC", "https://en.wikipedia.org/wiki/AC/DC"},
           {"en.wikipedia", "100%", "https://en.wikipedia.org/wiki/100%25"},
           {"en.wikipedia", "100%41", "https://en.wikipedia.org/wiki/100%2541"},
           {"en.wikipedia", "Rock & Roll",
            "https://en.wikipedia.org/wiki/Rock_%26_Roll"},
           {"en.wikipedia", "\"Heroes\" (album)",
            "https://en.wikipedia.org/wiki/%22Heroes%22_(album)"},
           {"en.wikipedia", "Talk:A;b,c'd!",
            "https://en.wikipedia.org/wiki/Talk:A;b,c%27d!"},
           {"als.wikipedia", "Z\xC3\xBCri",
            "https://als.wikipedia.org/wiki/Z%C3%BCri"},
           {"commons.wikimedia", "File:A.jpg",
            "https://commons.wikimedia.org/wiki/File:A.jpg"},
           {"www.wikidata", "Q72", "https://www.wikidata.org/wiki/Q72"}}) {
    std::string key;
    EXPECT_TRUE(append_wiki_key(site_of_views(one.site, WikiKeys::kUrls),
                                one.title, key, WikiKeys::kUrls));
    EXPECT_EQ(key, cdx::url_key(cdx::UrlKeyKind::kSurt, one.url));
  }
  std::string key;
  EXPECT_TRUE(
      append_wiki_key("en.wikipedia.org", "Seabird", key, WikiKeys::kUrls));
  EXPECT_EQ(key, "org,wikipedia,en)/wiki/seabird");
  EXPECT_FALSE(
      append_wiki_key("en.wikipedia.org", "\xFF", key, WikiKeys::kUrls));
  EXPECT_FALSE(append_wiki_key("en.wikipedia.org", "", key, WikiKeys::kUrls));
}

TEST(WikiUrlKeys, HaveTheHostsOfWikis) {
  auto host = [](const char* wiki) {
    return site_of_wiki(wiki, WikiKeys::kUrls);
  };
  EXPECT_EQ(host("enwiki"), "en.wikipedia.org");
  EXPECT_EQ(host("alswiki"), "als.wikipedia.org");
  EXPECT_EQ(host("zh_min_nanwiki"), "zh-min-nan.wikipedia.org");
  EXPECT_EQ(host("be_x_oldwiki"), "be-tarask.wikipedia.org");
  EXPECT_EQ(host("dewikivoyage"), "de.wikivoyage.org");
  EXPECT_EQ(host("commonswiki"), "commons.wikimedia.org");
  EXPECT_EQ(host("wikidatawiki"), "www.wikidata.org");
  EXPECT_EQ(host("sourceswiki"), "wikisource.org");
  EXPECT_EQ(host("wiki"), "");
  EXPECT_EQ(host("unknown"), "");
  EXPECT_EQ(site_of_views("en-wg.wikipedia", WikiKeys::kUrls), "");
  EXPECT_EQ(site_of_views("en", WikiKeys::kUrls), "");
}

}  // namespace
}  // namespace wax::rank
