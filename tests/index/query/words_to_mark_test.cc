#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "index/query/query.h"

namespace wax::index {
namespace {

using testing::ElementsAre;

TEST(WordsToMark, AreThereOnceAndPhrasesAreNumbersOfThem) {
  const std::vector<Query::Word> words =
      words_to_mark(parse_query("\"the cat sat on the mat\" cat"));
  ASSERT_EQ(words.size(), 6U);  // of two forms: quoted, and "cat" without
  EXPECT_EQ(words[0].text, "the");
  EXPECT_THAT(words[0].phrases, ElementsAre(ElementsAre(0, 1, 2, 3, 0, 4)));
}

TEST(WordsToMark, WordsNearEachOtherAreNoPhrase) {
  EXPECT_TRUE(words_to_mark(parse_query("\"a b\"~3"))[0].phrases.empty());
}

}  // namespace
}  // namespace wax::index
