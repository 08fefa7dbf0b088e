#include "document/charset/likely_language.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace wax::document {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(LikelyLanguage, TopLevelDomainsHaveLanguages) {
  EXPECT_THAT(languages_of_domain("http://www.Example.CZ:80/x"),
              ElementsAre("cs"));
  EXPECT_THAT(languages_of_domain("http://example.lv./"),
              ElementsAre("lv", "ru"));
  EXPECT_THAT(languages_of_domain("http://example.com.tr/"), ElementsAre("tr"));
  EXPECT_THAT(languages_of_domain("http://example.com/a.cz"), IsEmpty());
  EXPECT_THAT(languages_of_domain("http://192.168.0.1/"), IsEmpty());
  EXPECT_THAT(languages_of_domain(""), IsEmpty());
}

TEST(LikelyLanguage, TagsHaveALanguage) {
  EXPECT_EQ(language_of_tag("pt-BR"), "pt");
  EXPECT_EQ(language_of_tag("CS"), "cs");
  EXPECT_EQ(language_of_tag("no"), "nb");
  EXPECT_EQ(language_of_tag("zh-Hant-HK"), "zh-tw");
  EXPECT_EQ(language_of_tag("zh"), "zh");
  EXPECT_EQ(language_of_tag("tlh"), "");
  EXPECT_EQ(language_of_tag(""), "");
}

}  // namespace
}  // namespace wax::document
