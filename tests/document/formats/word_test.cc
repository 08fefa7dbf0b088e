#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/document/formats/compound_files.h"
#include "tests/document/formats/documents.h"

namespace wax::document {
namespace {

DocumentText read_streams(const Streams& streams) {
  return read_bytes(compound_file(streams));
}

TEST(Word, PiecesAreBytesOrUtf16) {
  const DocumentText word = read_streams(word_streams(
      {{"Caf\xE9 \x93quoted\x94\r"}, {utf16(u"Цапля 鷺\r"), true}, {"end\r"}}));
  EXPECT_EQ(word.type, "application/msword");
  EXPECT_EQ(word.content, "Café “quoted”\nЦапля 鷺\nend");
  EXPECT_EQ(word.no_text, NoText::kNone);
  EXPECT_EQ(read_streams(word_streams({{"other table\r"}}, 0x0200)).content,
            "other table");
}

TEST(Word, SignsAreCellsLinesAndHyphens) {
  EXPECT_EQ(read_streams(word_streams({{"a\x07"
                                        "b\x07\x07"
                                        "c\td\x0B"
                                        "e\x1E"
                                        "f\x1Fg\x02 h\x0Ci"}}))
                .content,
            "a b\nc d\ne-fg h\ni");
}

TEST(Word, AFieldIsItsResultAndItsLink) {
  const DocumentText word = read_streams(
      word_streams({{"a \x13 HYPERLINK \"http://example.org/x\" \x14the \x13 "
                     "PAGE \x14"
                     "7\x15 link\x15 b \x13 TOC \\o \x15 c\r"}}));
  EXPECT_EQ(word.content, "a the 7 link b c");
  ASSERT_EQ(word.links.size(), 1u);
  EXPECT_EQ(word.links[0].url, "http://example.org/x");
  EXPECT_EQ(word.links[0].text, "the 7 link");
}

TEST(Word, AFieldWithoutAnEndHidesNothing) {
  const DocumentText word = read_streams(
      word_streams({{"a \x13" + std::string(5000, 'x') + " heron\r"}}));
  EXPECT_TRUE(word.content.starts_with("a xxx"));
  EXPECT_TRUE(word.content.ends_with("x heron"));
  EXPECT_EQ(word.no_text, NoText::kDamaged);
  const DocumentText open = read_streams(word_streams({{"a \x13 heron\r"}}));
  EXPECT_EQ(open.content, "a heron");
  EXPECT_EQ(open.no_text, NoText::kDamaged);
}

TEST(Word, WhatIsNotReadHasAReason) {
  EXPECT_EQ(read_streams(word_streams({{"x"}}, 0x0100)).no_text,
            NoText::kEncrypted);
  EXPECT_EQ(read_streams(word_streams({{"x"}}, 0, 0x68)).no_text,
            NoText::kUnsupported);
  Streams lost = word_streams({{"x"}});
  lost.pop_back();
  EXPECT_EQ(read_streams(lost).no_text, NoText::kDamaged);
}

TEST(Word, TextIsGivenAsItLiesWhereTheTableIsLost) {
  Streams streams = word_streams({{utf16(u"Цапля\r鷺\r"), true}});
  std::string& main = streams[0].second;
  main.replace(0x18, 8, little(0x200, 4) + little(main.size(), 4));
  main.replace(0x4C, 4, little(8, 4));
  const std::string table = streams[1].second;
  // Lost, overwritten, cut.
  for (const std::string& left :
       {std::string(), std::string(table.size(), '\0'),
        table.substr(0, table.size() - 1)}) {
    streams[1].second = left;
    const DocumentText word = read_streams(streams);
    EXPECT_EQ(word.content, "Цапля\n鷺");
    EXPECT_EQ(word.no_text, NoText::kDamaged);
  }
  main =
      word_streams({{"Caf\xE9 \x13 PAGE \x14"
                     "7\x15 x\r"}})[0]
          .second;
  main.replace(0x18, 8, little(0x200, 4) + little(UINT32_MAX, 4));
  main.replace(0x4C, 4, little(UINT32_MAX, 4));
  EXPECT_EQ(read_streams(streams).content, "Café 7 x");
}

TEST(Word, ACutFileGivesItsTextToTheCut) {
  Streams streams =
      word_streams({{std::string(5000, 'x') + " heron\r"}}, 0, 0x101);
  std::string& main = streams[0].second;
  main.replace(0x18, 8, little(0x200, 4) + little(main.size(), 4));
  main.replace(0x4C, 4, little(5007, 4));
  const std::string file = compound_file(streams);
  // The directory is behind the text.
  const DocumentText whole_text = read_bytes(file.substr(0, 512 + 6144));
  EXPECT_TRUE(whole_text.content.ends_with("x heron"));
  EXPECT_EQ(whole_text.no_text, NoText::kDamaged);
  EXPECT_EQ(whole_text.type, "application/msword");
  EXPECT_EQ(read_bytes(file.substr(0, 2048)).content, std::string(1024, 'x'));
  EXPECT_EQ(read_bytes(file.substr(0, 512)).content, "");
  main[0x0B] = '\1';
  const std::string encrypted = compound_file(streams);
  EXPECT_EQ(read_bytes(encrypted.substr(0, 2048)).content, "");
}

TEST(Word, PiecesThatNameTheSameTextAgainAndAgainEnd) {
  Streams streams = word_streams({{std::string(9000, 'x')}, {"y"}});
  std::string& table = streams[1].second;
  std::string places;
  std::string descriptions;
  for (uint32_t i = 0; i < 10'000; ++i) {
    places += little(i * 9000, 4);
    descriptions += little(0, 2) + little(0x400 + (1u << 30), 4) + little(0, 2);
  }
  places += little(90'000'000, 4);
  table = '\2' + little(places.size() + descriptions.size(), 4) + places +
          descriptions;
  streams[0].second.replace(0x1A6, 4, little(table.size(), 4));
  const DocumentText word = read_streams(streams);
  EXPECT_EQ(word.no_text, NoText::kDamaged);
  EXPECT_LT(word.content.size(), 30'000u);
}

}  // namespace
}  // namespace wax::document
