#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/document/formats/documents.h"
#include "tests/support/zip_files.h"

namespace wax::document {
namespace {

using testing::ElementsAre;

TEST(Epub, ABookGivesEachChapterOnceInReadingOrder) {
  DocumentText book = read_named("book.epub");
  EXPECT_EQ(book.title, "The Waxwing");
  EXPECT_EQ(book.author, "Ann Lee, Bo Ek");
  EXPECT_EQ(book.published, "2006-11-05");
  EXPECT_EQ(book.content, "Chapter one\nBerries, red ones. Next\nThe end.");
  EXPECT_THAT(book.links, ElementsAre(Link{"http://example.org/b", "red"}));
}

TEST(Epub, ChaptersOfXhtmlHaveEmptyElementsAndCharacterData) {
  const std::string root =
      "<html xmlns='http://www.w3.org/1999/xhtml'><head><title/></head><body>";
  const DocumentText book = read_bytes(
      tests::zip_of(
          {{"mimetype", "application/epub+zip"},
           {"META-INF/container.xml", "<c><rootfile full-path='b.opf'/></c>"},
           {"b.opf",
            "<package><manifest><item id='a' href='a.xhtml'/></manifest>"
            "<spine><itemref idref='a'/></spine></package>"},
           {"a.xhtml", root + "<p>one <![CDATA[<two>]]></p></body></html>"}}),
      "application/epub+zip");
  EXPECT_EQ(book.content, "one <two>");
}

}  // namespace
}  // namespace wax::document
