#include <gtest/gtest.h>

#include <string>

#include "serve/api/cdx_query.h"
#include "tests/serve/served_site.h"

namespace wax::serve {
namespace {

const char* const kLines =
    " CDX N b a m s k r M S V g\n"
    "org,a)/ 20060101000000 http://a.org/?x=1&y text/html 200 D - - 10 20 f\n"
    "org,a)/ 20070101000000 http://a.org/ text/html 200 E - - - - f\n";

TEST(XmlQuery, IsOneWithQ) {
  EXPECT_TRUE(is_xml_query(answers::Parameters("q=type:urlquery")));
  EXPECT_FALSE(is_xml_query(answers::Parameters("url=a")));
}

TEST(XmlQuery, HasAResultForEachCapture) {
  ServedSite site(kLines);
  std::string body =
      site.get("/c?q=type:urlquery+url:http%253A%252F%252Fa.org%252F").body;
  for (const char* text : {"<type>urlquery</type>", "<url>org,a)/</url>",
                           "<capturedate>20060101000000</capturedate>",
                           "<url>http://a.org/?x=1&amp;y</url>",
                           "<compressedoffset>20</compressedoffset>\n"
                           "<compressedendoffset>30</compressedendoffset>"}) {
    EXPECT_NE(body.find(text), std::string::npos) << text << body;
  }
  // The second capture does not say how long it is.
  EXPECT_EQ(body.find("<compressedendoffset>"),
            body.rfind("<compressedendoffset>"));
  EXPECT_TRUE(body.ends_with("</results>\n</wayback>\n"));
}

TEST(XmlQuery, RefusesOthers) {
  ServedSite site(kLines);
  for (const char* query :
       {"type:other+url:a", "type:urlquery", "type:urlquery+url:a+limit:x"}) {
    EXPECT_EQ(site.get(std::string("/c?q=") + query).status, 400) << query;
  }
}

}  // namespace
}  // namespace wax::serve
