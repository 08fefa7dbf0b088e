#include "index/match/document_sets.h"

#include <gtest/gtest.h>

#include <memory>
#include <utility>
#include <vector>

namespace wax::index {
namespace {

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
