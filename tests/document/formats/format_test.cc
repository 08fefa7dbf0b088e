#include "document/formats/format.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/support/zip_files.h"

namespace wax::document {
namespace {

struct FormatCase {
  std::string bytes;
  std::string_view type;
  std::string_view url;
  Format format;
};

TEST(Format, IsToldByTheBytesThenTheTypeThenTheExtension) {
  const std::string zip = tests::zip_of({{"a.txt", "x"}});
  const std::string office = tests::zip_of({{"[Content_Types].xml", "x"}});
  const std::string mail = "Subject: x\r\n\r\nbody";
  const FormatCase cases[] = {
      {"%PDF-1.4", "text/html", "http://h/", Format::kPdf},
      {"junk\n%PDF-1.4", "application/pdf", "", Format::kPdf},
      {"junk\n%PDF-1.4", "text/plain", "", Format::kNone},
      {"<html>an error", "application/pdf", "", Format::kNone},
      {"{\\rtf1 x}", "application/msword", "", Format::kRtf},
      {"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", "text/html", "", Format::kOldOffice},
      {"no compound file", "application/msword", "http://h/a.doc",
       Format::kNone},
      {office, "application/octet-stream", "", Format::kPackage},
      {zip, "application/zip", "http://h/a.zip", Format::kNone},
      {zip, "application/epub+zip", "", Format::kPackage},
      {zip, "", "http://h/a.DOCX?x=1", Format::kPackage},
      {"\xEF\xBB\xBF <?xml version='1.0'?><!-- x --><rss version='2.0'>",
       "text/xml", "", Format::kFeed},
      {"<feed xmlns='http://www.w3.org/2005/Atom'>", "text/html", "",
       Format::kFeed},
      {"<rdf:RDF xmlns='http://purl.org/rss/1.0/'>", "application/rdf+xml", "",
       Format::kFeed},
      {"<rdf:RDF>", "application/rdf+xml", "", Format::kNone},
      {"<html><rss>", "application/rss+xml", "", Format::kNone},
      {"<!-- no end", "", "", Format::kNone},
      {mail, "message/rfc822", "", Format::kMail},
      {mail, "text/plain", "http://h/x.eml", Format::kMail},
      {mail, "text/plain", "http://h/x.txt", Format::kNone},
      {mail, "text/plain", "http://h/x?y.eml", Format::kNone},
      {mail, "", "box/Re: x?.EML", Format::kMail},
      {mail, "", "x#1.eml.gz", Format::kMail},
      {mail, "", "x.txt", Format::kNone},
      {"From a@b\n" + mail, "message/rfc822", "", Format::kMailbox},
      {"no head", "message/rfc822", "", Format::kNone},
      {"", "message/rfc822", "", Format::kNone},
  };
  for (const FormatCase& one : cases) {
    EXPECT_EQ(format_of(one.bytes, one.type, one.url), one.format)
        << one.bytes << ' ' << one.type << ' ' << one.url;
  }
}

}  // namespace
}  // namespace wax::document
