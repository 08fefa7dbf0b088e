#include "text/markup_writer.h"

#include <gtest/gtest.h>

#include <string>

namespace wax::text {
namespace {

TEST(MarkupText, HasNoMarkup) {
  std::string out;
  append_markup_text("<a href=\"x\" b='c'>&", out);
  EXPECT_EQ(out, "&lt;a href=&quot;x&quot; b=&#39;c&#39;&gt;&amp;");
}

TEST(MarkupText, HasOnlyCharactersOfXml) {
  std::string out;
  append_markup_text("\xc3\xa4\xff\x01\xc2\x85|\t", out);
  EXPECT_EQ(out, "\xc3\xa4\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd|\t");
}

TEST(MarkupWriter, NestsElements) {
  std::string out;
  MarkupWriter writer(out);
  writer.open("g").set("class", "a\"b").set("x", 1).set("y", 2.25);
  writer.element("title", "<1>").open("path").set("d", "M0").close();
  writer.text("&").close();
  EXPECT_EQ(out,
            "<g class=\"a&quot;b\" x=\"1\" y=\"2.2\"><title>&lt;1&gt;</title>"
            "<path d=\"M0\"/>&amp;</g>");
}

TEST(MarkupWriter, AnElementWithAnEmptyTextHasAnEndTag) {
  std::string out;
  MarkupWriter(out).element("a", "");
  EXPECT_EQ(out, "<a></a>");
}

}  // namespace
}  // namespace wax::text
