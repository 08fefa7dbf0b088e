#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/document/formats/documents.h"

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

}  // namespace
}  // namespace wax::document
