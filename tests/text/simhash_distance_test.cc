#include "text/simhash_distance.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace wax::text {
namespace {

TEST(SimHashDistance, CountsTheBitsThatDiffer) {
  EXPECT_EQ(simhash_distance(0, 0), 0);
  EXPECT_EQ(simhash_distance(0, UINT64_MAX), 64);
  EXPECT_EQ(simhash_distance(5, 6), 2);
}

}  // namespace
}  // namespace wax::text
