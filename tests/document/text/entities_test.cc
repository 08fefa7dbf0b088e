#include <gtest/gtest.h>

#include <string>

#include "document/text/markup.h"
#include "text/utf8.h"

namespace wax::document {
namespace {

struct Case {
  std::string text;
  size_t taken;
  std::string meaning;
};

TEST(Entities, InTextAsTheStandardSays) {
  const Case cases[] = {
      {"&amp;", 5, "&"},
      {"&eacute;t", 8, "\u00E9"},
      {"&euro;", 6, "\u20AC"},
      {"&AElig;", 7, "\u00C6"},
      {"&CounterClockwiseContourIntegral;", 33, "\u2233"},
      {"&NotEqualTilde;", 15, "\u2242\u0338"},
      {"&Afr;", 5, "\U0001D504"},
      {"&zwnj;", 6, "\u200C"},
      // Known without a semicolon, longest name first.
      {"&amp", 4, "&"},
      {"&copy 2008", 5, "\u00A9"},
      {"&notit;", 4, "\u00AC"},
      {"&notin;", 7, "\u2209"},
      {"&frac12x", 7, "\u00BD"},
      // None.
      {"&", 0, ""},
      {"&;", 0, ""},
      {"& ", 0, ""},
      {"&a;", 0, ""},
      {"&nosuch;", 0, ""},
      {"&euro", 0, ""},
      {"&AMPX;", 4, "&"},
      {"&amp\xC3\xA9", 4, "&"},
      // Numbers.
      {"&#65;", 5, "A"},
      {"&#65", 4, "A"},
      {"&#x41;", 6, "A"},
      {"&#X20aC;", 8, "\u20AC"},
      {"&#128;", 6, "\u20AC"},
      {"&#x99;", 6, "\u2122"},
      {"&#129;", 6, "\u0081"},
      {"&#0;", 4, "\uFFFD"},
      {"&#xD800;", 8, "\uFFFD"},
      {"&#x110000;", 10, "\uFFFD"},
      {"&#99999999999999999999;", 23, "\uFFFD"},
      {"&#x1F600;", 9, "\U0001F600"},
      {"&#;", 0, ""},
      {"&#x;", 0, ""},
      {"&#xg", 0, ""},
  };
  for (const Case& c : cases) {
    std::string out;
    EXPECT_EQ(decode_entity(c.text, false, out), c.taken) << c.text;
    EXPECT_EQ(out, c.meaning) << c.text;
  }
}

std::string attribute_of(std::string_view value) {
  std::string out;
  while (!value.empty()) {
    size_t taken =
        value.front() == '&' ? decode_entity(value, true, out) : size_t{0};
    if (taken == 0) out += value[taken++];
    value.remove_prefix(taken);
  }
  return out;
}

TEST(Entities, AttributesKeepQueriesWhole) {
  const std::pair<std::string, std::string> cases[] = {
      {"?a=1&copy=2", "?a=1&copy=2"},
      {"?a=1&amp;copy=2", "?a=1&copy=2"},
      {"?a=1&copyright", "?a=1&copyright"},
      {"?a=1&copy", "?a=1\u00A9"},
      {"?a=1&copy;=2", "?a=1\u00A9=2"},
      {"&", "&"},
      {"a&b&c", "a&b&c"},
      {"", ""},
  };
  for (const auto& [value, meaning] : cases) {
    EXPECT_EQ(attribute_of(value), meaning) << value;
  }
}

TEST(Entities, EveryLengthOfUtf8) {
  std::string out;
  for (char32_t point :
       {0x7Fu, 0x80u, 0x7FFu, 0x800u, 0xFFFFu, 0x10000u, 0x10FFFFu}) {
    text::append_utf8(point, out);
  }
  EXPECT_EQ(out,
            "\x7F\xC2\x80\xDF\xBF\xE0\xA0\x80\xEF\xBF\xBF\xF0\x90\x80\x80"
            "\xF4\x8F\xBF\xBF");
}

}  // namespace
}  // namespace wax::document
