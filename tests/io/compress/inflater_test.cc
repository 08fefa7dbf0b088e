#include "io/compress/inflater.h"

#include <gtest/gtest.h>

namespace wax::io {
namespace {

TEST(RereadBudget, IsFreeWhereNothingWasReadAgain) {
  RereadBudget budget(10, 1);
  for (uint64_t at = 0; at < 1000000; at += 1000) {
    EXPECT_TRUE(budget.take(at, at + 1000));
    EXPECT_TRUE(budget.new_at(at + 1000));
    EXPECT_FALSE(budget.new_at(at + 999));
  }
}

TEST(RereadBudget, BoundsReadingTheSameBytesAgain) {
  RereadBudget budget(150, 2);
  EXPECT_TRUE(budget.take(0, 100));
  EXPECT_TRUE(budget.take(0, 100));
  EXPECT_TRUE(budget.take(10, 100));
  EXPECT_TRUE(budget.take(0, 100));
  EXPECT_FALSE(budget.take(20, 100));  // 370 of 350
  EXPECT_TRUE(budget.take(40, 100));
  EXPECT_FALSE(budget.take(99, 100));
  EXPECT_TRUE(budget.take(99, 101));  // it grows with the file
  EXPECT_TRUE(budget.take(101, 1000));
  EXPECT_FALSE(budget.new_at(1000));
}

}  // namespace
}  // namespace wax::io
