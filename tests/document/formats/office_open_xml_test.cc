#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/document/formats/documents.h"
#include "tests/document/formats/office_package.h"

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

// A presentation of two slides, of which the second has notes.
DocumentText slides_of(const std::string& first, const std::string& second) {
  return read_bytes(office_package(
      {{"ppt/presentation.xml",
        office_xml("presentation",
                   "<sldId r:id=\"b\"/><sldId r:id=\"none\"/>"
                   "<sldId r:id=\"a\"/>"),
        {{"a", "slide", "slides/1.xml"}, {"b", "slide", "slides/2.xml"}}},
       {"ppt/slides/2.xml",
        office_xml("sld", first),
        {{"u", "hyperlink", "http://example.org/a", true}}},
       {"ppt/slides/1.xml",
        office_xml("sld", second),
        {{"n", "notesSlide", "../notes/1.xml"}}},
       {"ppt/notes/1.xml", "<notes><p><t>note</t></p></notes>", {}}}));
}

TEST(OfficeOpenXml, ElementsOfSlidesGiveLinesAndLinks) {
  struct Row {
    std::string first;
    std::string second;
    std::string text;
  };
  const std::vector<Row> rows = {
      {"<p><t>a</t></p>", "<p><t>b</t></p>", "a\nb\nnote"},
      {"<p><r><t>a</t></r><r><t>b</t></r></p>", "", "ab\nnote"},
      {"<p><t>a</t><br/><t>b</t></p><p><t>c</t></p>", "", "a\nb\nc\nnote"},
      {"", "", "note"},
  };
  for (const Row& row : rows) {
    const DocumentText slides = slides_of(row.first, row.second);
    EXPECT_EQ(slides.content, row.text) << row.first;
    EXPECT_EQ(slides.pages, 3U);
  }
  EXPECT_THAT(slides_of("<r><hlinkClick r:id=\"u\"/><t>x</t></r>"
                        "<r><hlinkClick r:id=\"none\"/><t>y</t></r>",
                        "")
                  .links,
              ElementsAre(Link{"http://example.org/a", "x"}));
}

TEST(OfficeOpenXml, TheFirstSlideThatIsCutIsNamed) {
  const DocumentText slides = slides_of("<p><t>a</t>", "<p><t>b</t>");
  EXPECT_EQ(slides.content, "a\nb\nnote");
  EXPECT_EQ(slides.no_text, NoText::kDamaged);
  EXPECT_EQ(slides.detail, "ppt/slides/2.xml is no well-formed XML");
}

// A Word document with this in its body.
std::string word_with(const std::string& body) {
  return office_package(
      {{"word/document.xml",
        office_xml("document",
                   "<w:body xmlns:w=\"http://schemas.openxmlformats.org/"
                   "wordprocessingml/2006/main\">" +
                       body + "</w:body>"),
        {{"a", "hyperlink", "http://example.org/a", true},
         {"h", "header", "header.xml"},
         {"f", "footnotes", "notes.xml"}}},
       {"word/header.xml", "<hdr><p><r><t>head</t></r></p></hdr>", {}},
       {"word/notes.xml",
        "<footnotes><p><r><t>foot</t></r></p></footnotes>",
        {}}});
}

TEST(OfficeOpenXml, ElementsOfABodyGiveTextLinesAndSpaces) {
  struct Row {
    std::string body;
    std::string text;
  };
  const std::vector<Row> rows = {
      {"<w:p><w:r><w:t>a</w:t><w:t>b</w:t></w:r></w:p>", "ab"},
      {"<w:p><w:t>a</w:t></w:p><w:p><w:t>b</w:t></w:p>", "a\nb"},
      {"<w:p><w:t>a</w:t><w:br/><w:t>b</w:t></w:p>", "a\nb"},
      {"<w:p><w:t>a</w:t><w:cr/><w:t>b</w:t></w:p>", "a\nb"},
      {"<w:p><w:t>a</w:t><w:tab/><w:t>b</w:t></w:p>", "a b"},
      {"<w:p><w:t>a</w:t><w:ptab/><w:t>b</w:t></w:p>", "a b"},
      {"<w:p><w:t>a</w:t><w:noBreakHyphen/><w:t>b</w:t></w:p>", "a-b"},
      {"<w:tc><w:t>a</w:t></w:tc><w:tc><w:t>b</w:t></w:tc>", "a b"},
      {"<w:p>a<w:t>b</w:t><w:delText>c</w:delText></w:p>", "b"},
      {"<w:Choice><w:t>a</w:t></w:Choice>"
       "<w:Fallback><w:p><w:t>b</w:t></w:p></w:Fallback>",
       "a"},
      {"<w:p><w:instrText>PAGE</w:instrText><w:t>a</w:t></w:p>", "a"},
  };
  for (const Row& row : rows) {
    EXPECT_EQ(read_bytes(word_with(row.body)).content,
              "head\n" + row.text + "\nfoot")
        << row.body;
  }
}

TEST(OfficeOpenXml, LinksAreHyperlinksRunsAndFields) {
  const std::string url = "http://example.org/a";
  for (const std::string& body : std::vector<std::string>{
           "<w:hyperlink r:id=\"a\"><w:t>x</w:t></w:hyperlink>",
           "<w:r><w:hlinkClick r:id=\"a\"/><w:t>x</w:t></w:r>",
           "<w:fldSimple w:instr=\"HYPERLINK "
           "&quot;http://example.org/a&quot;\">"
           "<w:t>x</w:t></w:fldSimple>",
           "<w:fldChar w:fldCharType=\"begin\"/><w:instrText>HYPERLINK "
           "\"http://example.org/a\"</w:instrText>"
           "<w:fldChar w:fldCharType=\"separate\"/><w:t>x</w:t>"
           "<w:fldChar w:fldCharType=\"end\"/>"}) {
    EXPECT_THAT(read_bytes(word_with("<w:p>" + body + "</w:p>")).links,
                ElementsAre(Link{url, "x"}))
        << body;
  }
  for (const std::string& body : std::vector<std::string>{
           "<w:hyperlink r:id=\"none\"><w:t>x</w:t></w:hyperlink>",
           "<w:hyperlink r:id=\"h\"><w:t>x</w:t></w:hyperlink>",
           "<w:fldSimple w:instr=\"PAGE\"><w:t>x</w:t></w:fldSimple>"}) {
    EXPECT_THAT(read_bytes(word_with("<w:p>" + body + "</w:p>")).links,
                ElementsAre())
        << body;
  }
}

TEST(OfficeOpenXml, APartThatIsCutIsDamaged) {
  const DocumentText word = read_bytes(word_with("<w:p><w:t>a</w:t>"));
  EXPECT_EQ(word.no_text, NoText::kDamaged);
  EXPECT_EQ(word.detail, "word/document.xml is no well-formed XML");
}

}  // namespace
}  // namespace wax::document
