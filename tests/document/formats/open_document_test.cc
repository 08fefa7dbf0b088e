#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/document/formats/documents.h"

namespace wax::document {
namespace {

using testing::ElementsAre;

TEST(OpenDocument, OpenDocumentsLeaveOutChangesAndComments) {
  DocumentText text = read_named("text.odt");
  EXPECT_EQ(text.type, "application/vnd.oasis.opendocument.text");
  EXPECT_EQ(text.title, "Otters");
  EXPECT_EQ(text.author, "Ann Lee");
  EXPECT_EQ(text.language, "de");
  EXPECT_EQ(text.pages, 2u);
  EXPECT_EQ(text.content, "Otters\nswim in the river.\none two");
  EXPECT_THAT(text.links,
              ElementsAre(Link{"http://example.org/r", "the river"}));
  DocumentText sheet = read_named("sheet.ods");
  EXPECT_EQ(sheet.content, "fish 3\ncrabs");
  EXPECT_EQ(sheet.pages, 1u);
  DocumentText slides = read_named("slides.odp");
  EXPECT_EQ(slides.content, "First slide\nSecond");
  EXPECT_EQ(slides.pages, 2u);
}

}  // namespace
}  // namespace wax::document
