#include <gtest/gtest.h>

#include <string>

#include "cdx/url/url.h"

namespace wax::cdx {
namespace {

std::string unescaped(std::string text) {
  unescape_repeatedly(text);
  return text;
}

std::string escaped(std::string text) {
  escape(text);
  return text;
}

TEST(Escape, UndoesEscapesUntilNoneIsLeft) {
  EXPECT_EQ(unescaped("%252525"), "%");
  EXPECT_EQ(unescaped("%25%32%35"), "%");
  EXPECT_EQ(unescaped("%%32%35"), "%");
  EXPECT_EQ(unescaped("%41%c3"), "A\xc3");
  EXPECT_EQ(unescaped("%%35%zz%2"), "%5%zz%2");
}

TEST(Escape, ChangesNothingWhenUndoneAgain) {
  for (std::string text : {"%%%2525%32", "%2%35%34%31", "a%25%", "%%%"}) {
    EXPECT_EQ(unescaped(unescaped(text)), unescaped(text)) << text;
  }
}

TEST(Escape, EscapesAllButPrintableAscii) {
  EXPECT_EQ(escaped("a b\x7f\xff#%~"), "a%20b%7F%FF%23%25~");
  EXPECT_EQ(escaped(""), "");
}

TEST(Escape, EscapesTheBytesThatAreNamedUnsafe) {
  std::string text = "a{b}% #";
  escape_with("{}", text);
  EXPECT_EQ(text, "a%7Bb%7D%%20#");
}

TEST(Escape, KeepsBytesAbove127InFields) {
  std::string line = "x ";
  append_as_field("a b\n\xc3\xa9%", line);
  EXPECT_EQ(line, "x a%20b%0A\xc3\xa9%");
}

TEST(Escape, TakesLinearTimeForAMegabyte) {
  std::string text;
  for (int i = 0; i < 500000; ++i) text += "%25";
  for (int i = 0; i < 500000; ++i) text += "25";
  EXPECT_EQ(unescaped(text).size(), 500000u);
}

}  // namespace
}  // namespace wax::cdx
