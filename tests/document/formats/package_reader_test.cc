#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/document/formats/documents.h"
#include "tests/support/zip_files.h"

namespace wax::document {
namespace {

using tests::zip_of;
using tests::ZippedFile;

constexpr std::string_view kOpenText =
    "application/vnd.oasis.opendocument.text";

std::string open_document(std::string_view text) {
  return "<office:document-content "
         "xmlns:office='urn:oasis:names:tc:opendocument:xmlns:office:1.0' "
         "xmlns:text='urn:oasis:names:tc:opendocument:xmlns:text:1.0'>"
         "<office:body><office:text><text:p>" +
         std::string(text) +
         "</text:p></office:text></office:body></office:document-content>";
}

std::vector<ZippedFile> book() {
  return {{"META-INF/container.xml",
           "<container><rootfiles><rootfile full-path='book.opf'/>"
           "</rootfiles></container>"},
          {"book.opf",
           "<package><manifest><item id='a' href='a.xhtml' "
           "media-type='application/xhtml+xml'/></manifest>"
           "<spine><itemref idref='a'/></spine></package>"},
          {"a.xhtml", "<html><body><p>Herons stand.</p></body></html>"}};
}

TEST(PackageReader, TellsTheKindByTheFilesThatAreInIt) {
  DocumentText text =
      read_bytes(zip_of({{"mimetype", std::string(kOpenText)},
                         {"content.xml", open_document("Herons stand.")}}),
                 kOpenText);
  EXPECT_EQ(text.type, kOpenText);
  EXPECT_EQ(text.content, "Herons stand.");
  // A book is one without a statement of its type, too.
  text = read_bytes(zip_of(book()), "application/epub+zip");
  EXPECT_EQ(text.type, "application/epub+zip");
  EXPECT_EQ(text.content, "Herons stand.");
  // Of several kinds at once it is the book.
  std::vector<ZippedFile> both = book();
  both.push_back({"content.xml", open_document("Cranes stand.")});
  EXPECT_EQ(read_bytes(zip_of(both), kOpenText).content, "Herons stand.");
}

TEST(PackageReader, WhatItStatesIsItsTypeOnlyWhenThatIsADocument) {
  for (const char* stated : {"image/png", "application/vnd.unknown", ""}) {
    const DocumentText text =
        read_bytes(zip_of({{"mimetype", stated},
                           {"content.xml", open_document("Herons stand.")}}),
                   kOpenText);
    EXPECT_EQ(text.type, "") << stated;
    EXPECT_EQ(text.content, "Herons stand.") << stated;
  }
}

TEST(PackageReader, AZipFileOfOtherThingsIsNoDocument) {
  const DocumentText text =
      read_bytes(zip_of({{"readme.txt", "Herons stand."}}), kOpenText);
  EXPECT_EQ(text.no_text, NoText::kDamaged);
  EXPECT_EQ(text.detail, "the zip file is no document");
  EXPECT_EQ(text.content, "");
}

TEST(PackageReader, ADamagedPartIsToldAndWhatCameBeforeItIsKept) {
  std::string page = "<html><body><p>Herons stand.</p>";
  for (int i = 0; i < 5000; ++i) page += "<p>" + std::to_string(i * i) + "</p>";
  std::vector<ZippedFile> files = book();
  files.back() = {"a.xhtml", page + "</body></html>", true};
  std::string zip = zip_of(files);
  const size_t at = zip.find("a.xhtml", zip.find("<itemref")) + 7;
  zip[at + 12'000] = static_cast<char>(zip[at + 12'000] ^ 0x55);
  const DocumentText text = read_bytes(zip, "application/epub+zip");
  EXPECT_EQ(text.no_text, NoText::kDamaged);
  EXPECT_EQ(text.detail, "a part of the document is damaged");
  EXPECT_TRUE(text.content.starts_with("Herons stand.\n0\n1\n4\n9\n"))
      << text.content;
}

}  // namespace
}  // namespace wax::document
