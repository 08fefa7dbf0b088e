#include "text/hex.h"

#include <gtest/gtest.h>

#include <cctype>
#include <string>

namespace wax::text {
namespace {

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
