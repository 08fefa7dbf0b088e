#include "document/html/xhtml_text.h"

#include <gtest/gtest.h>

#include <string>

namespace wax::document {
namespace {

TEST(XhtmlText, SaysTheSameAsHtml) {
  const char* const cases[][2] = {
      {"<p>a</p>", "<p>a</p>"},
      {"<p><![CDATA[heron & <b>]]>c</p>", "<p>heron &amp; &lt;b>c</p>"},
      {"<p><![CDATA[open", "<p>open"},
      {"<script>//<![CDATA[\na & b\n//]]></script><p>",
       "<script>//<![CDATA[\na & b\n//]]></script><p>"},
      {"<h:html xmlns:h='http://www.w3.org/1999/xhtml'><h:p title='>'>x</h:p>"
       "<svg:p/></h:html>",
       "<html xmlns:h='http://www.w3.org/1999/xhtml'><p title='>'>x</p>"
       "<svg:p/></html>"},
      {"<!DOCTYPE html [ <!ENTITY co \"Heron &amp; Co\"> ]><p>&co; &nbsp;&x;"
       "<i title='&co;'/>",
       "<!DOCTYPE html ><p>Heron &amp; Co &nbsp;&x;<i title='Heron &amp; "
       "Co'/>"},
      {"<!DOCTYPE html [ <!ENTITY f SYSTEM \"file:///etc/x\"> ]>&f;",
       "<!DOCTYPE html >&f;"},
      {"<!-- <![CDATA[ --><p>", "<!-- <![CDATA[ --><p>"},
      {"[<", "[<"},
      {"", ""}};
  for (const auto& [page, html] : cases) {
    std::string room;
    EXPECT_EQ(xhtml_as_html(page, room), html) << page;
  }
}

TEST(XhtmlText, ARootIsTheFirstElement) {
  EXPECT_TRUE(
      has_xhtml_root("<?xml version=\"1.0\"?><!-- x --><h:html "
                     "xmlns:h='http://www.w3.org/1999/xhtml'>"));
  for (const char* page :
       {"", " ", "<", "{\"error\":1}", "<?xml version=\"1.0\"?>",
        "<?xml version=\"1.0\"?><\xD0\xB4\xD0\xBE\xD0\xBC/>", "<!-- x",
        "<html>", "a < b", "<rss xmlns='http://www.w3.org/1999/xhtml'>"}) {
    EXPECT_FALSE(has_xhtml_root(page)) << page;
  }
}

TEST(XhtmlText, EntitiesAddLittle) {
  std::string page = "<!DOCTYPE html [<!ENTITY a '" + std::string(1000, 'x') +
                     "'><!ENTITY b '&a;&a;'>]>&b;";
  for (int i = 0; i < 5000; ++i) page += "&a;";
  std::string room;
  EXPECT_LT(xhtml_as_html(page, room).size(), page.size() + (1 << 20) + 1000);
}

}  // namespace
}  // namespace wax::document
