#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/document/formats/documents.h"

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

}  // namespace
}  // namespace wax::document
