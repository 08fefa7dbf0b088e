#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/document/formats/documents.h"

namespace wax::document {
namespace {

using testing::HasSubstr;

TEST(Pdf, APdfGivesItsPagesAndJoinsDividedWords) {
  DocumentText pdf = read_named("paper.pdf");
  EXPECT_EQ(pdf.title, "The (small) paper");
  EXPECT_EQ(pdf.author, "Ann Lee");
  EXPECT_EQ(pdf.published, "2008-05-12T07:16:14Z");
  EXPECT_EQ(pdf.pages, 2u);
  EXPECT_EQ(pdf.content,
            "Caf\xC3\xA9 Waxwing eats berries in winter.\nSecond page.");
  ASSERT_EQ(pdf.links.size(), 1u);
  EXPECT_EQ(pdf.links[0].url, "http://example.org/pdf");
  EXPECT_THAT(pdf.links[0].text, HasSubstr("Waxwing"));
}

}  // namespace
}  // namespace wax::document
