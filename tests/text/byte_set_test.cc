#include "text/byte_set.h"

#include <gtest/gtest.h>

#include <string_view>

namespace wax::text {
namespace {

constexpr ByteSet kMarks(".?\xFF");

TEST(ByteSet, HasItsBytesAndNoOthers) {
  for (int byte = 0; byte < 256; ++byte) {
    EXPECT_EQ(kMarks.has(static_cast<char>(byte)),
              byte == '.' || byte == '?' || byte == 0xFF)
        << byte;
  }
}

TEST(ByteSet, FindsTheFirstFromAPlaceOn) {
  constexpr std::string_view text = "a.b?c";
  EXPECT_EQ(kMarks.find_in(text), 1U);
  EXPECT_EQ(kMarks.find_in(text, 1), 1U);
  EXPECT_EQ(kMarks.find_in(text, 2), 3U);
  EXPECT_EQ(kMarks.find_in(text, 4), text.npos);
  EXPECT_EQ(kMarks.find_in(text, 9), text.npos);
  EXPECT_EQ(kMarks.find_in({}), text.npos);
}

}  // namespace
}  // namespace wax::text
