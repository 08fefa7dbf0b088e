#include "index/schema/language_names.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace wax::index {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(LanguageNames, AreEnglish) {
  EXPECT_EQ(language_name("de"), "German");
  EXPECT_EQ(language_name("pt-BR"), "Portuguese (Brazil)");
  EXPECT_EQ(language_name("zz"), "zz");
}

TEST(LanguageNames, InEnglishAndInTheLanguageItselfStandForCodes) {
  EXPECT_THAT(languages_named("german"), ElementsAre("de"));
  EXPECT_THAT(languages_named("Deutsch"), ElementsAre("de"));
  EXPECT_THAT(languages_named("Français"), ElementsAre("fr"));
  EXPECT_THAT(languages_named("francais"), ElementsAre("fr"));
  EXPECT_THAT(languages_named("РУССКИЙ"), ElementsAre("ru"));
  EXPECT_THAT(languages_named("日本語"), ElementsAre("ja"));
  EXPECT_THAT(languages_named("Chinese"), ElementsAre("zh", "zh-hant"));
  EXPECT_THAT(languages_named("traditional chinese"), IsEmpty());
  EXPECT_THAT(languages_named(language_name("zh-Hant")),
              ElementsAre("zh-hant"));
  EXPECT_THAT(languages_named("norwegian"), ElementsAre("no"));
  EXPECT_THAT(languages_named("Norsk Bokmål"), ElementsAre("nb"));
}

TEST(LanguageNames, OfOtherTextsAreNoCodes) {
  for (const char* text : {"", "germ", "de", "english german", "-", "\xff"}) {
    EXPECT_THAT(languages_named(text), IsEmpty()) << text;
  }
}

}  // namespace
}  // namespace wax::index
