#include "document/content/hash_numbers.h"

#include <gtest/gtest.h>

namespace wax::document {
namespace {

TEST(HashNumbers, AreGivenInTheOrderOfTheFirstOccurrence) {
  HashNumbers numbers(1000);
  for (uint32_t round = 0; round < 2; ++round) {
    for (uint32_t i = 0; i < 1000; ++i) {
      EXPECT_EQ(numbers.number_of(i * 0x10001), i);
    }
  }
  EXPECT_EQ(numbers.size(), 1000u);
}

}  // namespace
}  // namespace wax::document
