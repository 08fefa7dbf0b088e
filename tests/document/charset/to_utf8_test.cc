#include <gtest/gtest.h>

#include <string>

#include "document/charset/charset.h"

namespace wax::document {
namespace {

using namespace std::string_literals;

TEST(ToUtf8, BytesToUtf8) {
  struct Case {
    std::string bytes;
    std::string_view encoding;
    std::string text;
  } const cases[] = {
      {"caf\xE9 \x80 \x93x\x94", "windows-1252",
       "caf\u00E9 \u20AC \u201Cx\u201D"},
      {"\xC3\xA9", "utf-8", "\u00E9"},
      {"\xEF\xBB\xBFx", "utf-8", "x"},
      {"a\xFF\xC3\xA9\xC3", "utf-8", "a\uFFFD\u00E9\uFFFD"},
      {"\xFF\xFEx\0\x3D\xD8\x00\xDE"s, "utf-16le", "x\U0001F600"},
      {"\xFE\xFF\0x\x20\xAC"s, "utf-16be", "x\u20AC"},
      {"x\0\x00\xD8y\0"s, "utf-16le", "x\uFFFDy"},
      {"\xF0\xD2\xC9", "koi8-r", "\u041F\u0440\u0438"},
      {"\xCF\xF0\xE8", "windows-1251", "\u041F\u0440\u0438"},
      {"\x93\xFA\x96\x7B", "shift_jis", "\u65E5\u672C"},
      {"\xC6\xFC\xCB\xDC", "euc-jp", "\u65E5\u672C"},
      {"\x1B$BF|K\\\x1B(B", "iso-2022-jp", "\u65E5\u672C"},
      {"\xD6\xD0\xCE\xC4", "gbk", "\u4E2D\u6587"},
      {"\xA4\xA4\xA4\xE5", "big5", "\u4E2D\u6587"},
      {"\xC7\xD1\xB1\xDB", "euc-kr", "\uD55C\uAE00"},
      {"\xA1\xA2", "windows-874", "\u0E01\u0E02"},
      {"\xB1\xE6", "iso-8859-2", "\u0105\u0107"},
      {"~{VPND~}", "hz-gb-2312", "\u4E2D\u6587"},
      {"x", "no-such", "x"},
      {"\xE9", "no-such", "\uFFFD"},
      {"", "windows-1252", ""},
  };
  for (const Case& c : cases) {
    std::string buffer = "old";
    EXPECT_EQ(to_utf8(c.bytes, c.encoding, buffer), c.text) << c.encoding;
  }
}

TEST(ToUtf8, Utf8IsNotCopied) {
  std::string bytes = "caf\xC3\xA9";
  std::string buffer;
  EXPECT_EQ(to_utf8(bytes, "utf-8", buffer).data(), bytes.data());
  bytes = "plain";
  EXPECT_EQ(to_utf8(bytes, "windows-1252", buffer).data(), bytes.data());
}

}  // namespace
}  // namespace wax::document
