#include "index/query/spellings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace wax::index {
namespace {

using testing::ElementsAre;

TEST(GermanSpellings, HaveAnUmlautOrTwoLetters) {
  EXPECT_THAT(german_spellings("Mueller"), ElementsAre("Mueller", "Müller"));
  EXPECT_THAT(german_spellings("Müller"), ElementsAre("Müller", "Mueller"));
  EXPECT_THAT(german_spellings("Mu\u0308ller"),
              ElementsAre("Mu\u0308ller", "Mueller"));
  EXPECT_THAT(german_spellings("ÖL"), ElementsAre("ÖL", "oeL"));
  EXPECT_THAT(german_spellings("Aerzte"), ElementsAre("Aerzte", "ärzte"));
  EXPECT_THAT(german_spellings("Haeuser"), ElementsAre("Haeuser", "Häuser"));
  EXPECT_THAT(german_spellings("Bücherkoerbe"),
              ElementsAre("Bücherkoerbe", "Buecherkoerbe", "Bücherkörbe",
                          "Buecherkörbe"));
}

TEST(GermanSpellings, LeaveOtherLettersAlone) {
  for (const char* text : {"", "neue", "Mauer", "Quelle", "Treue", "ëe", "u",
                           "e", "museum", "e\u0308u"}) {
    EXPECT_THAT(german_spellings(text), ElementsAre(text));
  }
}

TEST(GermanSpellings, AreFewHoweverLongTheTextIs) {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += "ü ";
  const auto spellings = german_spellings(text);
  ASSERT_EQ(spellings.size(), 16U);
  EXPECT_TRUE(spellings[1].starts_with("ue ü ü ü ü "));
  EXPECT_TRUE(spellings[8].starts_with("ü ü ü ue ue ue "));
  EXPECT_TRUE(spellings[15].starts_with("ue ue ue ue ue "));
}

TEST(GermanSpellings, AreAskedForBehindAPhrase) {
  EXPECT_TRUE(asks_for_german("~de"));
  EXPECT_TRUE(asks_for_german("~de)"));
  EXPECT_FALSE(asks_for_german("~dex"));
  EXPECT_FALSE(asks_for_german("~d"));
  EXPECT_FALSE(asks_for_german("de"));
}

}  // namespace
}  // namespace wax::index
