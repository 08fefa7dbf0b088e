#include <gtest/gtest.h>

#include <string>

#include "index/schema/tokens.h"

namespace wax::index {
namespace {

TEST(VowelMarks, QuotedArabicWordsHaveNoVowelMarks) {
  std::string room;
  EXPECT_EQ(without_vowel_marks("الكِتَابُ", room), "الكتاب");
  EXPECT_EQ(without_vowel_marks("أعلى", room), "أعلى");
  EXPECT_EQ(without_vowel_marks("\uFE8D\uFEDF\uFEDC", room), "الك");
  EXPECT_EQ(without_vowel_marks("\u064B", room), "\u064B");
  EXPECT_EQ(without_vowel_marks("", room), "");
  EXPECT_TRUE(is_arabic("كتاب"));
  for (const char* other : {"", "a", "é", "שלום", "日本"}) {
    EXPECT_FALSE(is_arabic(other)) << other;
  }
}

}  // namespace
}  // namespace wax::index
