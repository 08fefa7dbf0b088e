#include "index/match/matcher_maker.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "index/search/searcher.h"
#include "tests/index/search/pages.h"
#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"

namespace wax::index {
namespace {

using testing::ElementsAre;
using tests::TempDir;

TEST(MatcherMakerTest, WordsLikeAWordAreFound) {
  TempDir folder;
  std::vector<Page> pages;
  for (const char* word : {"castle", "castles", "cattle", "hassle", "cast",
                           "acstle", "schloß", "schlösser"}) {
    pages.push_back({{}, {word}, {}, "text/html"});
  }
  write_index(folder / "i", pages);
  IndexReader reader = IndexReader::open({folder / "i"});
  EXPECT_THAT(found(reader, "castle~1"), ElementsAre(0, 1, 2, 5));
  EXPECT_THAT(found(reader, "castle~2"), ElementsAre(0, 1, 2, 3, 4, 5));
  EXPECT_THAT(found(reader, "schlos~1"), ElementsAre(6));
  EXPECT_THAT(found(reader, "ca?tle"), ElementsAre(0, 2));
  EXPECT_THAT(found(reader, "*stle"), ElementsAre(0, 5));
  EXPECT_THAT(found(reader, "c*st*"), ElementsAre(0, 1, 4));
  EXPECT_THAT(found(reader, "schl?*e?"), ElementsAre(7));
  EXPECT_THAT(found(reader, "schl?*er"), ElementsAre(7));
  EXPECT_THAT(found(reader, "-c* -*h*"), ElementsAre(5));
  Hits hits = Searcher(reader).search(parse_query("castles~1"), 0, 10);
  EXPECT_EQ(hits.best.front().document, 1U);  // the word itself is best
  SearchOptions few;
  few.most_words = 2;
  tests::Problems problems;
  few.problems = &problems;
  hits = Searcher(reader).search(parse_query("*s*"), 0, 10, few);
  EXPECT_EQ(hits.total, 2U);
  EXPECT_THAT(problems.ids(), testing::Contains("query-prefix-cut"));
}

TEST(MatcherMakerTest, ASlopLetsWordsOfAPhraseBeApartOrTurned) {
  TempDir folder;
  std::vector<Page> pages;
  for (std::vector<std::string> words :
       std::vector<std::vector<std::string>>{{"a", "b"},
                                             {"b", "a"},
                                             {"a", "x", "b"},
                                             {"a", "x", "y", "b"},
                                             {"x", "a", "x", "a"},
                                             {"a", "c", "b"},
                                             {"x", "b", "c", "a"}}) {
    pages.push_back({{}, std::move(words), {}, "text/html"});
  }
  write_index(folder / "i", pages);
  IndexReader reader = IndexReader::open({folder / "i"});
  EXPECT_THAT(found(reader, "\"a b\""), ElementsAre(0));
  EXPECT_THAT(found(reader, "\"a b\"~1"), ElementsAre(0, 2, 5));
  EXPECT_THAT(found(reader, "\"a b\"~2"), ElementsAre(0, 1, 2, 3, 5));
  EXPECT_THAT(found(reader, "\"a b\"~3"), ElementsAre(0, 1, 2, 3, 5, 6));
  EXPECT_THAT(found(reader, "\"a a\"~1"), ElementsAre(4));
  EXPECT_THAT(found(reader, "\"x a\""), ElementsAre(4));
  EXPECT_THAT(found(reader, "\"a b c\"~2"), ElementsAre(5));
}

TEST(MatcherMakerTest, APhraseWithTooManyWordsOfABeginningIsCutAndSaysSo) {
  TempDir folder;
  std::vector<Page> pages;
  for (int i = 0; i < 50; ++i) {
    pages.push_back({{}, {"ant", "b" + std::to_string(100 + i)}, {}, ""});
  }
  write_index(folder / "i", pages);
  IndexReader reader = IndexReader::open({folder / "i"});
  tests::Problems problems;
  SearchOptions options;
  options.problems = &problems;
  options.most_words = 20;
  Query query = parse_query("content:ant-b*");
  EXPECT_EQ(Searcher(reader).search(query, 0, 9, options).total, 20U);
  EXPECT_THAT(problems.ids(), ElementsAre("query-prefix-cut"));
  EXPECT_THAT(problems.all[0].text, testing::HasSubstr("20"));
}

}  // namespace
}  // namespace wax::index
