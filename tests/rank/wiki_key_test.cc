#include "rank/wiki_key.h"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace wax::rank
