#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/document/formats/documents.h"

namespace wax::document {
namespace {

using testing::ElementsAre;

TEST(OfficeOpenXml, AWordDocumentGivesTextNotesAndLinks) {
  DocumentText word = read_named("word.docx");
  EXPECT_EQ(word.title, "Castles of the Valley");
  EXPECT_EQ(word.author, "Ann Lee");
  EXPECT_EQ(word.published, "2008-05-12T07:16:14Z");
  EXPECT_EQ(word.language, "en-GB");
  EXPECT_EQ(word.pages, 3u);
  EXPECT_EQ(word.type,
            "application/vnd.openxmlformats-officedocument."
            "wordprocessingml.document");
  EXPECT_EQ(word.content,
            "The castles of Gr\xC3\xB6\xC3\x9F"
            "e\nHeronstone stands.\na field\nleft\nright\nchosen\nA note.");
  EXPECT_THAT(word.links,
              ElementsAre(Link{"http://example.org/heronstone", "Heronstone"},
                          Link{"http://example.org/field", "a field"}));
  EXPECT_EQ(word.no_text, NoText::kNone);
}

TEST(OfficeOpenXml, SlidesComeInTheirOrderWithTheirNotes) {
  DocumentText slides = read_named("slides.pptx");
  EXPECT_EQ(slides.content, "Kingfishers dive\nSay hello\nThe end");
  EXPECT_EQ(slides.pages, 2u);
  EXPECT_THAT(slides.links, ElementsAre(Link{"http://example.org/kingfisher",
                                             "Kingfishers"}));
}

}  // namespace
}  // namespace wax::document
