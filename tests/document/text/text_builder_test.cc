#include "document/text/text_builder.h"

#include <gtest/gtest.h>

#include <string>

namespace wax::document {
namespace {

TEST(TextBuilder, PiecesBecomeWordsAndBlocks) {
  std::string out;
  TextBuilder text(out);
  text.space();
  text.append(" a", false, false);
  text.append("b ", false, false);
  text.append("c", false, false);
  text.space();
  text.line();
  text.space();
  text.append("d\ne", false, false);
  text.append("\r\nf", false, true);
  text.line();
  EXPECT_EQ(out, "ab c\nd e\nf");
}

TEST(TextBuilder, CollapsesWhiteSpaceWhereverItStands) {
  // The words reach over many bytes that are looked at together.
  const std::string letters = "abcdefghijklmnopqrstuvwxyzabcdefghijklmno";
  for (size_t before = 0; before < 40; ++before) {
    for (const char* gap :
         {" ", "  ", "\t", " \n ", "\u00A0", " \u00A0", "\x7F"}) {
      const std::string a = letters.substr(0, before);
      std::string out;
      TextBuilder(out).append(a + gap + letters + gap, false, false);
      EXPECT_EQ(out, a + (a.empty() ? "" : " ") + letters) << before << gap;
    }
    for (const char* kept : {"&", "\u00A9", "é", "& &"}) {
      const std::string text = letters.substr(0, before) + kept + letters;
      std::string out;
      TextBuilder(out).append(text, false, false);
      EXPECT_EQ(out, text);
    }
  }
}

TEST(TextBuilder, ReferencesAreResolvedOnRequest) {
  std::string out;
  TextBuilder text(out);
  text.append("&lt;&nbsp;&#32;x ", true, false);
  text.append("&lt;", false, false);
  EXPECT_EQ(out, "< x &lt;");
}

TEST(TextBuilder, APageOfPlainTextEndsALine) {
  std::string text;
  TextBuilder builder(text);
  builder.append("one\fone more\r\n\f\r\ntwo", false, true);
  EXPECT_EQ(text, "one\none more\ntwo");
}

TEST(TextBuilder, LinesKeepTheirIndentsOnRequest) {
  std::string text;
  TextBuilder builder(text, TextBuilder::Indents::kKept);
  builder.append("  def f(x):\n    if x :  \n \n\t return  1\n\n", false, true);
  EXPECT_EQ(text, "def f(x):\n    if x :\n\t return 1");
  text.clear();
  TextBuilder(text, TextBuilder::Indents::kKept)
      .append("a\n" + std::string(1000, ' ') + "b\r\n\u00A0 c  d", false, true);
  EXPECT_EQ(text, "a\n" + std::string(TextBuilder::kLongestIndent, ' ') +
                      "b\n c d");
}

}  // namespace
}  // namespace wax::document
