#include "text/utf8.h"

#include <gtest/gtest.h>

#include <string>

namespace wax::text {
namespace {

// Unicode 15, section 3.9, table 3-8 and its neighbours.
TEST(Utf8, EveryMaximalIllFormedPartBecomesOneReplacement) {
  const std::pair<std::string, std::string> cases[] = {
      {"plain", "plain"},
      {"\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80", "\u00E9\u20AC\U0001F600"},
      {"\xF4\x8F\xBF\xBF", "\U0010FFFF"},
      {"\x80", "\uFFFD"},
      {"\xC0\xAF", "\uFFFD\uFFFD"},
      {"\xE0\x80\xAF", "\uFFFD\uFFFD\uFFFD"},
      {"\xED\xA0\x80", "\uFFFD\uFFFD\uFFFD"},
      {"\xF4\x91\x92\x93", "\uFFFD\uFFFD\uFFFD\uFFFD"},
      {"\xF1\x80\x80"
       "A",
       "\uFFFDA"},
      {"\xE1\x80\xE2\xF0\x91\x92\xF1\xBF"
       "A",
       "\uFFFD\uFFFD\uFFFD\uFFFDA"},
      {"a\xE2\x82", "a\uFFFD"},
      {"\xFF", "\uFFFD"},
  };
  for (const auto& [bytes, text] : cases) {
    std::string out;
    append_well_formed(bytes, out);
    EXPECT_EQ(out, text);
    EXPECT_EQ(utf8_prefix(out), out.size());
  }
}

TEST(Utf8, EveryScalarValueIsReadAsItWasWritten) {
  for (char32_t point = 0; point <= 0x120000; ++point) {
    std::string text;
    append_utf8(point, text);
    char32_t read = 0;
    size_t size = decode_utf8(text + "z", read);
    ASSERT_EQ(size, is_scalar_value(point) ? text.size() : 0) << text;
    if (size == 0) continue;
    ASSERT_TRUE(read == point) << text;
    text.back() = 'z';
    ASSERT_EQ(decode_utf8(text, read), size == 1 ? 1 : 0) << text;
  }
}

TEST(Utf8, LastTwoOfEveryPlane) {
  EXPECT_TRUE(ends_a_plane(0xFFFE));
  EXPECT_TRUE(ends_a_plane(0x10FFFF));
  EXPECT_FALSE(ends_a_plane(0xFFFD));
  EXPECT_FALSE(ends_a_plane(0x10000));
}

TEST(Utf8, AsciiPrefixAtEveryLength) {
  for (size_t n = 0; n < 40; ++n) {
    EXPECT_EQ(ascii_prefix(std::string(n, 'a') + "\xC3\xA9 after"), n);
    EXPECT_EQ(ascii_prefix(std::string(n, 'a')), n);
  }
}

TEST(Utf8, IsToldFromOtherBytes) {
  for (const char* text : {"", "abc", "\xc3\xa9", "\xe2\x98\x83",
                           "\xf0\x9f\x98\x80", "\xf4\x8f\xbf\xbf"}) {
    EXPECT_TRUE(is_utf8(text)) << text;
  }
  for (const char* text :
       {"\xe9", "\xc3", "\xc0\x80", "\xe0\x80\x80", "\xed\xa0\x80",
        "\xf0\x80\x80\x80", "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\x80"}) {
    EXPECT_FALSE(is_utf8(text)) << text;
  }
}

TEST(Utf8, OtherBytesAreTakenForLatin1) {
  std::string text;
  assign_as_utf8("http://e/\xe9", text);
  EXPECT_EQ(text, "http://e/\xc3\xa9");
  assign_as_utf8("http://e/\xc3\xa9", text);
  EXPECT_EQ(text, "http://e/\xc3\xa9");
}

TEST(Utf8, OtherBytesAreReplacedAsPythonDoes) {
  const std::string bad = "\xef\xbf\xbd";
  const std::pair<const char*, std::string> cases[] = {
      {"a\xc3\xa9", "a\xc3\xa9"},
      {"\xff\xfe", bad + bad},
      {"\xe2\x98", bad},
      {"\xe2\x98x", bad + "x"},
      {"\xed\xa0\x80", bad + bad + bad},
      {"\xf0\x9f\x98\x80\xf0\x9f\x98", "\xf0\x9f\x98\x80" + bad},
      {"\xf4\x90\x80\x80", bad + bad + bad + bad},
      {"\xc0\xaf", bad + bad},
  };
  for (const auto& [bytes, text] : cases) EXPECT_EQ(as_utf8(bytes), text);
}

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
