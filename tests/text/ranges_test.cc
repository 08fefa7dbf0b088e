#include "text/ranges.h"

#include <gtest/gtest.h>

#include <vector>

namespace wax::text {
namespace {

std::string joined(std::string_view text, std::vector<TextRange> ranges) {
  return text_in_ranges(text, ranges);
}

TEST(TextRanges, AreJoinedByALineBreakOnlyWhereTheTextHasOne) {
  EXPECT_EQ(joined("one two\nthree four", {{0, 3}, {8, 13}}), "one\nthree");
  EXPECT_EQ(joined("one two three", {{0, 3}, {8, 13}}), "one three");
  EXPECT_EQ(joined("one two", {{0, 7}}), "one two");
  EXPECT_EQ(joined("one two", {}), "");
}

TEST(TextRanges, PastTheEndAreLeftOut) {
  EXPECT_EQ(joined("short", {{2, 99}, {100, 200}}), "ort");
  EXPECT_EQ(joined("", {{0, 1}}), "");
}

}  // namespace
}  // namespace wax::text
