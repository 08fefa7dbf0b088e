#include "index/match/window_mask.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace wax::index {
namespace {

TEST(WindowMaskTest, BitsAreCountedAndGivenInOrder) {
  std::mt19937 random(3);
  for (int round = 0; round < 100; ++round) {
    WindowMask mask = {};
    EXPECT_TRUE(is_empty(mask));
    std::vector<uint32_t> documents;
    for (uint32_t n = 0; n < kWindow; ++n) {
      if (random() % static_cast<unsigned>(1 + round) == 0) {
        documents.push_back(10'000 + n);
      }
    }
    set_bits(mask.data(), documents.data(),
             static_cast<uint32_t>(documents.size()), 10'000);
    EXPECT_EQ(count_of(mask), documents.size());
    std::vector<uint32_t> given;
    each_bit(mask, [&](uint32_t n) { given.push_back(10'000 + n); });
    EXPECT_EQ(given, documents);
  }
}

TEST(WindowMaskTest, BitsAreJoinedKeptAndCleared) {
  WindowMask mask = {0b1100};
  add_to(mask, {0b0101});
  EXPECT_EQ(mask[0], 0b1101U);
  keep_in(mask, {0b0111});
  EXPECT_EQ(mask[0], 0b0101U);
  EXPECT_TRUE(is_in(mask, 2));
  EXPECT_FALSE(is_in(mask, 3));
  mask[1] = mask[2] = UINT64_MAX;
  clear_bits(mask, 2, 64 + 3);
  EXPECT_EQ(mask[0], 1U);
  EXPECT_EQ(mask[1], UINT64_MAX << 4);
  EXPECT_EQ(mask[2], UINT64_MAX);
}

}  // namespace
}  // namespace wax::index
