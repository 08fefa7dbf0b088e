#include "index/text/utf8.h"

#include <gtest/gtest.h>

#include <string>

namespace wax::index {
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

TEST(Utf8, AsciiPrefixAtEveryLength) {
  for (size_t n = 0; n < 40; ++n) {
    EXPECT_EQ(ascii_prefix(std::string(n, 'a') + "\xC3\xA9 after"), n);
    EXPECT_EQ(ascii_prefix(std::string(n, 'a')), n);
  }
}

}  // namespace
}  // namespace wax::index
