#include "lines/line_span.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "tests/lines/hostile_lines.h"

namespace wax::lines {
namespace {

using Lines = std::vector<std::string>;

TEST(LineCode, IsSmallerForTheSmallerLine) {
  std::mt19937_64 random(7);
  Lines lines = hostile_lines(random, 120, 100);
  std::sort(lines.begin(), lines.end());
  for (size_t base = 0; base < lines.size(); ++base) {
    for (size_t i = base; i < lines.size(); ++i) {
      LineCode a;
      ASSERT_FALSE(less_from(lines[i], lines[base], 0, a));
      ASSERT_NE(a, kNoLine);
      for (size_t k = i; k < lines.size(); ++k) {
        LineCode b;
        ASSERT_FALSE(less_from(lines[k], lines[base], 0, b));
        ASSERT_LE(a, b) << base << ' ' << i << ' ' << k;
      }
    }
  }
}

TEST(LineCode, BelongsToTheGreaterLineInEitherOrder) {
  LineCode one;
  LineCode other;
  EXPECT_TRUE(less_from("abcdefgh", "abcdefgi", 0, one));
  EXPECT_FALSE(less_from("abcdefgi", "abcdefgh", 0, other));
  EXPECT_EQ(one, other);
  EXPECT_EQ(word_of(one), 1U);
}

TEST(LineCode, IgnoresZerosAtTheEnd) {
  LineCode code;
  EXPECT_FALSE(less_from(std::string_view("ab\0\0", 4), "ab", 0, code));
  EXPECT_EQ(code, kSameLine);
  EXPECT_TRUE(less_from("ab", std::string_view("ab\0", 3), 0, code));
}

}  // namespace
}  // namespace wax::lines
