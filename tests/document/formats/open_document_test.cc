#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/document/formats/documents.h"
#include "tests/support/zip_files.h"

namespace wax::document {
namespace {

using testing::ElementsAre;

TEST(OpenDocument, OpenDocumentsLeaveOutChanges) {
  DocumentText text = read_named("text.odt");
  EXPECT_EQ(text.type, "application/vnd.oasis.opendocument.text");
  EXPECT_EQ(text.title, "Otters");
  EXPECT_EQ(text.author, "Ann Lee");
  EXPECT_EQ(text.language, "de");
  EXPECT_EQ(text.pages, 2u);
  EXPECT_EQ(text.content, "Otters\nswim in the river.\na comment\none two");
  EXPECT_THAT(text.links,
              ElementsAre(Link{"http://example.org/r", "the river"}));
  DocumentText sheet = read_named("sheet.ods");
  EXPECT_EQ(sheet.content, "fish 3\ncrabs");
  EXPECT_EQ(sheet.pages, 1u);
  DocumentText slides = read_named("slides.odp");
  EXPECT_EQ(slides.content, "First slide\nSecond");
  EXPECT_EQ(slides.pages, 2u);
}

TEST(OpenDocument, CommentsHeadersAndFootersAreText) {
  const std::string space =
      " xmlns:office=\"urn:oasis:names:tc:opendocument:xmlns:office:1.0\""
      " xmlns:text=\"urn:oasis:names:tc:opendocument:xmlns:text:1.0\""
      " xmlns:dc=\"http://purl.org/dc/elements/1.1/\"";
  constexpr std::string_view kText = "application/vnd.oasis.opendocument.text";
  const std::string zip = tests::zip_of(
      {{"mimetype", std::string(kText)},
       {"content.xml",
        "<office:text" + space +
            "><text:p>river<office:annotation><dc:creator>Ann</dc:creator>"
            "<dc:date>2007-01-01</dc:date><text:p>deep</text:p>"
            "</office:annotation> bank <text:date>May</text:date></text:p>"
            "</office:text>"},
       {"styles.xml", "<office:styles" + space +
                          "><header><text:p>Guide</text:p></header>"
                          "<footer><text:p>1924</text:p></footer>"
                          "</office:styles>"}});
  const DocumentText text = read_bytes(zip, kText);
  EXPECT_EQ(text.detail, "");
  EXPECT_EQ(text.content, "river\ndeep\nbank May\nGuide\n1924");
}

}  // namespace
}  // namespace wax::document
