#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/document/formats/documents.h"

namespace wax::document {
namespace {

using testing::ElementsAre;

TEST(Mail, MailGivesItsPartsAndAttachments) {
  DocumentText mail = read_named("message.eml");
  EXPECT_EQ(mail.title,
            "\xD0\x9F\xD1\x80\xD0\xB8\xD0\xB2\xD0\xB5\xD1\x82 and more");
  EXPECT_EQ(mail.author, "Bj\xC3\xB6rn Ek");
  EXPECT_EQ(mail.published, "2008-05-12T07:16:14+02:00");
  EXPECT_EQ(mail.content,
            "Bj\xC3\xB6rn Ek <bjorn@example.org>\nThe caf\xC3\xA9 is open.\n"
            "page.html\nA link\nnote.rtf\nattached");
  EXPECT_THAT(mail.links,
              ElementsAre(Link{"http://example.org/in-mail", "A link"}));
  DocumentText box = read_named("box.mbox");
  EXPECT_EQ(box.title, "First");
  EXPECT_EQ(box.content,
            "Ann <ann@example.org>\nHello.\nSecond\nbo@example.org (Bo)\n"
            "Good bye.");
}

DocumentText read_message(const std::string& message) {
  return read_bytes(message, "message/rfc822");
}

struct FieldRow {
  std::string field;
  std::string text;
};

TEST(Mail, SubjectsHaveTheirEncodedWordsDecoded) {
  const std::vector<FieldRow> rows = {
      {"plain  words", "plain words"},
      {"=?utf-8?Q?caf=C3=A9_a?=", "caf\u00E9 a"},
      {"=?utf-8?q?caf=C3=A9?=", "caf\u00E9"},
      {"=?utf-8?B?Y2Fmw6k=?=", "caf\u00E9"},
      {"=?windows-1251?Q?=CF?=", "\u041F"},
      {"=?utf-8*en?Q?a?=", "a"},
      {"=?none?Q?=E9?=", "\u00E9"},
      {"=?utf-8?Q?a?= =?utf-8?Q?b?=", "ab"},
      {"=?utf-8?Q?a?=\r\n =?utf-8?Q?b?=", "ab"},
      {"=?utf-8?Q?a?= b =?utf-8?Q?c?=", "a b c"},
      {"=?utf-8?B?w6k=?= =?UTF-8?Q?=C3?=\r\n =?utf-8?B?qQ==?=", "\u00E9\u00E9"},
      {"=?utf-8?Q?=C3?= =?koi8-r?Q?=C3?=", "\uFFFD\u0446"},
      {"=?utf-8?Q?=zz=?=", "=zz="},
      {"=?utf-8?X?a?=", "=?utf-8?X?a?="},
      {"=?utf-8?Q?a", "=?utf-8?Q?a"},
      {"caf\xC3\xA9", "caf\u00E9"},
      {"caf\xE9", "caf\u00E9"},
  };
  for (const FieldRow& row : rows) {
    EXPECT_EQ(read_message("Subject: " + row.field + "\r\n\r\nx").title,
              row.text)
        << row.field;
  }
}

TEST(Mail, SendersAreNames) {
  const std::vector<FieldRow> rows = {
      {"Ann Lee <ann@example.org>", "Ann Lee"},
      {"\"Lee, Ann\" <ann@example.org>", "Lee, Ann"},
      {"'Ann' <ann@example.org>", "Ann"},
      {"ann@example.org (Ann Lee)", "Ann Lee"},
      {"<ann@example.org>", "ann@example.org"},
      {"ann@example.org", "ann@example.org"},
      {"=?utf-8?Q?Bj=C3=B6rn?= <b@example.org>", "Bj\u00F6rn"},
  };
  for (const FieldRow& row : rows) {
    EXPECT_EQ(read_message("From: " + row.field + "\r\n\r\nx").author, row.text)
        << row.field;
  }
}

TEST(Mail, DatesKeepTheirZone) {
  const std::vector<FieldRow> rows = {
      {"Mon, 12 May 2008 07:16:14 +0200", "2008-05-12T07:16:14+02:00"},
      {"12 May 2008 07:16:14 -0330", "2008-05-12T07:16:14-03:30"},
      {"Mon, 12 May 2008 07:16:14 +0000", "2008-05-12T07:16:14Z"},
      {"Mon, 12 May 2008 07:16:14 GMT", "2008-05-12T07:16:14Z"},
      {"none", ""},
  };
  for (const FieldRow& row : rows) {
    EXPECT_EQ(read_message("Subject: a\r\nDate: " + row.field + "\r\n\r\nx")
                  .published,
              row.text)
        << row.field;
  }
}

TEST(Mail, APackageOfOutlookIsNamedAndReported) {
  const std::string before =
      "Content-Type: multipart/mixed; boundary=B\r\n\r\n--B\r\n\r\nwords\r\n"
      "--B\r\nContent-Type: application/ms-tnef; name=winmail.dat\r\n"
      "Content-Transfer-Encoding: base64\r\n\r\n";
  const DocumentText mail = read_message(before + "eJ8+IgEA\r\n--B--\r\n");
  EXPECT_EQ(mail.content, "words\nwinmail.dat");
  EXPECT_EQ(mail.no_text, NoText::kIncomplete);
  EXPECT_EQ(mail.detail, "in an attachment, Outlook's format TNEF is not read");
  // Other bytes of that name are not one.
  EXPECT_EQ(read_message(before + "eJ8AIgEA\r\n--B--\r\n").no_text,
            NoText::kNone);
}

TEST(Mail, PartsGiveTheirTexts) {
  const std::string mixed =
      "Content-Type: multipart/mixed; boundary=B\r\n\r\n--B\r\n";
  const std::string end = "\r\n--B--\r\n";
  const std::vector<FieldRow> rows = {
      {"Subject: s\r\n\r\na\nb", "a\nb"},
      {"Content-Transfer-Encoding: quoted-printable\r\n"
       "Content-Type: text/plain; charset=utf-8\r\n\r\ncaf=C3=A9 =\r\nopen",
       "caf\u00E9 open"},
      {"Content-Transfer-Encoding: base64\r\n"
       "Content-Type: text/plain; charset=utf-8\r\n\r\nY2Fmw6k=",
       "caf\u00E9"},
      {"Content-Type: text/plain; charset=windows-1251\r\n\r\n\xCF", "\u041F"},
      {"Content-Type: text/html\r\n\r\n<p>a<p>b", "a\nb"},
      {"Content-Type: image/png\r\n\r\nbytes", ""},
      {mixed + "\r\na\r\n--B\r\n\r\nb" + end, "a\nb"},
      {mixed +
           "Content-Type: application/octet-stream\r\n"
           "Content-Disposition: attachment; filename=x.bin\r\n\r\n"
           "bytes\1" +
           end,
       "x.bin"},
      {mixed +
           "Content-Type: application/octet-stream\r\n"
           "Content-Disposition: attachment; filename=x.txt\r\n\r\nwords" +
           end,
       "x.txt\nwords"},
      {mixed +
           "Content-Type: text/rtf\r\n"
           "Content-Disposition: attachment; filename=n.rtf\r\n\r\n"
           "{\\rtf1{\\info{\\title t}}a}" +
           end,
       "n.rtf\nt\na"},
      {mixed +
           "Content-Type: message/rfc822\r\n\r\nSubject: inner\r\n"
           "From: Bo <b@example.org>\r\n\r\na" +
           end,
       "inner\nBo <b@example.org>\na"},
      {"Content-Type: multipart/alternative; boundary=B\r\n\r\n--B\r\n"
       "Content-Type: text/html\r\n\r\nrich\r\n--B\r\n"
       "Content-Type: text/plain\r\n\r\nplain" +
           end,
       "plain"},
      {"Content-Type: multipart/alternative; boundary=B\r\n\r\n--B\r\n"
       "Content-Type: text/plain\r\n\r\n \r\n--B\r\n"
       "Content-Type: text/html\r\n\r\nrich" +
           end,
       "rich"},
      {"Content-Type: multipart/alternative; boundary=B\r\n\r\n--B\r\n"
       "Content-Type: text/html\r\n\r\nrich\r\n--B\r\n"
       "Content-Type: text/calendar\r\n\r\npoor" +
           end,
       "rich"},
      {"Content-Type: multipart/alternative; boundary=B\r\n\r\n--B\r\n"
       "Content-Type: text/calendar\r\n\r\npoor\r\n--B\r\n"
       "Content-Type: text/html\r\n\r\nrich" +
           end,
       "rich"},
  };
  for (const FieldRow& row : rows) {
    EXPECT_EQ(read_message("MIME-Version: 1.0\r\n" + row.field).content,
              row.text)
        << row.field;
  }
}

TEST(Mail, LinksOfHtmlPartsAreThoseOfTheMessage) {
  EXPECT_THAT(read_message("Content-Type: text/html\r\n\r\n"
                           "<a href=\"http://example.org/a\">A</a>")
                  .links,
              ElementsAre(Link{"http://example.org/a", "A"}));
}

}  // namespace
}  // namespace wax::document
