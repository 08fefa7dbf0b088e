#include "text/number.h"

#include <gtest/gtest.h>

namespace wax::text {
namespace {

TEST(Number, IsWhole) {
  EXPECT_EQ(whole_number("0"), 0u);
  EXPECT_EQ(whole_number("007"), 7u);
  EXPECT_EQ(whole_number("18446744073709551615"), UINT64_MAX);
  EXPECT_EQ(whole_number("ff", 16), 255u);
  EXPECT_EQ(whole_number<int64_t>("-7"), -7);
}

TEST(Number, HasNothingElseInIt) {
  for (std::string_view text : {"", "-", "-1", "+1", " 1", "1 ", "1.0", "0x1",
                                "a", "1a", "18446744073709551616"}) {
    EXPECT_FALSE(whole_number(text)) << text;
  }
  EXPECT_FALSE(whole_number<uint8_t>("256"));
}

TEST(Number, IsGroupedByThousands) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1000), "1,000");
  EXPECT_EQ(grouped(1234567), "1,234,567");
  EXPECT_EQ(grouped(UINT64_MAX), "18,446,744,073,709,551,615");
}

}  // namespace
}  // namespace wax::text
