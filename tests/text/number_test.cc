#include "text/number.h"

#include <gtest/gtest.h>

#include <cctype>
#include <string>

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

TEST(Hex, ValuesOfDigits) {
  for (int i = 0; i < 256; ++i) {
    char c = static_cast<char>(i);
    int value =
        std::isxdigit(i) != 0 ? std::stoi(std::string(1, c), nullptr, 16) : -1;
    EXPECT_EQ(hex_value(c), value) << i;
  }
}

TEST(Hex, OfBytes) {
  EXPECT_EQ(to_hex(""), "");
  EXPECT_EQ(to_hex(std::string_view("\0\x7f\xab\xff", 4)), "007fabff");
}

TEST(Hex, OfNumbersHasAllItsDigits) {
  std::string out = "x";
  append_hex_number(0x1f, 4, out);
  append_hex_number(UINT64_MAX, 16, out);
  append_hex_number(0x12345, 2, out);
  EXPECT_EQ(out, "x001fffffffffffffffff45");
}

}  // namespace

}  // namespace wax::text
