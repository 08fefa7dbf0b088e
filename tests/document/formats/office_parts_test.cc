#include "document/formats/office_parts.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "tests/document/formats/documents.h"

namespace wax::document {
namespace {

TEST(OfficeParts, NameEachOtherByRelationships) {
  const std::string bytes = document_bytes("word.docx");
  Package package(bytes);
  const Relationships all = relationships_of(package, "");
  const Relationship* main = first_of_type(all, "officeDocument");
  ASSERT_NE(main, nullptr);
  EXPECT_EQ(main->target, "word/document.xml");
  EXPECT_EQ(first_of_type(all, "none"), nullptr);
  for (const auto& [id, one] : all) EXPECT_EQ(external_url(all, id), nullptr);

  const Relationships related = relationships_of(package, main->target);
  size_t links = 0;
  for (const auto& [id, one] : related) {
    if (one.type != "hyperlink") continue;
    ++links;
    ASSERT_NE(external_url(related, id), nullptr);
    EXPECT_EQ(*external_url(related, id), one.target);
  }
  EXPECT_EQ(links, 1U);
  EXPECT_EQ(first_of_type(related, "hyperlink"), nullptr);
  EXPECT_EQ(external_url(related, "none"), nullptr);
  EXPECT_TRUE(relationships_of(package, "none.xml").empty());
}

TEST(OfficeParts, SheetsHaveTheirOrderAndNames) {
  const std::string bytes = document_bytes("sheet.xlsx");
  Package package(bytes);
  const auto sheets = parts_in_order(package, "xl/workbook.xml", "sheet");
  ASSERT_EQ(sheets.size(), 2U);
  EXPECT_EQ(sheets[0].second, "Herons");
  EXPECT_EQ(sheets[1].second, "Empty");
  EXPECT_TRUE(parts_in_order(package, "none.xml", "sheet").empty());
}

}  // namespace
}  // namespace wax::document
