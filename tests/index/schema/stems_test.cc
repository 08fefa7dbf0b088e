#include "index/schema/stems.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace wax::index {
namespace {

using testing::IsEmpty;

TEST(StemsTest, FormsOfAWordHaveOneTerm) {
  StemTerms english("en");
  EXPECT_EQ(english.term("running"), "en:run");
  EXPECT_EQ(english.term("runs"), "en:run");
  EXPECT_EQ(english.term("run"), "en:run");
  EXPECT_EQ(english.term("castles"), english.term("castle"));
  StemTerms german("de");
  EXPECT_EQ(german.term("häuser"), german.term("haus"));
  EXPECT_EQ(german.term("häuser"), "de:haus");
}

TEST(StemsTest, EveryLanguageHasTermsForWordsOfAllScripts) {
  EXPECT_THAT(stemmed_languages(), testing::IsSupersetOf({"de", "en", "fr"}));
  for (const std::string& language : stemmed_languages()) {
    StemTerms terms(language);
    for (const char* word : {"a", "abc", "été", "дома", "σπίτια",
                             "\xF0\x9F\x8C\x8D", "日本", "123", "بيوت"}) {
      EXPECT_TRUE(terms.term(word).starts_with(language + ":")) << language;
    }
  }
}

TEST(StemsTest, WordsKeepTheirBeginningWhereThatIsSaid) {
  EXPECT_TRUE(stems_keep_beginning("en"));
  EXPECT_FALSE(stems_keep_beginning("ar"));
  const char* words[] = {"running", "younger", "geschlagen", "übungen",
                         "états",   "eaten",   "untaught",   "iskolák",
                         "gyors",   "przy",    "öğretmen",   "ihmiset",
                         "ñandú",   "sjö",     "σπίτια",     "ώρες",
                         "ёлки",    "въезд",   "հայերեն",    "यात्रा"};
  Tokenizer tokenizer;
  for (const std::string& language : stemmed_languages()) {
    if (!stems_keep_beginning(language)) continue;
    StemTerms terms(language);
    for (const char* word : words) {
      tokenizer.set(word);
      std::string_view folded;
      std::string_view exact;
      ASSERT_TRUE(tokenizer.next_utf8(folded, exact));
      std::string term(terms.term(exact.empty() ? folded : exact));
      const size_t size = static_cast<unsigned char>(folded[0]) < 0x80   ? 1
                          : static_cast<unsigned char>(folded[0]) < 0xE0 ? 2
                                                                         : 3;
      EXPECT_EQ(term.substr(language.size() + 1, size), folded.substr(0, size))
          << language << ' ' << word;
    }
  }
}

TEST(StemsTest, ManyWordsAreForgottenAndMadeAgain) {
  StemTerms terms("en");
  for (int i = 0; i < 120'000; ++i) {
    std::string word = "w" + std::to_string(i);
    ASSERT_EQ(terms.term(word), "en:" + word);
  }
  EXPECT_EQ(terms.term("running"), "en:run");
}

TEST(StemsTest, AThreadKeepsOneForEachLanguage) {
  StemTerms* english = &stems_of_thread("en");
  EXPECT_EQ(english->term("running"), "en:run");
  EXPECT_EQ(&stems_of_thread("en"), english);
  EXPECT_EQ(stems_of_thread("de").term("häuser"), "de:haus");
  StemTerms* other = nullptr;
  std::thread([&] { other = &stems_of_thread("en"); }).join();
  EXPECT_NE(other, english);
  EXPECT_THROW((void)stems_of_thread("xx"), std::logic_error);
}

TEST(StemsTest, LanguagesAreFoundByTheirFirstPart) {
  const std::vector<std::string> some = {"de", "en", "no"};
  EXPECT_EQ(stem_language("en", some), "en");
  EXPECT_EQ(stem_language("de-AT", some), "de");
  EXPECT_EQ(stem_language("nb", some), "no");
  EXPECT_EQ(stem_language("fr", some), "");
  EXPECT_EQ(stem_language("", some), "");
  EXPECT_EQ(text_of_stems(some), "de,en,no");
  EXPECT_EQ(stems_of_text("de,en,no"), some);
  EXPECT_THAT(stems_of_text(""), IsEmpty());
}

}  // namespace
}  // namespace wax::index
