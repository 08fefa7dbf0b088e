#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

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

// Poppler finds the objects of a file without a table.
std::string pdf_without_table(const std::vector<std::string>& objects) {
  std::string pdf = "%PDF-1.4\n";
  for (size_t i = 0; i < objects.size(); ++i) {
    pdf += std::to_string(i + 1) + " 0 obj\n" + objects[i] + "\nendobj\n";
  }
  return pdf + "trailer <</Size " + std::to_string(objects.size() + 1) +
         "/Root 1 0 R>>\n%%EOF\n";
}

std::string pdf_stream(const std::string& entries, const std::string& data) {
  return "<<" + entries + "/Length " + std::to_string(data.size()) +
         ">> stream\n" + data + "\nendstream";
}

TEST(Pdf, FieldsRemarksAndAttachmentsHaveText) {
  const std::string font = "/Resources<</Font<</F1 5 0 R>>>>";
  const DocumentText pdf = read_bytes(pdf_without_table(
      {"<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[6 0 R]>>/Names"
       "<</EmbeddedFiles<</Names[(a)8 0 R(b)11 0 R]>>>>>>",
       "<</Type/Pages/Kids[3 0 R]/Count 1>>",
       "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R" + font +
           "/Annots[6 0 R 7 0 R]>>",
       pdf_stream("", "BT /F1 12 Tf 72 700 Td (on the page) Tj ET"),
       "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
       "<</Type/Annot/Subtype/Widget/FT/Tx/T(n)/V(filled in)/F 4"
       "/Rect[72 600 272 620]/AP<</N 10 0 R>>>>",
       "<</Type/Annot/Subtype/Text/Contents(a remark)/Rect[0 0 9 9]>>",
       "<</Type/Filespec/F(notes.txt)/EF<</F 9 0 R>>>>",
       pdf_stream("/Type/EmbeddedFile", "attached words"),
       pdf_stream("/Type/XObject/Subtype/Form/BBox[0 0 200 20]" + font,
                  "BT /F1 12 Tf 2 5 Td (filled in) Tj ET"),
       "<</Type/Filespec/F(note.rtf)/EF<</F 12 0 R>>>>",
       pdf_stream("/Type/EmbeddedFile", "{\\rtf1 in RTF}")}));
  EXPECT_EQ(pdf.content,
            "on the page\nfilled in\na remark\nnotes.txt\nattached words\n"
            "note.rtf\nin RTF");
  EXPECT_EQ(pdf.no_text, NoText::kNone);
}

TEST(Pdf, PagesThatArePicturesAreReported) {
  const std::string picture = pdf_stream(
      "/Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8"
      "/ColorSpace/DeviceGray",
      "x");
  auto paper = [&](const std::string& first, const std::string& second) {
    auto page = [](int content) {
      return "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents " +
             std::to_string(content) +
             " 0 R/Resources<</Font<</F1 7 0 R>>/XObject<</I 8 0 R>>>>>>";
    };
    return read_bytes(pdf_without_table(
        {"<</Type/Catalog/Pages 2 0 R>>",
         "<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2>>", page(5), page(6),
         pdf_stream("", first), pdf_stream("", second),
         "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>", picture}));
  };
  const std::string text = "BT /F1 12 Tf 72 700 Td (words) Tj ET ";
  const std::string scan = "q 600 0 0 800 0 0 cm /I Do Q ";
  const DocumentText mixed = paper(text, scan);
  EXPECT_EQ(mixed.content, "words");
  EXPECT_EQ(mixed.no_text, NoText::kIncomplete);
  EXPECT_EQ(mixed.detail, "1 of 2 pages are pictures without text");
  EXPECT_EQ(paper(text, scan + text).no_text, NoText::kNone);
  EXPECT_EQ(paper(text, "q 60 0 0 80 0 0 cm /I Do Q").no_text, NoText::kNone);
  EXPECT_EQ(paper(scan, scan).no_text, NoText::kEmpty);
}

}  // namespace
}  // namespace wax::document
