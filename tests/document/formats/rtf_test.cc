#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/document/formats/documents.h"

namespace wax::document {
namespace {

using testing::ElementsAre;

TEST(Rtf, RichTextIsDecodedByItsFonts) {
  DocumentText rich = read_named("text.rtf");
  EXPECT_EQ(rich.title, "Caf\xC3\xA9 notes");
  EXPECT_EQ(rich.author, "Ann Lee");
  EXPECT_EQ(rich.published, "2008-05-12");
  EXPECT_EQ(rich.pages, 4u);
  EXPECT_EQ(rich.content,
            "Smoke\xE2\x80\x94"
            "and fire\n"
            "\xD0\x9F\xD1\x80\xD0\xB8\xD0\xB2\xD0\xB5\xD1\x82 "
            "\xE2\x82\xAC\xF0\x9F\x98\x80\nthe link done\n{braces}");
  EXPECT_THAT(rich.links,
              ElementsAre(Link{"http://example.org/rtf", "the link"}));
  EXPECT_EQ(rich.no_text, NoText::kNone);
}

}  // namespace
}  // namespace wax::document
