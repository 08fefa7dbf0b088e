#include "text/json.h"

#include <gtest/gtest.h>

namespace wax::text {
namespace {

std::string json(std::string_view bytes) {
  std::string out = "x";
  append_json_string(out, bytes);
  return out.substr(1);
}

TEST(JsonString, EscapesWhatJsonAsksFor) {
  EXPECT_EQ(json(""), R"("")");
  EXPECT_EQ(json("plain /text"), R"("plain /text")");
  EXPECT_EQ(json("a\"b\\c"), R"("a\"b\\c")");
  EXPECT_EQ(json("\n\r\t\x01\x1f"), R"("\n\r\t\u0001\u001f")");
  EXPECT_EQ(json(std::string_view("\0", 1)), R"("\u0000")");
  EXPECT_EQ(json("\x7f"), R"("\u007f")");
}

TEST(JsonString, WellFormedUtf8IsKept) {
  for (const char* text :
       {"\xc2\x80", "\xdf\xbf", "\xe0\xa0\x80", "\xed\x9f\xbf", "\xee\x80\x80",
        "\xef\xbf\xbd", "\xf0\x90\x80\x80", "\xf4\x8f\xbf\xbf", "a\xc3\xa9z"}) {
    EXPECT_EQ(json(text), "\"" + std::string(text) + "\"");
  }
}

TEST(JsonString, IllFormedBytesBecomeReplacementCharacters) {
  const std::string bad = "\xef\xbf\xbd";
  struct {
    const char* bytes;
    int replaced;
    const char* rest;
  } cases[] = {
      {"\x80", 1, ""},              // a continuation alone
      {"\xc0\xaf", 2, ""},          // overlong
      {"\xe0\x80\xaf", 3, ""},      // overlong
      {"\xed\xa0\x80", 3, ""},      // a surrogate
      {"\xf4\x90\x80\x80", 4, ""},  // beyond U+10FFFF
      {"\xff", 1, ""},
      {"\xc3", 1, ""},  // cut at the end
      {"\xe2\x82", 2, ""},
      {"\xf0\x9f\x98", 3, ""},
      {"\xc3(", 1, "("},          // cut by another byte
      {"\xe9t\xe9", 1, nullptr},  // Latin-1
  };
  for (const auto& c : cases) {
    if (c.rest == nullptr) {
      EXPECT_EQ(json(c.bytes), "\"" + bad + "t" + bad + "\"");
      continue;
    }
    std::string expected = "\"";
    for (int i = 0; i < c.replaced; ++i) expected += bad;
    EXPECT_EQ(json(c.bytes), expected + c.rest + "\"");
  }
}

}  // namespace
}  // namespace wax::text
