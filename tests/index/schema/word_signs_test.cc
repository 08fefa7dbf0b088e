#include "index/schema/word_signs.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>

#include "index/schema/letters.h"

namespace wax::index {
namespace {

TEST(WordSigns, AnAbbreviationHasSingleLettersAndDots) {
  const std::pair<const char*, size_t> cases[] = {
      {"U.S.A.", 5},  {"U.S.A", 5},     {"e.g. x", 3}, {"U.S", 0},
      {"node.js", 0}, {"a.b.c.org", 0}, {"v.1.2", 0},  {"a.", 0},
      {"a.b.c1", 0},  {"Т.С.Ж.", 8},    {"", 0},       {"a", 0}};
  for (const auto& [text, end] : cases) {
    EXPECT_EQ(abbreviation_end(text, 0), end) << text;
  }
  std::string chain;
  while (chain.size() < 100) chain += "a.";
  EXPECT_EQ(abbreviation_end(chain, 0), 0U);
}

TEST(WordSigns, ATailStandsBehindALetterAndBeforeNone) {
  const std::pair<const char*, size_t> cases[] = {
      {"C++", 2},  {"C++,", 2}, {"C++11", 2}, {"C#", 1},
      {"A+ b", 1}, {"C#4", 0},  {"a+b", 0},   {"C+++", 0},
      {"C##", 0},  {"a++b", 0}, {"C/", 0},    {"C", 0}};
  for (const auto& [text, length] : cases) {
    EXPECT_EQ(tail_length(text, 1), length) << text;
  }
}

TEST(WordSigns, AQuoteIsPartOfAHebrewWordBetweenItsLetters) {
  const std::string word = "צה\"ל";
  EXPECT_EQ(sign_within_word('"', word, word.find('"')), 0x05F4U);
  EXPECT_EQ(sign_within_word('"', "\"שלום\"", 0), 0U);
  EXPECT_EQ(sign_within_word('"', "a\"b", 1), 0U);
  EXPECT_EQ(sign_within_word('"', "של\" ום", 4), 0U);
  EXPECT_EQ(sign_within_word('+', word, word.find('"')), 0U);
}

TEST(WordSigns, ADotIsPartOfAWordBetweenTwoL) {
  const std::string word = "col·lecció";
  EXPECT_EQ(sign_within_word(kMiddleDot, word, 3), 0xB7U);
  EXPECT_EQ(sign_within_word(kMiddleDot, "COL·LECCIÓ", 3), 0xB7U);
  EXPECT_EQ(sign_within_word(kMiddleDot, "Mail·About", 4), 0U);
  EXPECT_EQ(sign_within_word(kMiddleDot, "·l", 0), 0U);
  EXPECT_EQ(sign_within_word(kMiddleDot, "l·", 1), 0U);
}

TEST(WordSigns, PicturesAreNoSignsOfText) {
  for (UChar32 c : {0x1F9A9, 0x2603, 0x260E, 0x2764, 0x1F1E9}) {
    EXPECT_TRUE(is_picture(c)) << c;
  }
  for (UChar32 c : {0xA9, 0xAE, 0x2122, 0x203C, 0x2192, 0x25B6, 0x2605, 0x23,
                    0x31, 0x1F3FB}) {
    EXPECT_FALSE(is_picture(c)) << c;
  }
}

TEST(WordSigns, OnlyTailsAndJoinedPicturesAreToMatch) {
  EXPECT_TRUE(has_signs_to_match("c++"));
  EXPECT_TRUE(has_signs_to_match("c#"));
  EXPECT_TRUE(has_signs_to_match("👩\u200D🚀"));
  EXPECT_FALSE(has_signs_to_match("u.s.a"));
  EXPECT_FALSE(has_signs_to_match("café"));
  EXPECT_FALSE(has_signs_to_match(""));
}

}  // namespace
}  // namespace wax::index
