#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/document/formats/documents.h"

namespace wax::document {
namespace {

using testing::ElementsAre;

TEST(Rtf, RichTextIsDecodedByItsFonts) {
  DocumentText rich = read_named("text.rtf");
  EXPECT_EQ(rich.title, "Caf\xC3\xA9 notes");
  EXPECT_EQ(rich.author, "Ann Lee");
  EXPECT_EQ(rich.published, "2008-05-12");
  EXPECT_EQ(rich.pages, 4u);
  EXPECT_EQ(rich.content,
            "Smoke\xE2\x80\x94"
            "and fire\n"
            "\xD0\x9F\xD1\x80\xD0\xB8\xD0\xB2\xD0\xB5\xD1\x82 "
            "\xE2\x82\xAC\xF0\x9F\x98\x80\nthe link done\n{braces}");
  EXPECT_THAT(rich.links,
              ElementsAre(Link{"http://example.org/rtf", "the link"}));
  EXPECT_EQ(rich.no_text, NoText::kNone);
}

// The text of a document with this body.
std::string text_of(const std::string& body) {
  return read_bytes("{\\rtf1\\ansi " + body + "}").content;
}

struct TextRow {
  std::string body;
  std::string text;
};

void expect_texts(const std::vector<TextRow>& rows) {
  for (const TextRow& row : rows) {
    EXPECT_EQ(text_of(row.body), row.text) << row.body;
  }
}

TEST(Rtf, WordsAndSymbolsGiveLinesSpacesAndCharacters) {
  expect_texts({
      {"a\\par b", "a\nb"},
      {"a\\line b", "a\nb"},
      {"a\\sect b", "a\nb"},
      {"a\\page b", "a\nb"},
      {"a\\row b", "a\nb"},
      {"a\\\nb", "a\nb"},
      {"a\\\rb", "a\nb"},
      {"a\nb", "ab"},
      {"a\\tab b", "a b"},
      {"a\\cell b", "a b"},
      {"a\\nestcell b", "a b"},
      {"a\\emspace b", "a b"},
      {"a\\enspace b", "a b"},
      {"a\\~b", "a b"},
      {"a\\_b", "a-b"},
      {"\\{\\}\\\\", "{}\\"},
      {"a\\emdash b", "a\u2014b"},
      {"a\\endash b", "a\u2013b"},
      {"\\lquote a\\rquote b", "\u2018a\u2019b"},
      {"\\ldblquote a\\rdblquote b", "\u201Ca\u201Db"},
      {"\\bullet a", "\u2022a"},
      {"a\\unknown b\\unknown-7 c", "abc"},
      {"a\\bin3 }}}b", "ab"},
      {"a\\'zzb", "azzb"},
  });
}

TEST(Rtf, UnicodeCharactersStandForThoseAfterThem) {
  expect_texts({
      {"\\u8364?a", "\u20ACa"},
      {"\\uc0\\u8364 a", "\u20ACa"},
      {"\\uc2\\u8364 xya", "\u20ACa"},
      {"\\u8364\\'80a", "\u20ACa"},
      {"{\\uc0 b}\\u8364?a", "b\u20ACa"},
      {"\\u-10179?\\u-8704?", "\U0001F600"},
      {"\\u55357?\\u56832?", "\U0001F600"},
      {"a\\u-10179?b", "ab"},
      {"a\\u0?b", "ab"},
  });
}

TEST(Rtf, HiddenTextIsNone) {
  expect_texts({
      {"{\\v x}a", "a"},
      {"{\\v x\\v0 a}", "a"},
      {"{\\v x\\plain a}", "a"},
      {"{\\v1 x}a", "a"},
  });
}

TEST(Rtf, GroupsThatAreNoTextArePassedOver) {
  for (const char* word : {"atnauthor",
                           "atndate",
                           "atnid",
                           "bkmkend",
                           "bkmkstart",
                           "buptim",
                           "colorschememapping",
                           "colortbl",
                           "comment",
                           "company",
                           "datafield",
                           "datastore",
                           "doccomm",
                           "falt",
                           "filetbl",
                           "generator",
                           "keywords",
                           "latentstyles",
                           "listtable",
                           "nonshppict",
                           "objdata",
                           "operator",
                           "panose",
                           "pict",
                           "printim",
                           "revtbl",
                           "revtim",
                           "stylesheet",
                           "themedata",
                           "xmlnstbl",
                           "private",
                           "template",
                           "*\\something",
                           "fonttbl",
                           "info"}) {
    EXPECT_EQ(text_of(std::string("{\\") + word + " x{y}}a"), "a") << word;
  }
  for (const char* word :
       {"*\\shppict", "*\\shpinst", "*\\shptxt", "*\\annotation", "other"}) {
    EXPECT_EQ(text_of(std::string("{\\") + word + " x{y}}a"), "xya") << word;
  }
}

TEST(Rtf, CodePagesAndCharsetsOfFontsDecodeBytes) {
  struct Row {
    int code_page;  // 0: none
    int charset;    // 0: none
    std::string bytes;
    std::string text;
  };
  const std::vector<Row> rows = {
      {866, 0, "\\'8f", "\u041F"},        {874, 222, "\\'a1", "\u0E01"},
      {932, 128, "\\'82\\'a0", "\u3042"}, {936, 134, "\\'b0\\'a1", "\u554A"},
      {949, 129, "\\'b0\\'a1", "\uAC00"}, {950, 136, "\\'a4\\'40", "\u4E00"},
      {1250, 238, "\\'b9", "\u0105"},     {1251, 204, "\\'cf", "\u041F"},
      {1252, 0, "\\'e9", "\u00E9"},       {1253, 161, "\\'e1", "\u03B1"},
      {1254, 162, "\\'fd", "\u0131"},     {1255, 177, "\\'e0", "\u05D0"},
      {1256, 178, "\\'c8", "\u0628"},     {1257, 186, "\\'e0", "\u0105"},
      {1258, 163, "\\'d0", "\u0110"},     {10000, 77, "\\'8e", "\u00E9"},
      {65001, 0, "\\'c3\\'a9", "\u00E9"}, {1, 0, "\\'e9", "\u00E9"},
  };
  for (const Row& row : rows) {
    EXPECT_EQ(
        text_of("\\ansicpg" + std::to_string(row.code_page) + ' ' + row.bytes),
        row.text)
        << row.code_page;
    if (row.charset == 0) continue;
    EXPECT_EQ(
        text_of("{\\fonttbl{\\f3\\fcharset" + std::to_string(row.charset) +
                " Name;}}{\\f3 " + row.bytes + "}\\'e9"),
        row.text + "\u00E9")
        << row.charset;
  }
  EXPECT_EQ(text_of("\\mac\\'8e"), "\u00E9");
}

TEST(Rtf, WhatIsSaidOfTheDocumentIsNoText) {
  const DocumentText rich = read_bytes(
      "{\\rtf1{\\info{\\title A {\\b b}}{\\author Ann}{\\creatim\\yr2008\\mo5"
      "\\dy1\\hr7}{\\nofpages7}}x}");
  EXPECT_EQ(rich.title, "A b");
  EXPECT_EQ(rich.author, "Ann");
  EXPECT_EQ(rich.published, "2008-05-01");
  EXPECT_EQ(rich.pages, 7U);
  EXPECT_EQ(rich.content, "x");
  for (const char* date : {"\\yr2008\\mo13\\dy1", "\\yr2008\\mo5\\dy32",
                           "\\yr99\\mo5\\dy1", "\\yr2008\\mo5"}) {
    EXPECT_EQ(
        read_bytes(std::string("{\\rtf1{\\info{\\creatim") + date + "}}x}")
            .published,
        "")
        << date;
  }
}

TEST(Rtf, FieldsGiveLinks) {
  const auto links_of = [](const std::string& instruction) {
    return read_bytes("{\\rtf1 {\\field{\\*\\fldinst " + instruction +
                      "}{\\fldrslt a b}}c}")
        .links;
  };
  EXPECT_THAT(links_of("HYPERLINK \"http://example.org/\""),
              ElementsAre(Link{"http://example.org/", "a b"}));
  EXPECT_THAT(links_of("{HYPERLINK \"http://example.org/\" \\\\o \"x\"}"),
              ElementsAre(Link{"http://example.org/", "a b"}));
  EXPECT_THAT(links_of("PAGE"), ElementsAre());
}

TEST(Rtf, TheDocumentEndsWithItsGroup) {
  EXPECT_EQ(read_bytes("{\\rtf1 a} b").content, "a");
  const DocumentText cut = read_bytes("{\\rtf1 {a");
  EXPECT_EQ(cut.no_text, NoText::kDamaged);
  EXPECT_EQ(cut.content, "a");
}

}  // namespace
}  // namespace wax::document
