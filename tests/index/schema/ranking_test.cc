#include "index/schema/ranking.h"

#include <gtest/gtest.h>

namespace wax::index {
namespace {

TEST(RankingRules, MoreOccurrencesCountMoreButNeverMoreThanTheWord) {
  EXPECT_EQ(saturated(0, 2), 0);
  EXPECT_FLOAT_EQ(saturated(static_cast<float>(kSaturation), 2), 1);
  float last = 0;
  for (float sum = 1; sum < 1000; sum *= 2) {
    EXPECT_GT(saturated(sum, 2), last);
    last = saturated(sum, 2);
  }
  EXPECT_LT(last, 2);
}

TEST(RankingRules, ASumIsFoundAgainFromItsScore) {
  for (double sum : {0.1, 1.0, 7.0}) {
    double score = double{saturated(static_cast<float>(sum), 3)};
    EXPECT_NEAR(sum_of(score, 3), sum, 1e-4 * sum);
  }
}

TEST(RankingRules, AWordOfFewDocumentsIsRarer) {
  EXPECT_GT(rarity_of(1000, 1), rarity_of(1000, 10));
  EXPECT_GT(rarity_of(1000, 10), rarity_of(1000, 1000));
  EXPECT_GT(rarity_of(1000, 1000), 0);
}

TEST(RankingRules, TheLengthOfABorderDoesNotCount) {
  EXPECT_EQ(length_rule("border").share, 0);
  EXPECT_LT(length_rule("title").usual, length_rule("content").usual);
  EXPECT_EQ(length_rule("of a column").share, LengthRule{}.share);
}

}  // namespace
}  // namespace wax::index
