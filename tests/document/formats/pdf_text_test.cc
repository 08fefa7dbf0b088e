#include "document/formats/pdf_text.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "tests/document/formats/documents.h"

namespace wax::document {
namespace {

// A glyph and the letters that it stands for, in UTF-16 as hexadecimal digits.
using Glyphs = std::vector<std::string_view>;

std::string hex_of(size_t number) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  return {kDigits[number / 16], kDigits[number % 16]};
}

// A PDF of one page. Its font has the glyphs 0x21 and so on.
std::string pdf_of(const Glyphs& glyphs, const std::string& content) {
  std::string map =
      "begincmap 1 begincodespacerange <00> <FF> endcodespacerange " +
      std::to_string(glyphs.size()) + " beginbfchar\n";
  std::string widths;
  for (size_t i = 0; i < glyphs.size(); ++i) {
    map += "<" + hex_of(0x21 + i) + "> <" + std::string(glyphs[i]) + ">\n";
  }
  for (int i = 0; i < 256; ++i) widths += "500 ";
  map += "endbfchar endcmap";
  auto stream = [](const std::string& data) {
    return "<</Length " + std::to_string(data.size()) + ">> stream\n" + data +
           "\nendstream";
  };
  const std::vector<std::string> objects = {
      "<</Type/Catalog/Pages 2 0 R>>",
      "<</Type/Pages/Kids[3 0 R]/Count 1>>",
      "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R"
      "/Resources<</Font<</F1 5 0 R>>>>/Annots[7 0 R]>>",
      stream(content),
      "<</Type/Font/Subtype/TrueType/BaseFont/ABCDEF+Heron/ToUnicode 6 0 R"
      "/FirstChar 0/LastChar 255/Widths[" +
          widths + "]>>",
      stream(map),
      "<</Type/Annot/Subtype/Link/Rect[0 690 600 720]/Border[0 0 0]"
      "/A<</S/URI/URI(http://example.org/)>>>>"};
  std::string pdf = "%PDF-1.4\n";
  std::vector<size_t> places;
  for (size_t i = 0; i < objects.size(); ++i) {
    places.push_back(pdf.size());
    pdf += std::to_string(i + 1) + " 0 obj\n" + objects[i] + "\nendobj\n";
  }
  const size_t table = pdf.size();
  pdf += "xref\n0 " + std::to_string(objects.size() + 1) +
         "\n0000000000 65535 f \n";
  for (size_t place : places) {
    const std::string number = std::to_string(place);
    pdf += std::string(10 - number.size(), '0') + number + " 00000 n \n";
  }
  return pdf + "trailer <</Size " + std::to_string(objects.size() + 1) +
         "/Root 1 0 R>>\nstartxref\n" + std::to_string(table) + "\n%%EOF\n";
}

// A line of glyphs, "!" being the first one, at a height.
std::string line_of(std::string_view codes, int height) {
  std::string hex;
  for (char code : codes) hex += hex_of(static_cast<unsigned char>(code));
  return "BT /F1 12 Tf 72 " + std::to_string(height) + " Td <" + hex +
         "> Tj ET ";
}

// Shin, lamed, vav, final mem, space, ayin, yod, resh.
const Glyphs kHebrew = {"05E9", "05DC", "05D5", "05DD",
                        "0020", "05E2", "05D9", "05E8"};

TEST(PdfText, WordsThatRunFromRightToLeftAreInReadingOrder) {
  const DocumentText one =
      read_bytes(pdf_of(kHebrew, line_of("('&%$#\"!", 700)));
  EXPECT_EQ(one.content, "שלום עיר");
  ASSERT_EQ(one.links.size(), 1u);
  EXPECT_EQ(one.links[0].text, "שלום עיר");
  const DocumentText two = read_bytes(
      pdf_of(kHebrew, line_of("('&%$#\"!", 700) + line_of("$#\"!%('&", 686)));
  EXPECT_EQ(two.no_text, NoText::kNone);
  EXPECT_EQ(two.content, "שלום עיר\nעיר שלום");
}

TEST(PdfText, PointsDivideNoWord) {
  const Glyphs pointed = {"05E9", "05B8", "05DC", "05D5", "05B9", "05DD"};
  // The points stand over the letters after them.
  EXPECT_EQ(read_bytes(pdf_of(pointed,
                              "BT /F1 12 Tf 72 700 Td [<2625> 500 <242322> 500 "
                              "<21>] TJ ET"))
                .content,
            "שלום");
}

TEST(PdfText, LettersOfOneGlyphAreInTheOrderOfTheWord) {
  // Seen, lam with alef, meem.
  const Glyphs by_font = {"0633", "06440627", "0645"};
  EXPECT_EQ(read_bytes(pdf_of(by_font, line_of("#\"!", 700))).content, "سلام");
  const Glyphs by_page = {"0633", "FEFB", "0645"};
  const std::string content =
      "BT /F1 12 Tf 72 700 Td (#) Tj /Span <</ActualText <FEFF06440627>>> BDC "
      "(\") Tj EMC (!) Tj ET";
  EXPECT_EQ(read_bytes(pdf_of(by_page, content)).content, "سلام");
  const Glyphs latin = {"006F", "00660066", "00690063", "0065"};
  EXPECT_EQ(read_bytes(pdf_of(latin, line_of("!\"#$", 700))).content, "office");
}

TEST(PdfText, LettersThatAreDrawnTwiceCountOnce) {
  const Glyphs glyphs = {"0077", "0061", "0078", "0069", "006E", "0067"};
  std::string twice;
  for (int i = 0; i < 4; ++i) {
    twice += line_of("!\"#!$%&", 700 - 20 * i);
    twice += "BT /F1 12 Tf 72.3 " + std::to_string(700 - 20 * i) +
             " Td (!\"#!$%&) Tj ET ";
  }
  const DocumentText bold = read_bytes(pdf_of(glyphs, twice));
  EXPECT_EQ(bold.no_text, NoText::kNone);
  EXPECT_EQ(bold.content, "waxwing\nwaxwing\nwaxwing\nwaxwing");
}

TEST(PdfText, LostLettersAreReported) {
  const Glyphs glyphs = {"0077", "0061", "0078", "0069", "006E", "0067"};
  // What no glyph stands for has no place.
  std::string named;
  for (char letter = 'a'; letter <= 'z'; ++letter) {
    named += "00" + hex_of(static_cast<size_t>(letter));
  }
  const std::string content = line_of("!\"#!$%&", 700) +
                              "BT /F1 12 Tf 72 600 Td /Span <</ActualText "
                              "<FEFF" +
                              named + ">>> BDC EMC ET ";
  const DocumentText lost = read_bytes(pdf_of(glyphs, content));
  EXPECT_EQ(lost.no_text, NoText::kIncomplete);
  EXPECT_EQ(lost.content, "waxwing");
  EXPECT_NE(lost.detail.find(" letters that are drawn"), std::string::npos);
}

TEST(PdfText, CellsOfARowAreWordsOfTheirOwn) {
  const Glyphs glyphs = {"0061", "0062", "0063"};
  std::string cells;
  for (int row = 0; row < 5; ++row) {
    for (int column = 0; column < 4; ++column) {
      cells += "BT /F1 10 Tf " + std::to_string(60 + 120 * column) + ' ' +
               std::to_string(700 - 16 * row) + " Td (!\"#) Tj ET ";
    }
  }
  std::string text = read_bytes(pdf_of(glyphs, cells)).content;
  std::replace(text.begin(), text.end(), '\n', ' ');
  std::string words = "abc";
  for (int i = 1; i < 20; ++i) words += " abc";
  EXPECT_EQ(text, words);
}

TEST(PdfText, LinesThatRunAslantAreWholeAndApart) {
  const Glyphs glyphs = {"0077", "0061", "0078", "0069",
                         "006E", "0067", "0020"};
  const DocumentText marked =
      read_bytes(pdf_of(glyphs, line_of("!\"#!$%&", 700) +
                                    "BT /F1 12 Tf 0.8 0.6 -0.6 0.8 72 660 Tm "
                                    "<2122232124252627212223> Tj ET "));
  EXPECT_EQ(marked.content, "waxwing\nwaxwing wax");
  EXPECT_EQ(marked.no_text, NoText::kNone);
}

TEST(PdfText, AHyphenBeforeACapitalStays) {
  const Glyphs glyphs = {"0061", "002D", "0042", "2010"};
  EXPECT_EQ(
      read_bytes(pdf_of(glyphs, line_of("!!\"", 700) + line_of("#!", 686)))
          .content,
      "aa-\nBa");
  EXPECT_EQ(read_bytes(pdf_of(glyphs, line_of("!!$", 700) + line_of("!!", 686)))
                .content,
            "aaaa");
}

}  // namespace
}  // namespace wax::document
