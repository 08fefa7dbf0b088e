#include "document/charset/east_asian.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <initializer_list>
#include <string>
#include <utility>

namespace wax::document {
namespace {

std::string read_as(std::string_view bytes, std::string_view encoding) {
  std::string text;
  EXPECT_TRUE(append_east_asian(bytes, encoding, text)) << encoding;
  return text;
}

// FNV-1a of texts of few bytes.
class Hash {
 public:
  explicit Hash(std::string_view encoding) : encoding_(encoding) {}

  void take(std::initializer_list<int> bytes) {
    bytes_.clear();
    for (int byte : bytes) bytes_ += static_cast<char>(byte);
    text_.clear();
    EXPECT_TRUE(append_east_asian(bytes_, encoding_, text_));
    for (char c : text_) {
      value = (value ^ static_cast<unsigned char>(c)) * 16777619;
    }
  }

  uint32_t value = 2166136261;

 private:
  std::string_view encoding_;
  std::string bytes_;
  std::string text_;
};

// All characters of one and of two bytes, and all errors
// (encoding_hashes.html).
TEST(EastAsian, IndexesAndErrorsAreThoseOfTheStandard) {
  const std::pair<std::string_view, uint32_t> cases[] = {
      {"gbk", 0xFF0AD96D},    {"gb18030", 0x337D126A},   {"big5", 0x809B1AE6},
      {"euc-jp", 0x275031CD}, {"shift_jis", 0x26367FBB}, {"euc-kr", 0xE19146F2},
  };
  for (const auto& [encoding, hash] : cases) {
    Hash found(encoding);
    for (int a = 0x80; a < 0x100; ++a) found.take({a});
    for (int a = 0x80; a < 0x100; ++a) {
      for (int b = 0; b < 0x100; ++b) {
        const bool is_two = encoding == "big5" && a == 0x88 &&
                            (b == 0x62 || b == 0x64 || b == 0xA3 || b == 0xA5);
        if (!is_two) found.take({a, b});
      }
    }
    if (encoding == "euc-jp") {
      for (int a = 0xA1; a < 0xFF; ++a) {
        for (int b = 0xA1; b < 0xFF; ++b) found.take({0x8F, a, b});
      }
    }
    if (encoding == "gb18030") {
      for (int p = 0; p < 39420; ++p) {
        found.take({0x81 + p / 12600, 0x30 + p / 1260 % 10, 0x81 + p / 10 % 126,
                    0x30 + p % 10});
      }
    }
    EXPECT_EQ(found.value, hash) << encoding;
  }
}

TEST(EastAsian, BytesToText) {
  struct Case {
    std::string_view bytes;
    std::string_view encoding;
    std::string_view text;
  } const cases[] = {
      {"\x80 \xFFx", "gbk", "\u20AC \uFFFDx"},
      {"\x90\x30\x81\x30", "gb18030", "\U00010000"},
      {"\xE3\x32\x9A\x35", "gb18030", "\U0010FFFF"},
      {"\xE3\x32\x9A\x36", "gb18030", "\uFFFD"},
      {"\x81\x30x", "gb18030", "\uFFFD0x"},
      {"\x81\x30\x81", "gb18030", "\uFFFD"},
      {"\xC9<b>", "euc-kr", "\uFFFD<b>"},
      {"\xA4\xA4\xA4", "big5", "\u4E2D\uFFFD"},
      {"\x88\x62\x88\xA5", "big5", "\u00CA\u0304\u00EA\u030C"},
      {"\x8E\xB1 \x8F\xB0\xA1 \xAD\xA1", "euc-jp", "\uFF71 \u4E02 \u2460"},
      {"\x87\x8A \xFA\xB1 \xD2\xC6", "shift_jis", "\u3231 \uFA11 \uFF92\uFF86"},
      {"\x1B$B-!\x1B(B-!\x1B(J\\\x1B(I1", "iso-2022-jp",
       "\u2460-!\u00A5\uFF71"},
      {"\x1B$BF|\nF|\x1B$B\x1B(BF|\x1B(X\xFF", "iso-2022-jp",
       "\u65E5\nF|F|\uFFFD(X\uFFFD"},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(read_as(c.bytes, c.encoding), c.text) << c.encoding;
  }
  std::string text;
  EXPECT_FALSE(append_east_asian("x", "koi8-r", text));
  EXPECT_EQ(text, "");
}

}  // namespace
}  // namespace wax::document
