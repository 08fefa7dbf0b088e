#include "text/percent.h"

#include <gtest/gtest.h>

#include <string>

namespace wax::text {
namespace {

TEST(EscapeBytes, EscapesTheNamedOnes) {
  std::string text = "a b\n%20";
  escape_bytes(" \n", text);
  EXPECT_EQ(text, "a%20b%0A%20");
}

TEST(EscapeIf, GrowsTheTextInPlace) {
  std::string text =
      "\xff"
      "a\x01\x02";
  escape_if([](char c) { return c != 'a'; }, text);
  EXPECT_EQ(text, "%FFa%01%02");
}

TEST(EscapedByte, IsWhatTwoDigitsMean) {
  EXPECT_EQ(escaped_byte("%4a", 0), 'J');
  EXPECT_EQ(escaped_byte("x%FFy", 1), 255);
  EXPECT_EQ(escaped_byte("%4", 0), -1);
  EXPECT_EQ(escaped_byte("%4g", 0), -1);
  EXPECT_EQ(escaped_byte("4a", 0), -1);
}

TEST(PercentDecoded, LeavesWhatIsNoEscape) {
  EXPECT_EQ(percent_decoded("%41%2fb%zz%4"), "A/b%zz%4");
}

TEST(PercentDecoded, HasNoNul) {
  EXPECT_EQ(percent_decoded("a%00b%0"),
            "a\xEF\xBF\xBD"
            "b%0");
}

}  // namespace
}  // namespace wax::text
