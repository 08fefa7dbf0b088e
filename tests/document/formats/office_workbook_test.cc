#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/document/formats/documents.h"
#include "tests/document/formats/office_package.h"

namespace wax::document {
namespace {

using testing::ElementsAre;

TEST(OfficeWorkbook, GivesItsSheetsInOrder) {
  DocumentText sheet = read_named("sheet.xlsx");
  EXPECT_EQ(sheet.content, "Herons\nriver 12.5\nmarshland here\nEmpty");
  EXPECT_EQ(sheet.pages, 2u);
  EXPECT_THAT(sheet.links,
              ElementsAre(Link{"http://example.org/river", "the river"}));
}

// A workbook of one sheet "S" with these rows.
DocumentText workbook_of(const std::string& rows) {
  const std::string strings =
      "<si><t>heron</t></si><si><r><t>king</t></r><r><t>fisher</t></r>"
      "<rPh><t>unread</t></rPh></si>";
  return read_bytes(
      office_package({{"xl/workbook.xml",
                       office_xml("workbook", "<sheet name=\"S\" r:id=\"s\"/>"),
                       {{"s", "worksheet", "sheets/1.xml"},
                        {"t", "sharedStrings", "strings.xml"}}},
                      {"xl/strings.xml", "<sst>" + strings + "</sst>", {}},
                      {"xl/sheets/1.xml",
                       office_xml("worksheet", rows),
                       {{"a", "hyperlink", "http://example.org/a", true},
                        {"n", "hyperlink", "none.xml"}}}}));
}

TEST(OfficeWorkbook, CellsGiveTheirValuesOrSharedStrings) {
  struct Row {
    std::string rows;
    std::string text;
  };
  const std::vector<Row> all = {
      {"<row><c><v>1</v></c><c><v>2.5</v></c></row>", "\n1 2.5"},
      {"<row><c><v>1</v></c></row><row><c><v>2</v></c></row>", "\n1\n2"},
      {"<row><c t=\"s\"><v>0</v></c></row>", "\nheron"},
      {"<row><c t=\"s\"><v>1</v></c></row>", "\nkingfisher"},
      {"<row><c t=\"s\"><v>2</v></c></row>", ""},
      {"<row><c t=\"s\"><v>-1</v></c></row>", ""},
      {"<row><c t=\"s\"><v>x</v></c><c><v>3</v></c></row>", "\n3"},
      {"<row><c t=\"inlineStr\"><is><t>a b</t></is></c></row>", "\na b"},
      {"<row><c><f>A1+1</f><v>3</v></c></row>", "\n3"},
      {"<row><c/><c><v/></c></row>", ""},
      {"", ""},
  };
  for (const Row& row : all) {
    EXPECT_EQ(workbook_of(row.rows).content, "S" + row.text) << row.rows;
  }
}

TEST(OfficeWorkbook, CommentsOnCellsFollowTheirSheet) {
  const std::string zip = office_package(
      {{"xl/workbook.xml",
        office_xml("workbook", "<sheet name=\"S\" r:id=\"s\"/>"),
        {{"s", "worksheet", "sheets/1.xml"}}},
       {"xl/sheets/1.xml",
        office_xml("worksheet", "<row><c><v>1</v></c></row>"),
        {{"c", "comments", "../comments1.xml"}}},
       {"xl/comments1.xml",
        "<comments><authors><author>Ann</author></authors><commentList>"
        "<comment ref=\"A1\"><text><r><t>too</t></r><r><t> low</t></r></text>"
        "</comment><comment><text><t>sure?</t></text></comment>"
        "</commentList></comments>",
        {}}});
  EXPECT_EQ(read_bytes(zip).content, "S\n1\ntoo low\nsure?");
}

TEST(OfficeWorkbook, LinksAreThoseToUrls) {
  EXPECT_THAT(workbook_of("<hyperlink r:id=\"a\" display=\"the a\"/>"
                          "<hyperlink r:id=\"n\"/><hyperlink r:id=\"none\"/>")
                  .links,
              ElementsAre(Link{"http://example.org/a", "the a"}));
}

TEST(OfficeWorkbook, ASheetThatIsCutIsDamaged) {
  const DocumentText cut = workbook_of("<row><c><v>1</v></c>");
  EXPECT_EQ(cut.content, "S\n1");
  EXPECT_EQ(cut.no_text, NoText::kDamaged);
  EXPECT_EQ(cut.detail, "xl/sheets/1.xml is no well-formed XML");
}

}  // namespace
}  // namespace wax::document
