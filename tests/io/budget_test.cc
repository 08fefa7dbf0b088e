#include "io/budget.h"

#include <gtest/gtest.h>

namespace wax::io {
namespace {

TEST(Budget, APartHasLessMemoryAndTheSameElse) {
  const Budget part = Budget{100, "/t", 3}.part(4);
  EXPECT_EQ(part.memory, 25u);
  EXPECT_EQ(part.tmpdir, "/t");
  EXPECT_EQ(part.jobs, 3u);
}

TEST(Budget, AtMostIsALimitOfTheMemory) {
  const Budget budget{100, "/t", 3};
  EXPECT_EQ(budget.at_most(40).memory, 40u);
  EXPECT_EQ(budget.at_most(400).memory, 100u);
  EXPECT_EQ(budget.at_most(40).tmpdir, "/t");
  EXPECT_EQ(budget.at_most(40).jobs, 3u);
}

}  // namespace
}  // namespace wax::io
