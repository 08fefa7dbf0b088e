#include "index/match/joined_matchers.h"

#include <gtest/gtest.h>

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

std::unique_ptr<Matcher> bits_of(std::vector<uint32_t> documents, float score) {
  std::vector<uint64_t> words(2 * kWindow / 64);
  for (uint32_t n : documents) words[n / 64] |= uint64_t{1} << n % 64;
  return std::make_unique<BitsMatcher>(std::move(words), score);
}

TEST(BitsMatcherTest, GivesItsDocumentsWindowByWindow) {
  auto bits = bits_of({3, 70, kWindow + 1}, 2);
  EXPECT_EQ(bits->total(), 3U);
  EXPECT_EQ(bits->at_or_after(0), 3U);
  EXPECT_EQ(bits->at_or_after(71), kWindow + 1);
  WindowMask mask = {};
  bits->fill(kWindow, nullptr, mask);
  EXPECT_EQ(count_of(mask), 1U);
  EXPECT_TRUE(is_in(mask, 1));
  EXPECT_EQ(bits->score(1), 2);
  EXPECT_EQ(bits->at_or_after(kWindow + 2), kNoDocument);
}

TEST(NotMatcherTest, HasAllOthersWithoutAScore) {
  NotMatcher others(100, bits_of({3, 70}, 2));
  EXPECT_EQ(others.total(), 98U);
  WindowMask mask = {};
  others.fill(0, nullptr, mask);
  EXPECT_EQ(count_of(mask), 98U);
  EXPECT_FALSE(is_in(mask, 3));
  EXPECT_EQ(others.score(4), 0);
  mask = {};
  mask[0] = 0b11000;
  others.keep(0, mask);
  EXPECT_EQ(mask[0], 0b10000U);
  EXPECT_EQ(NotMatcher(100, nullptr).total(), 100U);
}

}  // namespace

}  // namespace wax::index
