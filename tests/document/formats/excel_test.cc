#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <string>

#include "document/formats/old_office.h"
#include "tests/document/formats/compound_files.h"
#include "tests/document/formats/documents.h"

namespace wax::document {
namespace {

std::string place(uint16_t row, uint16_t column) {
  return little(row, 2) + little(column, 2) + little(0, 2);
}
std::string number(double value) {
  return little(std::bit_cast<uint64_t>(value), 8);
}
std::string wide(const std::u16string& text) {
  return little(text.size(), 2) + '\1' + utf16(text);
}

// A workbook of two sheets, the second of which is hidden.
std::string workbook(const std::string& shared, const std::string& first,
                     const std::string& second = {}, uint16_t biff = 0x0600) {
  const std::string end = excel_record(0x0A, "");
  auto part = [&](uint16_t kind) {
    return excel_record(0x0809, little(biff, 2) + little(kind, 2));
  };
  auto bounds = [&](size_t one, size_t two) {
    const std::string flags = biff == 0x0600 ? std::string(1, '\0') : "";
    return excel_record(0x85,
                        little(one, 4) + little(0, 2) + '\3' + flags + "One") +
           excel_record(0x85,
                        little(two, 4) + little(1, 2) + '\3' + flags + "Two");
  };
  const size_t head =
      part(5).size() + bounds(0, 0).size() + shared.size() + end.size();
  const std::string sheet = part(16) + first + end;
  return part(5) + bounds(head, head + sheet.size()) + shared + end + sheet +
         part(16) + second + end;
}

DocumentText read_workbook_of(const std::string& stream,
                              const std::string& name = "Workbook") {
  return read_bytes(compound_file({{name, stream}}));
}

TEST(Excel, CellsAreAsTheyAreStored) {
  const std::string shared = excel_record(
      0xFC, little(2, 4) + little(2, 4) + wide(u"Цапля") + little(3, 2) +
                '\x08' + little(1, 2) + "abc" + little(0, 4));
  const std::string rk = little((42u << 2) | 2, 4);
  const std::string hundredth = little((150u << 2) | 3, 4);
  const DocumentText sheets = read_workbook_of(workbook(
      shared,
      excel_record(0xFD, place(0, 0) + little(1, 4)) +
          excel_record(0xFD, place(0, 1) + little(0, 4)) +
          excel_record(0x0203, place(1, 0) + number(0.25)) +
          excel_record(0x027E, place(1, 1) + rk) +
          excel_record(0xBD, little(2, 2) + little(0, 2) + little(0, 2) + rk +
                                 little(0, 2) + hundredth + little(1, 2)) +
          excel_record(0x06, place(3, 0) + number(100000)) +
          excel_record(0x06, place(3, 1) + little(0, 6) + "\xFF\xFF") +
          excel_record(0x0207, wide(u"formula")),
      excel_record(0x0204, place(0, 0) + wide(u"hidden"))));
  EXPECT_EQ(sheets.type, "application/vnd.ms-excel");
  EXPECT_EQ(sheets.pages, 2u);
  EXPECT_EQ(sheets.content,
            "One\nabc Цапля\n0.25 42\n42 1.5\n100000 formula\nTwo\nhidden");
  EXPECT_EQ(sheets.no_text, NoText::kNone);
}

TEST(Excel, StringsGoOnInOtherRecords) {
  const std::string shared =
      excel_record(0xFC,
                   little(2, 4) + little(2, 4) + little(8, 2) + '\0' + "abcd") +
      excel_record(0x3C, '\1' + utf16(u"éfgh")) +
      excel_record(0x3C, wide(u"next"));
  EXPECT_EQ(
      read_workbook_of(
          workbook(shared, excel_record(0xFD, place(0, 0) + little(0, 4)) +
                               excel_record(0xFD, place(0, 1) + little(1, 4))))
          .content,
      "One\nabcdéfgh next\nTwo");
}

TEST(Excel, CommentsAndLinksAreRead) {
  const std::string url_class(
      "\xE0\xC9\xEA\x79\xF9\xBA\xCE\x11\x8C\x82\x00\xAA\x00\x4B\xA9\x0B", 16);
  const std::string url = utf16(u"http://example.org/x") + little(0, 2);
  const DocumentText sheets = read_workbook_of(workbook(
      "", excel_record(0x01B6, little(0, 10) + little(4, 2) + little(0, 6)) +
              excel_record(0x3C, std::string(1, '\0') + "note") +
              excel_record(0x3C, little(0, 8)) +
              excel_record(0x01B8, place(0, 0) + url_class +
                                       little(url.size(), 4) + url)));
  EXPECT_EQ(sheets.content, "One\nnote\nTwo");
  ASSERT_EQ(sheets.links.size(), 1u);
  EXPECT_EQ(sheets.links[0].url, "http://example.org/x");
}

TEST(Excel, WorkbooksOfExcel95HaveACodePage) {
  const std::string stream = workbook(
      excel_record(0x42, little(1251, 2)),
      excel_record(0x0204, place(0, 0) + little(3, 2) + "\xCC\xE8\xF0"), "",
      0x0500);
  EXPECT_EQ(read_workbook_of(stream, "Book").content, "One\nМир\nTwo");
}

TEST(Excel, WhatIsNotReadHasAReason) {
  EXPECT_EQ(read_workbook_of(workbook(excel_record(0x2F, "xx"), "")).no_text,
            NoText::kEncrypted);
  std::string cut =
      workbook("", excel_record(0x0204, place(0, 0) + wide(u"a")));
  cut.resize(cut.size() - 3);
  const DocumentText sheets = read_workbook_of(cut);
  EXPECT_EQ(sheets.no_text, NoText::kDamaged);
  EXPECT_THAT(sheets.content, testing::HasSubstr("One\na"));
}

TEST(Excel, NumbersAreShort) {
  EXPECT_EQ(shortest_number(100000), "100000");
  EXPECT_EQ(shortest_number(-3), "-3");
  EXPECT_EQ(shortest_number(0.1), "0.1");
  EXPECT_EQ(shortest_number(1e20), "1e+20");
}

}  // namespace
}  // namespace wax::document
