#include "document/charset/folded_text.h"

#include <gtest/gtest.h>

#include <string>

#include "document/charset/language_pairs.h"

namespace wax::document {
namespace {

std::u16string pairs_in(std::string_view bytes, std::string_view encoding) {
  std::string buffer;
  std::u16string all;
  for (const FoldedPair& pair :
       folded_text(bytes, encoding, true, buffer).pairs) {
    all += {pair.first, pair.second, u'|'};
  }
  return all;
}

unsigned cost_in(std::string_view bytes, std::string_view encoding) {
  std::string buffer;
  return folded_text(bytes, encoding, true, buffer).cost / kBit;
}

TEST(FoldedText, PairsHaveACharacterBeyondAscii) {
  EXPECT_EQ(pairs_in("Ab \xC9t\xE9-7", "windows-1252"),
            u" \u00E9|\u00E9t|t\u00E9|\u00E9 |");
  EXPECT_EQ(pairs_in("\x93\xFA\x96\x7B", "shift_jis"),
            u" \u65E5|\u65E5\u672C|");
}

TEST(FoldedText, WhatNoLanguageHasCosts) {
  EXPECT_EQ(cost_in("\xC9T\xC9 \xE9t\xE9", "windows-1252"), 0u);
  EXPECT_EQ(cost_in("\xE9\xC9", "windows-1252"), 6u);  // capital
  EXPECT_EQ(cost_in("x\x81", "windows-1252"), 30u);    // no character
  EXPECT_EQ(cost_in("men\xF9", "windows-1251"), 35u);  // two scripts, no word
  EXPECT_EQ(cost_in("\xF9\xF9", "windows-1251"), 0u);
  EXPECT_EQ(cost_in("\xD2\xC6", "shift_jis"), 20u);  // half-width
}

}  // namespace
}  // namespace wax::document
