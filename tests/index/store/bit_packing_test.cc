#include "index/store/bit_packing.h"

#include <gtest/gtest.h>

#include <array>
#include <random>
#include <vector>

namespace wax::index {
namespace {

using Numbers = std::array<uint32_t, kPackedNumbers>;

TEST(BitPackingTest, NumbersOfAnyWidthComeBack) {
  std::mt19937 random(1);
  for (unsigned bits = 0; bits <= 32; ++bits) {
    Numbers numbers;
    for (uint32_t& number : numbers) {
      number = bits == 0 ? 0 : static_cast<uint32_t>(random()) >> (32 - bits);
    }
    numbers[bits] = bits == 0 ? 0 : UINT32_MAX >> (32 - bits);
    EXPECT_EQ(bits_of_greatest(numbers.data()), bits);
    std::vector<uint8_t> packed(packed_size(bits));
    pack(numbers.data(), bits, packed.data());
    Numbers unpacked;
    unpacked.fill(12345);
    unpack(packed.data(), bits, unpacked.data());
    EXPECT_EQ(unpacked, numbers) << bits;
  }
}

TEST(BitPackingTest, DistancesAddUpFromTheStart) {
  std::mt19937 random(2);
  for (uint32_t start : {0U, 1000U, UINT32_MAX}) {
    Numbers numbers;
    for (uint32_t& number : numbers)
      number = static_cast<uint32_t>(random() % 1000);
    Numbers expected;
    uint32_t last = start;
    for (size_t i = 0; i < numbers.size(); ++i) {
      expected[i] = last += numbers[i] + 1;
    }
    add_up(start, numbers.data());
    EXPECT_EQ(numbers, expected);
  }
}

}  // namespace
}  // namespace wax::index
