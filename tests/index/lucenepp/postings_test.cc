#include "index/lucenepp/postings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <lucene++/LuceneHeaders.h>

#include <functional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "index/writer/index_writer.h"
#include "tests/support/temp_dir.h"

namespace wax::index {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class PostingsTest : public testing::Test {
 protected:
  PostingsTest() {
    IndexWriter writer(folder_ / "i", {});
    std::string many;
    for (int i = 0; i < 20'000; ++i) many += " word";
    for (const std::string& content :
         {std::string("red fox"), std::string("the red red fox runs"),
          std::string("foxes run"), std::string("fox red"), std::string("blue"),
          "blue" + many}) {
      writer.add({{"content", content}, {"type", "text/html"}});
    }
    writer.finish();
    shard_.joined = Lucene::IndexReader::open(
        Lucene::newLucene<Directory>(folder_ / "i", nullptr), true);
    shard_.documents = shard_.joined->maxDoc();
    shard_.owners = {{"content", 0}, {"type", 0}, {"date", 1}};
  }

  [[nodiscard]] Postings postings() const { return Postings(shard_); }

  tests::TempDir folder_;
  LuceneShard shard_;
};

TEST_F(PostingsTest, FieldsAreOfTheIndexThatOwnsThem) {
  EXPECT_TRUE(postings().has_field("date"));
  EXPECT_FALSE(postings().has_field("nothing"));
}

TEST_F(PostingsTest, ATermScoresByItsFrequencyAndTheLengthOfTheText) {
  EXPECT_EQ(postings().frequency("content", "red"), 3u);
  EXPECT_EQ(postings().frequency("nothing", "red"), 0u);
  Matches once = postings().term("content", "red", 1, nullptr);
  EXPECT_THAT(once.documents, ElementsAre(0, 1, 3));
  Matches thrice = postings().term("content", "red", 3, nullptr);
  EXPECT_FLOAT_EQ(thrice.scores[0], 3 * once.scores[0]);
  EXPECT_FLOAT_EQ(once.scores[0], once.scores[2]);
  EXPECT_GT(once.scores[1], once.scores[0]);
  EXPECT_LT(once.scores[1], 2 * once.scores[0]);
  Matches blue = postings().term("content", "blue", 1, nullptr);
  EXPECT_THAT(blue.documents, ElementsAre(4, 5));
  EXPECT_LT(blue.scores[1], blue.scores[0]);
  EXPECT_THAT(postings().term("content", "green", 1, nullptr).documents,
              IsEmpty());
  EXPECT_THAT(postings().term("nothing", "red", 1, nullptr).documents,
              IsEmpty());
}

TEST_F(PostingsTest, AllWantedDocumentsAreFound) {
  std::vector<int32_t> wanted = {1, 2, 4};
  Matches within = postings().phrase(
      "content", {{"red", 0, false}, {"fox", 1, false}}, 1, &wanted);
  EXPECT_THAT(within.documents, ElementsAre(1));
}

TEST_F(PostingsTest, APhraseHasItsWordsInOrder) {
  auto row = [&](std::vector<Query::Word> words) {
    return postings().phrase("content", words, 1, nullptr).documents;
  };
  EXPECT_THAT(row({{"red", 0, false}, {"fox", 1, false}}), ElementsAre(0, 1));
  EXPECT_THAT(row({{"fox", 0, false}, {"red", 1, false}}), ElementsAre(3));
  EXPECT_THAT(row({{"red", 0, false}, {"fox", 2, false}}), ElementsAre(1));
  EXPECT_THAT(row({{"red", 0, false}, {"blue", 1, false}}), IsEmpty());
  EXPECT_THAT(row({{"fox", 0, true}, {"run", 1, true}}), ElementsAre(1, 2));
}

TEST_F(PostingsTest, BeginningsAndRangesAreOfTerms) {
  Matches prefix = postings().prefix("content", "fox", 2);
  EXPECT_THAT(prefix.documents, ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(prefix.scores, ElementsAre(2, 2, 2, 2));
  EXPECT_THAT(postings().range("content", "foxes", "run"),
              ElementsAre(true, true, true, true, false, false));
  EXPECT_THAT(postings().range("content", "s", "a"),
              ElementsAre(false, false, false, false, false, false));
  EXPECT_THAT(postings().any_of("content", {"blue", "runs"}, false).documents,
              ElementsAre(1, 4, 5));
  EXPECT_THAT(postings().any_of("nothing", {"blue"}, false).documents,
              IsEmpty());
}

TEST(MatchesOf, AreTheDocumentsThatAreMarked) {
  Matches matches = matches_of({false, true, true}, 0.5);
  EXPECT_THAT(matches.documents, ElementsAre(1, 2));
  EXPECT_THAT(matches.scores, ElementsAre(0.5, 0.5));
  EXPECT_THAT(matches_of({true}, 0).scores, IsEmpty());
}

using testing::ElementsAre;

TEST(MatchesTest, ScoresAddUp) {
  Matches a{{1, 3, 5}, {1, 1, 1}, false};
  Matches b{{3, 4, 5}, {2, 2, 2}, false};
  EXPECT_THAT(both(a, b).documents, ElementsAre(3, 5));
  EXPECT_THAT(both(a, b).scores, ElementsAre(3, 3));
  EXPECT_THAT(either(a, b).documents, ElementsAre(1, 3, 4, 5));
  EXPECT_THAT(either(a, b).scores, ElementsAre(1, 3, 2, 3));
  EXPECT_THAT(without(a, {3}).documents, ElementsAre(1, 5));
  EXPECT_THAT(without(a, {3}).scores, ElementsAre(1, 1));
}

TEST(MatchesTest, ComplementsFollowTheRulesOfSets) {
  constexpr int32_t kDocuments = 12;
  auto set_of = [](const Matches& matches) {
    Matches all = listed(matches, kDocuments);
    return std::set<int32_t>(all.documents.begin(), all.documents.end());
  };
  for (unsigned seed = 1; seed <= 500; ++seed) {
    std::mt19937 random(seed);
    auto make = [&] {
      Matches made;
      made.all_but = random() % 2 == 0;
      for (int32_t n = 0; n < kDocuments; ++n) {
        if (random() % 2 == 0) made.documents.push_back(n);
      }
      return made;
    };
    Matches a = make();
    Matches b = make();
    std::set<int32_t> expected;
    for (int32_t n : set_of(a)) {
      if (set_of(b).contains(n)) expected.insert(n);
    }
    EXPECT_EQ(set_of(both(a, b)), expected) << seed;
  }
}

}  // namespace

}  // namespace wax::index
