#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "index/query/query.h"
#include "io/error.h"

namespace wax::index {
namespace {

using testing::HasSubstr;

// The stems of all words, with "-" for those without.
std::string stems_in_query(const Query& query) {
  if (query.parts.empty()) {
    std::string stems;
    for (const Query::Word& word : query.words) {
      if (word.stems.empty()) stems += "- ";
      for (const std::string& stem : word.stems) stems += stem + ' ';
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

TEST(QueryStemsTest, TheLanguageIsTheWantedOneThatOfTheQueryOrEachOfTheIndex) {
  const QueryStems one = {{"en"}, {}};
  const QueryStems two = {{"de", "en"}, {}};
  EXPECT_EQ(stemmed("running", one), "en:run ");
  EXPECT_EQ(stemmed("running", two), "de:running en:run ");
  EXPECT_EQ(stemmed("running lang:en", two), "en:run ");
  EXPECT_EQ(stemmed("running lang:en-gb", two), "en:run ");
  EXPECT_EQ(stemmed("running lang:fr", one), "- ");
  EXPECT_EQ(stemmed("running lang:de,en", two), "de:running en:run ");
  EXPECT_EQ(stemmed("running", {{"de", "en"}, "en"}), "en:run ");
  EXPECT_EQ(stemmed("running", {{"en"}, "none"}), "- ");
  EXPECT_EQ(stemmed("running", {{}, {}}), "- ");
  QueryStems with_some = two;
  with_some.has = [](const std::string& term) { return term == "en:run"; };
  EXPECT_EQ(stemmed("running castles", with_some), "en:run - ");
}

TEST(QueryStemsTest, WordsThatStandAloneHaveStems) {
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

TEST(QueryStemsTest, AWantedLanguageThatTheIndexLacksIsRefused) {
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
