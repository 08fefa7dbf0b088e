#include "text/sanitize.h"

#include <gtest/gtest.h>

#include <string>

namespace wax::text {
namespace {

TEST(SanitizeTest, SoundTextStaysAsItIs) {
  for (const char* text :
       {"", "plain", "é日\xF0\x9F\x98\x80", "\xEF\xBF\xBD"}) {
    EXPECT_EQ(sane(text), text);
  }
  EXPECT_EQ(sane(std::string("a\0b", 3)), std::string("a\0b", 3));
}

TEST(SanitizeTest, WhatIsNoUtf8BecomesTheReplacementCharacter) {
  EXPECT_EQ(sane("a\xFF"
                 "b"),
            "a\xEF\xBF\xBD"
            "b");
  EXPECT_EQ(sane("\xC0\x80"), "\xEF\xBF\xBD\xEF\xBF\xBD");
  EXPECT_EQ(sane("caf\xC3"), "caf\xEF\xBF\xBD");
}

TEST(SanitizeTest, NoncharactersAtTheEndOfPlanesVanish) {
  EXPECT_EQ(sane("a\xEF\xBF\xBE\xEF\xBF\xBF"
                 "b\xF0\x9F\xBF\xBF"
                 "c"),
            "abc");
}

TEST(SanitizeTest, AppendKeepsWhatIsThere) {
  std::string out = "x";
  append_sane("y\xFFz", out);
  EXPECT_EQ(out, "xy\xEF\xBF\xBDz");
}

}  // namespace
}  // namespace wax::text
