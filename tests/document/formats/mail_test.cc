#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

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

}  // namespace
}  // namespace wax::document
