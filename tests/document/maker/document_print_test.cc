#include "document/maker/document_print.h"

#include <gtest/gtest.h>

namespace wax::document {
namespace {

Document printed_sample() {
  Document document;
  document.url = "http://example.org/a";
  document.date = "20160301093000";
  document.filename = "a.warc.gz";
  document.offset = 17;
  document.language = "de";
  document.title = "Titel";
  document.content = "Menü\nDer Turm";
  document.main = {{6, 14}};
  document.links = {{"http://x.example/", "X", "nofollow"},
                    {"http://y.example/", "", ""}};
  return document;
}

std::string print_sample(const Document& document, DocumentForm form,
                         std::string_view record_id = {}) {
  std::string out;
  print_document(document, form, record_id, printed_fields(), out);
  return out;
}

TEST(PrintDocument, AsJsonLeavesOutWhatIsEmpty) {
  EXPECT_EQ(print_sample(printed_sample(), DocumentForm::kJson),
            R"({"file":"a.warc.gz","offset":17,"url":"http://example.org/a",)"
            R"("date":"20160301093000","language":"de","title":"Titel",)"
            R"("main":"Der Turm","text":"Menü\nDer Turm",)"
            R"("links":[{"url":"http://x.example/","text":"X",)"
            R"("rel":"nofollow"},{"url":"http://y.example/"}]})"
            "\n");
}

TEST(PrintDocument, AsTextMainAndLinks) {
  Document document = printed_sample();
  EXPECT_EQ(print_sample(document, DocumentForm::kMain), "Der Turm\n");
  EXPECT_EQ(print_sample(document, DocumentForm::kText), "Menü\nDer Turm\n");
  EXPECT_EQ(print_sample(document, DocumentForm::kLinks),
            "http://example.org/a\thttp://x.example/\tnofollow\tX\n"
            "http://example.org/a\thttp://y.example/\t\t\n");
  document.main.clear();
  EXPECT_EQ(print_sample(document, DocumentForm::kMain), "Menü\nDer Turm\n");
  document.content.clear();
  EXPECT_EQ(print_sample(document, DocumentForm::kMain), "");
  EXPECT_EQ(print_sample(document, DocumentForm::kText), "");
}

TEST(PrintDocument, AsConversionRecord) {
  Document document = printed_sample();
  const std::string record =
      print_sample(document, DocumentForm::kWet, "<urn:uuid:1>");
  EXPECT_TRUE(record.starts_with(
      "WARC/1.0\r\nWARC-Type: conversion\r\n"
      "WARC-Target-URI: http://example.org/a\r\n"
      "WARC-Date: 2016-03-01T09:30:00Z\r\nWARC-Record-ID: <urn:uuid:"))
      << record;
  EXPECT_TRUE(record.find("\r\nWARC-Refers-To: <urn:uuid:1>\r\n"
                          "WARC-Block-Digest: sha1:") != std::string::npos)
      << record;
  EXPECT_TRUE(
      record.ends_with("\r\nWARC-Identified-Content-Language: deu\r\n"
                       "Content-Type: text/plain\r\nContent-Length: 21\r\n\r\n"
                       "Titel\nMenü\nDer Turm\n"))
      << record;
  EXPECT_NE(record, print_sample(document, DocumentForm::kWet, "<urn:uuid:2>"));
}

TEST(PrintDocument, ThatHasNoTextUrlOrDateIsNoConversionRecord) {
  for (auto clear : {+[](Document& d) { d.url.clear(); },
                     +[](Document& d) { d.date.clear(); },
                     +[](Document& d) { d.url = "http://x/\r\nA: b"; },
                     +[](Document& d) {
                       d.title.clear();
                       d.content.clear();
                     }}) {
    Document document = printed_sample();
    clear(document);
    EXPECT_EQ(print_sample(document, DocumentForm::kWet, "<urn:uuid:1>"), "");
  }
}

}  // namespace
}  // namespace wax::document
