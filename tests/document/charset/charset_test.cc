#include "document/charset/charset.h"

#include <gtest/gtest.h>
#include <unicode/unistr.h>

#include <random>
#include <string>

#include "text/utf8.h"

namespace wax::document {
namespace {

using namespace std::string_literals;

TEST(Charset, LabelsAreThoseOfTheStandard) {
  EXPECT_EQ(encoding_of_label(" ISO-8859-1 "), "windows-1252");
  EXPECT_EQ(encoding_of_label("us-ascii"), "windows-1252");
  EXPECT_EQ(encoding_of_label("iso-8859-9"), "windows-1254");
  EXPECT_EQ(encoding_of_label("gb2312"), "gbk");
  EXPECT_EQ(encoding_of_label("UTF8"), "utf-8");
  EXPECT_EQ(encoding_of_label("sjis"), "shift_jis");
  EXPECT_EQ(encoding_of_label("tis-620"), "windows-874");
  EXPECT_EQ(encoding_of_label("ks_c_5601-1987"), "euc-kr");
  EXPECT_EQ(encoding_of_label("nonsense"), "");
  EXPECT_EQ(encoding_of_label(""), "");
  EXPECT_EQ(encoding_of_label(std::string(10'000, 'u')), "");
}

struct SniffCase {
  std::string bytes;
  std::string_view type;
  std::string_view encoding;
};

TEST(Charset, SniffingOrder) {
  const SniffCase cases[] = {
      {"\xEF\xBB\xBFx", "text/html; charset=koi8-r", "utf-8"},
      {"\xFE\xFF\0x"s, "text/html; charset=utf-8", "utf-16be"},
      {"\xFF\xFEx\0"s, "", "utf-16le"},
      {"<meta charset=gbk>x", "text/html; charset=koi8-r", "koi8-r"},
      {"<meta charset=gbk>x", "text/html; charset=no-such", "gbk"},
      {"<meta charset=utf-16>x", "text/html", "utf-8"},
      {"<\0p\0>\0"s, "text/html; charset=utf-16", "utf-16le"},
      {"\0<\0p\0>"s, "text/html; charset=utf-16", "utf-16be"},
      {"<\0p\0>\0"s, "text/html; charset=utf-16be", "utf-16le"},
      {"\x4E\x4E\x1F\x75"s, "text/html; charset=utf-16le", "utf-8"},
      {"\x4E\x2D\x65\x87\xFF\x01"s, "text/html; charset=utf-16be", "utf-16be"},
      {"<p>x", "text/html; charset=utf-16", "utf-8"},
      {"<meta charset=gbk>x", "text/html; charset=utf-16", "gbk"},
      {"x", "text/html", "utf-8"},
      {"x", "text/html; charset=latin1", "windows-1252"},
      {"caf\xE9", "text/html; charset=latin1", "windows-1252"},
      {"caf\xC3\xA9", "text/html; charset=latin1", "utf-8"},
      {"caf\xC3\xA9", "text/html", "utf-8"},
      {"caf\xC3\xA9 caf\xC3\xA9 \xFF", "text/html; charset=utf-8", "utf-8"},
      {"caf\xC3\xA9 \xC3", "text/html", "utf-8"},
  };
  for (const SniffCase& c : cases) {
    EXPECT_EQ(sniff_charset(c.bytes, c.type, true), c.encoding) << c.bytes;
  }
}

TEST(Charset, UndeclaredBytesAreDetected) {
  // A sentence in Russian, in windows-1251.
  const std::string russian =
      "\xC1\xE8\xE1\xEB\xE8\xEE\xF2\xE5\xEA\xE0 "
      "\xF1\xEE\xE1\xE8\xF0\xE0\xE5\xF2 \xE8 "
      "\xF5\xF0\xE0\xED\xE8\xF2 \xF1\xF2\xF0\xE0\xED\xE8\xF6\xFB, "
      "\xEA\xEE\xF2\xEE\xF0\xFB\xE5 \xE1\xFB\xEB\xE8 "
      "\xEE\xEF\xF3\xE1\xEB\xE8\xEA\xEE\xE2\xE0\xED\xFB \xE2 "
      "\xF1\xE5\xF2\xE8, \xF7\xF2\xEE\xE1\xFB "
      "\xF7\xE8\xF2\xE0\xF2\xE5\xEB\xE8 \xEC\xEE\xE3\xEB\xE8 "
      "\xED\xE0\xE9\xF2\xE8 \xE8\xF5 \xE8 \xF7\xE5\xF0\xE5\xE7 "
      "\xEC\xED\xEE\xE3\xEE \xEB\xE5\xF2. ";
  EXPECT_EQ(sniff_charset(russian, "text/plain", false), "windows-1251");
  // Declared to be UTF-8, and nowhere near it.
  EXPECT_EQ(sniff_charset(russian, "text/plain; charset=utf-8", false),
            "windows-1251");
  EXPECT_EQ(sniff_charset("un caf\xE9 cr\xE8me", "text/html", true),
            "windows-1252");
}

std::string in_encoding(std::string_view text, const char* icu_name) {
  const auto wide = icu::UnicodeString::fromUTF8(
      {text.data(), static_cast<int32_t>(text.size())});
  std::string bytes(text.size() * 4 + 16, '\0');
  const int32_t size =
      wide.extract(0, wide.length(), bytes.data(),
                   static_cast<uint32_t>(bytes.size()), icu_name);
  bytes.resize(static_cast<size_t>(size));
  return bytes;
}

std::string decoded(std::string_view bytes, std::string_view type) {
  std::string buffer;
  return std::string(
      decode_page(bytes, sniff_charset(bytes, type, true), type, buffer));
}

constexpr std::string_view kRussian =
    "<title>Библиотека</title><p>Библиотека собирает и хранит страницы, "
    "которые "
    "были опубликованы в сети, чтобы читатели могли найти их.";
constexpr std::string_view kJapanese =
    "<title>図書館</"
    "title><p>図書館はページを集めて、読者が後で見つけられるように"
    "します。";

TEST(Charset, WhatReadsAsLanguageWinsOverWhatIsStated) {
  const struct {
    std::string_view text;
    const char* encoding;
    std::string_view type;
    std::string_view meta;
  } cases[] = {
      {kRussian, "windows-1251", "text/html; charset=ISO-8859-1", ""},
      {kRussian, "windows-1251", "text/html; charset=utf-8", ""},
      {kRussian, "windows-1251", "text/html", "<meta charset=koi8-r>"},
      {kRussian, "windows-1251", "text/html; charset=ISO-8859-1",
       "<meta charset=windows-1251>"},
      {kRussian, "koi8-r", "text/html; charset=windows-1251", ""},
      {kRussian, "koi8-r", "text/html; charset=ISO-8859-1", ""},
      {kRussian, "ibm-866", "text/html; charset=ISO-8859-1",
       "<meta charset=cp866>"},
      {kRussian, "utf-8", "text/html; charset=windows-1251", ""},
      {kRussian, "utf-8", "text/html; charset=ISO-8859-1", ""},
      {kRussian, "utf-16le", "text/html", ""},
      {kRussian, "utf-16be", "text/html; charset=utf-8", ""},
      {kJapanese, "shift_jis", "text/html; charset=ISO-8859-1", ""},
      {kJapanese, "shift_jis", "text/html", "<meta charset=utf-8>"},
      {kJapanese, "euc-jp", "text/html; charset=ISO-8859-1", ""},
      {kJapanese, "iso-2022-jp", "text/html; charset=ISO-8859-1", ""},
      {kJapanese, "utf-16le", "text/html; charset=ISO-8859-1", ""},
      {"<p>图书馆收集网页，让读者以后能够找到它们。这些网页是在网络上发布的。",
       "gb18030", "text/html; charset=ISO-8859-1", ""},
      {"<p>도서관은 네트워크에 게시된 페이지를 모아서 독자가 나중에 찾을 수 "
       "있게 합니다.",
       "windows-949", "text/html; charset=ISO-8859-1", ""},
      {"<p>Η βιβλιοθήκη συλλέγει και φυλάει σελίδες που δημοσιεύτηκαν στο "
       "δίκτυο.",
       "iso-8859-7", "text/html; charset=ISO-8859-1", ""},
      {"<p>Der gro\u00DFe Fu\u00DF f\u00FCr \u00A35", "windows-1252",
       "text/html; charset=utf-8", ""},
      {"<p>Der gro\u00DFe Fu\u00DF f\u00FCr \u00A35", "windows-1252",
       "text/html", ""},
      {"<p>P\u0159\u00EDli\u0161 \u017Elu\u0165ou\u010Dk\u00FD "
       "k\u016F\u0148",
       "windows-1250", "text/html", "<meta charset=windows-1250>"},
  };
  for (const auto& c : cases) {
    const std::string text = std::string(c.meta) + std::string(c.text);
    EXPECT_EQ(decoded(in_encoding(text, c.encoding), c.type), text)
        << c.encoding << ", " << c.type << c.meta;
  }
}

TEST(Charset, WhatServerAndPageStateHoldsWhereEveryByteIsValid) {
  const struct {
    std::string_view label;
    const char* encoding;
    std::string_view text;
  } cases[] = {
      {"shift_jis", "ibm-943_P15A-2003", "\u5C71\uFA11"},
      {"shift_jis", "ibm-943_P15A-2003", "\u5E73\u6210\u337B"},
      {"shift_jis", "ibm-943_P15A-2003", "\uFF92\uFF86\uFF6D\uFF70"},
      {"koi8-r", "koi8-r", "\u0420\u0410\u0417\u0414\u0415\u041B"},
      {"windows-1252", "windows-1252", "\u00E1\u00E9\u00ED\u00F3\u00FA"},
      {"windows-1250", "windows-1250", "\u017C\u00F3\u0142\u0107"},
      {"euc-kr", "windows-949-2000", "\uD648"},  // UTF-8 of one character, too
  };
  for (const auto& c : cases) {
    const std::string label(c.label);
    const std::string page =
        "<meta charset=" + label + "><title>" + std::string(c.text);
    EXPECT_EQ(
        decoded(in_encoding(page, c.encoding), "text/html; charset=" + label),
        page);
  }
  // UTF-8 beyond doubt, and bytes that the encoding has not.
  for (std::string_view label : {"windows-1252", "euc-kr", "windows-1251"}) {
    const std::string page = "<meta charset=" + std::string(label) +
                             "><p>\u00E4 \u00F6\u00FC \u2013";
    EXPECT_EQ(decoded(page, "text/html; charset=" + std::string(label)), page);
  }
  EXPECT_EQ(
      decoded(in_encoding("<meta charset=koi8-r>\u043C\u0438\u0440", "koi8-r") +
                  "\x90\xFF",
              "text/html; charset=euc-kr")
          .substr(21, 6),
      "\u043C\u0438\u0440");
}

TEST(Charset, UnstatedPagesAreInTheEncodingOfTheirLanguage) {
  constexpr std::string_view kCzech =
      "<html><p>Ka\u017Ed\u00E9 r\u00E1no l\u00E9taj\u00ED \u010D\u00E1pi "
      "p\u0159es "
      "\u0159eku, kde ryb\u00E1\u0159i vrhaj\u00ED s\u00EDt\u011B do "
      "studen\u00E9 vody.";
  constexpr std::string_view kLithuanian =
      "<html lang=lt><p>Gandrai skrenda vir\u0161 up\u0117s, o \u017Evejai "
      "tyli.";
  for (std::string_view type : {"text/html", "text/html; charset=ISO-8859-1",
                                "text/html; charset=utf-8"}) {
    EXPECT_EQ(decoded(in_encoding(kCzech, "windows-1250"), type), kCzech);
    EXPECT_EQ(decoded(in_encoding(kLithuanian, "windows-1257"), type),
              kLithuanian);
  }
  // Authors, too, say so of pages that are not.
  const std::string meta = "<meta charset=iso-8859-1>";
  EXPECT_EQ(decoded(in_encoding(meta + std::string(kRussian), "windows-1251"),
                    "text/html; charset=ISO-8859-1"),
            meta + std::string(kRussian));
  // A domain tells what few letters do not.
  EXPECT_EQ(sniff_charset("<p>La citt\xE0 vecchia", "text/html", true,
                          "http://www.example.it/"),
            "windows-1252");
  // A few words say no more when there are many of them.
  std::string menu = "<p>\xC8 il men\xF9.";
  for (int i = 0; i < 20; ++i) menu += " Il men\xF9, poi (men\xF9)";
  EXPECT_EQ(sniff_charset(menu, "text/html", true, "http://www.example.org/"),
            "windows-1252");
}

TEST(Charset, PartsOfAPageInTwoEncodingsReadWell) {
  const std::string mixed =
      "<title>\xA3"
      "5</title><meta content='\xC2\xA3"
      "5'>";
  const std::string pounds = "<title>\u00A35</title><meta content='\u00A35'>";
  for (const char* type :
       {"text/html", "text/html; charset=utf-8", "text/html; charset=latin1"}) {
    EXPECT_EQ(decoded(mixed, type), pounds) << type;
  }
  const std::string page(kRussian);
  EXPECT_EQ(decoded(in_encoding(page, "windows-1251") + page,
                    "text/html; charset=windows-1251"),
            page + page);
  // What belongs to words of a page of one encoding stays.
  EXPECT_EQ(decoded("\xABLIBERT\xC9\xBB caf\xE9", "text/html; charset=latin1"),
            "\u00ABLIBERT\u00C9\u00BB caf\u00E9");
  EXPECT_EQ(decoded("caf\xC3\xA9 caf\xC3\xA9 caf\xE9", "text/html"),
            "caf\u00E9 caf\u00E9 caf\u00E9");
  EXPECT_EQ(decoded("caf\xC3\xA9 caf\xC3\xA9 \xE2\x80", "text/html"),
            "caf\u00E9 caf\u00E9 \uFFFD");
}

TEST(Charset, Utf8ThatWasEncodedTwiceIsDecodedTwice) {
  const std::pair<std::string_view, std::string_view> cases[] = {
      {"d\u00C3\u00A9j\u00C3\u00A0 vu", "d\u00E9j\u00E0 vu"},
      {"it\u00E2\u20AC\u2122s", "it\u2019s"},
      {"\u00C2\u00A35", "\u00A35"},
      {"\u00D0\u00BC\u00D0\u00B8\u00D1\u20AC", "\u043C\u0438\u0440"},
      {"caf\u00E9", "caf\u00E9"},
      {"\u201CLIBERT\u00C9\u201D", "\u201CLIBERT\u00C9\u201D"},
      {"AMANH\u00C3\u201D", "AMANH\u00C3\u201D"},
  };
  for (const auto& [bytes, text] : cases) {
    EXPECT_EQ(decoded(bytes, "text/html; charset=utf-8"), text);
  }
}

TEST(Charset, AnyBytesBecomeWellFormedInEveryEncoding) {
  std::mt19937 random(8859);
  for (int i = 0; i < 3000; ++i) {
    std::string bytes;
    for (size_t n = random() % 40; n > 0; --n) {
      bytes += static_cast<char>(random());
    }
    for (std::string_view encoding :
         {"utf-8",          "windows-1252",   "windows-1253", "iso-8859-16",
          "koi8-u",         "iso-8859-10",    "iso-8859-14",  "macintosh",
          "x-mac-cyrillic", "x-user-defined", "utf-16le",     "utf-16be",
          "shift_jis",      "euc-jp",         "iso-2022-jp",  "gbk",
          "gb18030",        "big5",           "euc-kr",       "iso-2022-kr",
          "iso-2022-cn",    "hz-gb-2312"}) {
      std::string buffer;
      std::string_view text = to_utf8(bytes, encoding, buffer);
      ASSERT_EQ(text::utf8_prefix(text), text.size()) << encoding;
    }
    (void)sniff_charset(bytes, "", i % 2 == 0);
  }
}

}  // namespace
}  // namespace wax::document
