#include "index/match/joined_matchers.h"

#include <gtest/gtest.h>

#include "index/match/document_sets.h"
#include "index/schema/ranking.h"

namespace wax::index {
namespace {

std::unique_ptr<Matcher> part(std::vector<uint32_t> documents, float score) {
  std::vector<uint64_t> words(kWindow / 64);
  for (uint32_t n : documents) words[n / 64] |= uint64_t{1} << n % 64;
  return std::make_unique<BitsMatcher>(std::move(words), score);
}

std::vector<std::unique_ptr<Matcher>> two_parts() {
  std::vector<std::unique_ptr<Matcher>> parts;
  parts.push_back(part({1, 2, 3}, 2));
  parts.push_back(part({2, 3, 4}, 5));
  return parts;
}

// "document=score " of those in the first window.
std::string scores_of(Matcher& matcher) {
  WindowMask mask = {};
  matcher.fill(0, nullptr, mask);
  std::string found;
  each_bit(mask, [&](uint32_t n) {
    found += std::to_string(n) + '=' +
             std::to_string(static_cast<int>(matcher.score(n))) + ' ';
  });
  return found;
}

TEST(AndMatcherTest, ADocumentHasAllPartsAndTheirScores) {
  AndMatcher all(100, two_parts());
  EXPECT_EQ(all.bound(0), 7);
  EXPECT_EQ(scores_of(all), "2=7 3=7 ");
}

TEST(OrMatcherTest, ADocumentHasTheScoresOfTheParts) {
  OrMatcher any(100, two_parts());
  EXPECT_EQ(any.bound(0), 7);
  EXPECT_EQ(scores_of(any), "1=2 2=7 3=7 4=5 ");
}

TEST(OrMatcherTest, WeakPartsAloneAreLeftOut) {
  OrMatcher any(100, two_parts());
  WindowMask mask = {};
  any.fill(0, nullptr, mask);
  any.clear_below(0, 4, mask);
  EXPECT_FALSE(is_in(mask, 1));
  EXPECT_TRUE(is_in(mask, 4));
}

TEST(WordMatcherTest, AScoreIsSaturatedAndTheExactWordCountsMore) {
  WordMatcher word(part({1, 2}, 1.2F), 4, part({2}, 1));
  WindowMask mask = {};
  word.fill(0, nullptr, mask);
  ASSERT_EQ(count_of(mask), 2U);
  EXPECT_FLOAT_EQ(word.score(1), saturated(1.2F, 4));
  EXPECT_FLOAT_EQ(word.score(2), saturated(1.2F, 4) + 1);
}

}  // namespace
}  // namespace wax::index
