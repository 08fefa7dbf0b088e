#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>

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

// FNV-1a of what the upper half of the encoding standard's tables is in UTF-8
// (encoding_hashes.html).
TEST(ToUtf8, UpperHalvesAreThoseOfTheStandard) {
  const std::pair<std::string_view, uint32_t> cases[] = {
      {"ibm866", 0xBEA6DE2A},         {"iso-8859-2", 0x8CAB6936},
      {"iso-8859-3", 0xA44CFB97},     {"iso-8859-4", 0x8C80CCAF},
      {"iso-8859-5", 0x98D0A16F},     {"iso-8859-6", 0xDAEE1DC2},
      {"iso-8859-7", 0x527A9909},     {"iso-8859-8", 0x3FF7B81D},
      {"iso-8859-8-i", 0x3FF7B81D},   {"iso-8859-10", 0xA8B7D07B},
      {"iso-8859-13", 0x7627E7A1},    {"iso-8859-14", 0xF86005F5},
      {"iso-8859-15", 0x6F0F14C0},    {"iso-8859-16", 0xFF23CC62},
      {"koi8-r", 0x7E402D5D},         {"koi8-u", 0x0548BC21},
      {"macintosh", 0x4BD976F5},      {"windows-874", 0x0917EAB3},
      {"windows-1250", 0x5C4073F5},   {"windows-1251", 0x4546F785},
      {"windows-1252", 0x3957DABA},   {"windows-1253", 0x03DE20F0},
      {"windows-1254", 0x660D31F4},   {"windows-1255", 0x0F0182FF},
      {"windows-1256", 0xA142428B},   {"windows-1257", 0x0D8E1C2E},
      {"windows-1258", 0x41E3CCC3},   {"x-mac-cyrillic", 0xD2BA33A5},
      {"x-user-defined", 0x45829DC5},
  };
  for (const auto& [encoding, hash] : cases) {
    uint32_t found = 2166136261;
    for (int byte = 0x80; byte < 0x100; ++byte) {
      std::string buffer;
      for (char c :
           to_utf8(std::string(1, static_cast<char>(byte)), encoding, buffer)) {
        found = (found ^ static_cast<unsigned char>(c)) * 16777619;
      }
    }
    EXPECT_EQ(found, hash) << encoding;
  }
  std::string buffer;
  EXPECT_EQ(to_utf8("\xAA\xBA \xDE\xFE \xA5\xB5 \xA4", "iso-8859-16", buffer),
            "Șș Țț „” €");
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
