#include "document/text/nfc.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace wax::document {
namespace {

std::string composed(std::string text) {
  compose(text);
  return text;
}

TEST(Nfc, LettersAndTheirAccentsBecomeOneCharacter) {
  EXPECT_EQ(composed(""), "");
  EXPECT_EQ(composed("plain text"), "plain text");
  EXPECT_EQ(composed("e\u0301t\u00E9"), "\u00E9t\u00E9");
  EXPECT_EQ(composed("\u212B"), "\u00C5");
  EXPECT_EQ(composed("\u0438\u0306"), "\u0439");
  EXPECT_EQ(composed("\u1100\u1161"), "\uAC00");
  EXPECT_EQ(composed("\u2000x"), "\u2002x");
}

TEST(Nfc, RangesMoveWithTheirText) {
  using Ranges = std::vector<text::TextRange>;
  std::string text = "e\u0301 cafe\u0301 the\u0301 x";
  Ranges ranges = {{0, 3}, {4, 10}, {17, 18}};
  compose(text, ranges);
  EXPECT_EQ(text, "\u00E9 caf\u00E9 th\u00E9 x");
  EXPECT_EQ(ranges, (Ranges{{0, 2}, {3, 8}, {14, 15}}));
}

TEST(Nfc, RangesOfComposedTextStay) {
  using Ranges = std::vector<text::TextRange>;
  std::string text = "caf\u00E9 x";
  Ranges ranges = {{0, 5}, {6, 7}};
  compose(text, ranges);
  EXPECT_EQ(ranges, (Ranges{{0, 5}, {6, 7}}));
}

TEST(Nfc, ARangeThatDividesACharacterEndsAfterIt) {
  std::string text = "e\u0301x";
  std::vector<text::TextRange> ranges = {{0, 1}, {1, 4}};
  compose(text, ranges);
  EXPECT_EQ(text, "\u00E9x");
  EXPECT_EQ(ranges[0], (text::TextRange{0, 2}));
  EXPECT_EQ(ranges[1], (text::TextRange{2, 3}));
}

}  // namespace
}  // namespace wax::document
