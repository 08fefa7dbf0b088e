#include "document/html/xml_text.h"

#include <gtest/gtest.h>

namespace wax::document {
namespace {

TEST(XmlText, EveryElementIsABlock) {
  std::string title = "of the document before";
  std::string content = "of the document before";
  read_xml_text(
      "<?xml version='1.0'?><rss><channel><title>News &amp; more</title>"
      "<item><title>One</title><link>http://a/</link>"
      "<description><![CDATA[<b>x</b>]]></description></item>"
      "<script>kept</script><_a>y</_a></channel></rss>",
      title, content);
  EXPECT_EQ(title, "News & more");
  EXPECT_EQ(content, "News & more\nOne\nhttp://a/\n<b>x</b>\nkept\ny");
}

TEST(XmlText, AnyBytesAreText) {
  const std::pair<std::string_view, std::string_view> cases[] = {
      {"", ""},          {"a < b", "a < b"}, {"a</", "a</"},      {"a<b", "a"},
      {"a</b", "a"},     {"a<!-- b", "a"},   {"<![CDATA[b", "b"}, {"a<", "a<"},
      {"<title>a", "a"},
  };
  for (const auto& [document, text] : cases) {
    std::string title, content;
    read_xml_text(document, title, content);
    EXPECT_EQ(content, text) << document;
    EXPECT_EQ(title, "");
  }
}

}  // namespace
}  // namespace wax::document
