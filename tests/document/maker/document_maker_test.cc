#include "document/maker/document_maker.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/document/formats/compound_files.h"
#include "tests/support/archives.h"

namespace wax::document {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class DocumentMakerTest : public testing::Test {
 protected:
  // Document of a block that begins with an HTTP head.
  const Document& made(const std::string& block, const std::string& type) {
    document_.url = "http://example.org/a/b";
    document_.type = type;
    CapturedBlock captured;
    captured.bytes = block;
    captured.is_http = true;
    captured.archive = "x.warc";
    captured.offset = 77;
    maker_.make(captured, block.size(), document_, problems_);
    return document_;
  }

  DocumentMaker maker_{1000};
  Document document_;
  tests::Problems problems_;
};

TEST_F(DocumentMakerTest, AnHtmlPageGivesAllItsFields) {
  std::string block = tests::http_response(
      "<title> T\n1 </title><meta name=description content=D>"
      "<meta name=robots content=nofollow><p>Caf\xE9 <a href=../x#y>go</a>",
      "text/html; charset=iso-8859-1");
  const Document& page = made(block, "text/html");
  EXPECT_EQ(page.title, "T 1");
  EXPECT_EQ(page.description, "D");
  EXPECT_EQ(page.content, "Caf\xC3\xA9 go");
  EXPECT_EQ(page.charset, "windows-1252");
  EXPECT_TRUE(page.nofollow);
  EXPECT_FALSE(page.noindex);
  EXPECT_FALSE(page.truncated);
  EXPECT_EQ(page.length, block.size());
  EXPECT_THAT(page.links, ElementsAre(Link{"http://example.org/x", "go"}));
}

TEST_F(DocumentMakerTest, XhtmlHasEmptyElements) {
  for (const std::string type : {"application/xhtml+xml", "text/html"}) {
    const Document& page =
        made(tests::http_response("<title>T</title><script src='x'/><p>text",
                                  type + "; charset=utf-8"),
             type);
    EXPECT_EQ(page.content, type == "text/html" ? "" : "text") << type;
  }
}

TEST_F(DocumentMakerTest, XmlWithTheRootOfXhtmlIsAPage) {
  const std::string root = " xmlns='http://www.w3.org/1999/xhtml'>";
  const std::string page = "<head><title>T</title></head><p>text</p></html>";
  EXPECT_EQ(
      made(tests::http_response("<?xml version='1.0'?><html" + root + page),
           "text/xml")
          .content,
      "text");
  EXPECT_EQ(document_.title, "T");
  EXPECT_EQ(made(tests::http_response("<html>" + page), "text/xml").content,
            "T\ntext");
}

TEST_F(DocumentMakerTest, ThePageAndItsTextSayTheRest) {
  const Document& page =
      made(tests::http_response(
               "<html lang=en><link rel=canonical href=/c><h2>Der Turm</h2>"
               "<p>Der Turm ist im ganzen Tal zu sehen.<img src=i.png alt=Turm>"
               "<a href=/x rel=nofollow>x</a><time datetime=2016-03-01></time>",
               "text/html"),
           "text/html");
  EXPECT_EQ(page.canonical, "http://example.org/c");
  EXPECT_EQ(page.headings, "## Der Turm");
  EXPECT_EQ(page.published, "2016-03-01");
  EXPECT_EQ(page.language, "de");
  EXPECT_GT(page.language_confidence, 50u);
  EXPECT_EQ(page.words, 12u);
  EXPECT_EQ(page.simhash.size(), 16u);
  EXPECT_THAT(page.images,
              ElementsAre(Image{"http://example.org/a/i.png", "Turm", ""}));
  EXPECT_THAT(page.links,
              ElementsAre(Link{"http://example.org/x", "x", "nofollow"}));
  EXPECT_EQ(made(tests::http_response("x"), "text/html").headings, "");
}

TEST_F(DocumentMakerTest, RobotsAreAskedByHeadersOfAnyType) {
  EXPECT_TRUE(
      made("HTTP/1.1 200 OK\r\nX-Robots-Tag: none\r\n\r\nplain", "text/plain")
          .noindex);
  EXPECT_FALSE(made("HTTP/1.1 200 OK\r\nX-Robots-Tag: otherbot: none\r\n\r\nx",
                    "text/plain")
                   .noindex);
  EXPECT_TRUE(made(tests::http_response("<meta name=robots content=noindex>"),
                   "text/html")
                  .noindex);
  EXPECT_FALSE(made(tests::http_response(
                        "<meta name=robots content=max-image-preview:none>"),
                    "text/html")
                   .noindex)
      << "and nothing of the page before stays";
}

TEST_F(DocumentMakerTest, AFileIsReadAsItsNameSays) {
  const std::string mail = "Subject: Heron\r\nX-Way: 5\r\n\r\nIt flies.";
  CapturedBlock file;
  file.bytes = mail;
  file.archive = "m.eml";
  for (const char* name : {"m.eml", "m.txt"}) {
    document_ = {};
    document_.filename = name;
    maker_.make(file, mail.size(), document_, problems_);
    EXPECT_EQ(document_.title, name[2] == 'e' ? "Heron" : "") << name;
    EXPECT_EQ(document_.type, name[2] == 'e' ? "message/rfc822" : "text/plain");
  }
}

TEST_F(DocumentMakerTest, NothingOfThePreviousPageStays) {
  made(tests::http_response("<title>T</title><a href=x>go</a>"), "text/html");
  const Document& image = made(tests::http_response("\xFF\xD8"), "image/jpeg");
  EXPECT_EQ(image.title, "");
  EXPECT_EQ(image.content, "");
  EXPECT_EQ(image.charset, "");
  EXPECT_THAT(image.links, IsEmpty());
}

TEST_F(DocumentMakerTest, XmlAndPlainTextAreReadAsSuch) {
  EXPECT_EQ(
      made(tests::http_response("<a>x</a><b>&lt;y</b>"), "text/xml").content,
      "x\n<y");
  EXPECT_EQ(made(tests::http_response("<p> as  it is"), "text/plain").content,
            "<p> as it is");
  EXPECT_EQ(made(tests::http_response("if x:\n    y\n"), "text/plain").content,
            "if x:\n    y");
}

TEST_F(DocumentMakerTest, AVagueTypeIsDetectedFromTheBytes) {
  EXPECT_EQ(made(tests::http_response("<html><p>x"), "unk").type, "text/html");
  EXPECT_EQ(document_.content, "x");
  EXPECT_EQ(made(tests::http_response(std::string("\0\1", 2)), "").type,
            "application/octet-stream");
  EXPECT_EQ(document_.content, "");
  EXPECT_THAT(problems_.ids(), IsEmpty());
}

TEST_F(DocumentMakerTest, ABinaryBodyIsReportedWithItsOffset) {
  EXPECT_EQ(made(tests::http_response("GIF89a"), "text/html").content, "");
  EXPECT_EQ(document_.no_text, NoText::kBinary);
  ASSERT_THAT(problems_.ids(), ElementsAre("binary-body"));
  EXPECT_EQ(problems_.all[0].severity, Severity::kNote);
  EXPECT_EQ(problems_.all[0].file, "x.warc");
  EXPECT_EQ(problems_.all[0].offset, 77u);
}

TEST_F(DocumentMakerTest, ADocumentIsReadWhateverTypeIsDeclared) {
  const std::string rich =
      "{\\rtf1{\\info{\\title T}{\\author A}{\\nofpages2}}words}";
  for (std::string type : {"application/rtf", "text/html", "unk"}) {
    const Document& document = made(tests::http_response(rich), type);
    EXPECT_EQ(document.type, type == "unk" ? "application/rtf" : type);
    EXPECT_EQ(document.title, "T");
    EXPECT_EQ(document.author, "A");
    EXPECT_EQ(document.pages, 2u);
    EXPECT_EQ(document.content, "words");
    EXPECT_EQ(document.no_text, NoText::kNone);
  }
  EXPECT_THAT(problems_.ids(), IsEmpty());
}

TEST_F(DocumentMakerTest, APageInThePlaceOfADocumentIsRead) {
  EXPECT_EQ(
      made(tests::http_response("<html><p>Sorry"), "application/pdf").content,
      "Sorry");
}

TEST_F(DocumentMakerTest, WhatOfficeProgramsOpenIsReadWhateverItIs) {
  const auto text = [&](const std::string& bytes, const char* type) {
    return made(tests::http_response(bytes), type).content;
  };
  EXPECT_EQ(text("{\\rtf1 words}", "application/msword"), "words");
  EXPECT_EQ(text("<html><body><p>page", "application/msword"), "page");
  EXPECT_EQ(text("<table><tr><td>cell", "application/vnd.ms-excel"), "cell");
  EXPECT_EQ(text("name,city\nAnn,Bath\n", "application/vnd.ms-excel"),
            "name,city\nAnn,Bath");
  EXPECT_THAT(problems_.ids(), IsEmpty());
  maker_.read_documents_to(100'000, testing::TempDir());
  const std::string word = compound_file(word_streams({{"old words\r"}}));
  EXPECT_EQ(text(word, "application/msword"), "old words");
  EXPECT_EQ(text(word, "application/octet-stream"), "old words");
  EXPECT_EQ(document_.type, "application/msword");
  EXPECT_EQ(text(compound_file({{"Contents", "x"}}), "application/msword"), "");
  EXPECT_EQ(document_.no_text, NoText::kUnsupported);
  EXPECT_EQ(text(std::string("\0\1\2", 3), "application/msword"), "");
  EXPECT_EQ(document_.no_text, NoText::kUnsupported);
  EXPECT_THAT(problems_.ids(), IsEmpty());
  EXPECT_EQ(text("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", "application/msword"), "");
  EXPECT_EQ(document_.no_text, NoText::kDamaged);
}

TEST_F(DocumentMakerTest, SubtitlesAreWhatIsSaid) {
  EXPECT_EQ(made(tests::http_response(
                     "1\n00:00:01,000 --> 00:00:02,000\n<i>Hello</i>\n"),
                 "application/x-subrip")
                .content,
            "Hello");
}

TEST_F(DocumentMakerTest, WithoutTextThereIsAReason) {
  EXPECT_EQ(made(tests::http_response("GIF89a"), "image/gif").no_text,
            NoText::kUnsupported);
  EXPECT_EQ(made(tests::http_response("<p> "), "text/html").no_text,
            NoText::kEmpty);
  EXPECT_THAT(problems_.ids(), IsEmpty());
  EXPECT_EQ(made(tests::http_response("%PDF-1.4 x"), "application/pdf").no_text,
            NoText::kDamaged);
  ASSERT_THAT(problems_.ids(), ElementsAre("text-damaged"));
  EXPECT_EQ(problems_.all[0].severity, Severity::kWarning);
  EXPECT_EQ(problems_.all[0].offset, 77u);
}

TEST_F(DocumentMakerTest, ABodyIsReadUpToTheLimit) {
  const Document& page =
      made(tests::http_response(std::string(5000, 'x')), "text/plain");
  EXPECT_TRUE(page.truncated);
  EXPECT_EQ(page.content, std::string(1000, 'x'));
  ASSERT_THAT(problems_.ids(), ElementsAre("http-body-limit"));
  EXPECT_EQ(problems_.all[0].offset, 77u);
}

TEST_F(DocumentMakerTest, ABodyAsLongAsTheLimitIsWhole) {
  EXPECT_FALSE(made(tests::http_response(std::string(1000, 'x')), "text/plain")
                   .truncated);
  EXPECT_THAT(problems_.ids(), IsEmpty());
}

TEST_F(DocumentMakerTest, Utf16ThatOnlyTheHeadNamesIsRead) {
  using namespace std::string_literals;
  const Document& page = made(
      tests::http_response("<\0p\0>\0h\0i\0"s, "text/html; charset=utf-16"),
      "text/html");
  EXPECT_EQ(page.content, "hi");
  EXPECT_EQ(page.charset, "utf-16le");
  EXPECT_THAT(problems_.ids(), IsEmpty());
}

TEST_F(DocumentMakerTest, ABlockWithoutAHeadIsAllBody) {
  for (const char* type : {"text/html", "application/http"}) {
    const Document& page =
        made("<html>\n<title>T</title>\n\n<p>one two</p>", type);
    EXPECT_EQ(page.title, "T");
    EXPECT_EQ(page.content, "one two");
    EXPECT_EQ(page.type, "text/html");
  }
}

TEST_F(DocumentMakerTest, WithoutHttpTheRecordHeaderHasTheType) {
  document_.type = "text/plain";
  CapturedBlock captured;
  captured.bytes = "HTTP/1.1 200 OK\r\n\r\n\xE9";
  captured.content_type = "text/plain; charset=iso-8859-1";
  captured.whole = false;
  maker_.make(captured, 99, document_, problems_);
  EXPECT_EQ(document_.content, "HTTP/1.1 200 OK\n\xC3\xA9");
  EXPECT_EQ(document_.length, 99u);
  EXPECT_TRUE(document_.truncated);
}

}  // namespace
}  // namespace wax::document
