#include "text/replace.h"

#include <gtest/gtest.h>

namespace wax::text {
namespace {

TEST(Replace, EachPartFromTheFront) {
  EXPECT_EQ(with_replaced("", "a", "b"), "");
  EXPECT_EQ(with_replaced("axa", "a", "bc"), "bcxbc");
  EXPECT_EQ(with_replaced("aaa", "aa", ""), "a");
  EXPECT_EQ(with_replaced("aabb", "ab", ""), "ab");
  EXPECT_EQ(with_replaced("x", "ab", ""), "x");
}

}  // namespace
}  // namespace wax::text
