#include "index/query/stems.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "io/error.h"

namespace wax::index {
namespace {

using testing::HasSubstr;
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

TEST(StemsTest, ManyWordsAreForgottenAndMadeAgain) {
  StemTerms terms("en");
  for (int i = 0; i < 120'000; ++i) {
    std::string word = "w" + std::to_string(i);
    ASSERT_EQ(terms.term(word), "en:" + word);
  }
  EXPECT_EQ(terms.term("running"), "en:run");
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

// The stems of all words, with "-" for those without.
std::string stems_in_query(const Query& query) {
  if (query.parts.empty()) {
    std::string stems;
    for (const Query::Word& word : query.words) {
      stems += word.stem.empty() ? "- " : word.stem + ' ';
    }
    return stems;
  }
  std::string stems;
  for (const Query& part : query.parts) stems += stems_in_query(part);
  return stems;
}

std::string stemmed(const std::string& text, const QueryStems& stems) {
  Query query = parse_query(text);
  add_stems(query, stems);
  return stems_in_query(query);
}

TEST(StemsTest, TheLanguageIsTheWantedOneThatOfTheQueryOrTheOnlyOne) {
  const QueryStems one = {{"en"}, {}};
  const QueryStems two = {{"de", "en"}, {}};
  EXPECT_EQ(stemmed("running", one), "en:run ");
  EXPECT_EQ(stemmed("running", two), "- ");
  EXPECT_EQ(stemmed("running lang:en", two), "en:run ");
  EXPECT_EQ(stemmed("running lang:en-gb", two), "en:run ");
  EXPECT_EQ(stemmed("running lang:fr", one), "- ");
  EXPECT_EQ(stemmed("running lang:de,en", two), "- ");
  EXPECT_EQ(stemmed("running", {{"de", "en"}, "en"}), "en:run ");
  EXPECT_EQ(stemmed("running", {{"en"}, "none"}), "- ");
  EXPECT_EQ(stemmed("running", {{}, {}}), "- ");
}

TEST(StemsTest, WordsThatStandAloneHaveStems) {
  const QueryStems english = {{"en"}, {}};
  EXPECT_EQ(stemmed("(running OR castles)", english), "en:run en:castl ");
  EXPECT_EQ(stemmed("\"running\"", english), "- ");
  EXPECT_EQ(stemmed("\"running dogs\"", english), "- - ");
  EXPECT_EQ(stemmed("running*", english), "- ");
  EXPECT_EQ(stemmed("r?nning", english), "- ");
  EXPECT_EQ(stemmed("running~1", english), "- ");
  EXPECT_EQ(stemmed("dogs -running", english), "en:dog - ");
  EXPECT_EQ(stemmed("title:running", english), "- ");
  EXPECT_EQ(stemmed("content:running", english), "en:run ");
}

TEST(StemsTest, AWantedLanguageThatTheIndexLacksIsRefused) {
  for (const auto& [languages, message] :
       {std::pair{std::vector<std::string>{}, "wax-index --stem makes them"},
        std::pair{std::vector<std::string>{"de", "en"},
                  "it has those in de,en"}}) {
    try {
      (void)stemmed("running", {languages, "fr"});
      FAIL();
    } catch (const UsageError& error) {
      EXPECT_THAT(error.what(), HasSubstr(message));
    }
  }
}

}  // namespace
}  // namespace wax::index
