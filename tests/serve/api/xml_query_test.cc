#include <gtest/gtest.h>

#include <string>
#include <utility>

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
  EXPECT_FALSE(is_xml_query(answers::Parameters("url=a&q=")));
}

TEST(XmlQuery, HasAResultForEachCapture) {
  ServedSite site(kLines);
  std::string body =
      site.get("/c?q=type:urlquery+url:http%253A%252F%252Fa.org%252F").body;
  for (const char* text : {"<type>urlquery</type>", "<url>org,a)/</url>",
                           "<capturedate>20060101000000</capturedate>",
                           "<url>http://a.org/?x=1&amp;y</url>",
                           "<compressedoffset>20</compressedoffset>\n"
                           "<compressedendoffset>10</compressedendoffset>"}) {
    EXPECT_NE(body.find(text), std::string::npos) << text << body;
  }
  // The second capture does not say how long it is.
  EXPECT_EQ(body.find("<compressedendoffset>"),
            body.rfind("<compressedendoffset>"));
  EXPECT_TRUE(body.ends_with("</request>\n</wayback>\n"));
}

// OutbackCDX answers so; the clients of OpenWayback and pywb read it.
const char* const kFive =
    "org,a)/ 20200101000000 http://a.org/ text/html 200 A - - 10 20 f\n"
    "org,a)/ 20200201000000 http://a.org/ text/html 200 B - - 10 20 f\n"
    "org,a)/ 20200301000000 http://a.org/ text/html 200 A - - 10 20 f\n"
    "org,a)/b 20200101000000 http://a.org/b text/html 200 A - - 10 20 f\n"
    "org,a)/b 20200102000000 http://a.org/b text/html 200 A - - 10 20 f\n";

size_t times_of(const std::string& text, const std::string& part) {
  size_t count = 0;
  for (size_t at = text.find(part); at != text.npos;
       at = text.find(part, at + 1)) {
    ++count;
  }
  return count;
}

TEST(XmlQuery, CountsAllResultsAndGivesAPage) {
  ServedSite site(kFive);
  const std::string kUrl = "/c?q=type:urlquery+url:http%3A%2F%2Fa.org%2F";
  std::string body = site.get(kUrl).body;
  EXPECT_EQ(times_of(body, "<result>"), 3U);
  EXPECT_NE(body.find("<numreturned>3</numreturned>\n"
                      "<numresults>3</numresults>"),
            body.npos);
  EXPECT_EQ(body.find("<closest>"), body.npos);
  body = site.get(kUrl + "&count=2&start_page=2").body;
  EXPECT_EQ(times_of(body, "<result>"), 1U);
  EXPECT_NE(body.find("<capturedate>20200301000000"), body.npos) << body;
  EXPECT_NE(body.find("<firstreturned>2</firstreturned>"), body.npos);
  EXPECT_NE(body.find("<numreturned>1</numreturned>\n"
                      "<numresults>3</numresults>"),
            body.npos);
}

TEST(XmlQuery, MarksTheClosestCapture) {
  ServedSite site(kFive);
  // By the numbers that the digits are, not by the time between.
  for (const auto& [date, closest] :
       {std::pair{"20200220000000", "20200201000000"},
        {"2019", "20200101000000"},
        {"2021", "20200301000000"}}) {
    const std::string body =
        site.get("/c?q=type:urlquery+url:a.org+date:" + std::string(date)).body;
    EXPECT_EQ(times_of(body, "<closest>true</closest>"), 1U) << date;
    const size_t marked = body.find("<closest>");
    EXPECT_LT(body.rfind(closest, marked), marked) << date;
    EXPECT_GT(body.rfind(closest, marked), body.rfind("<result>", marked))
        << body;
  }
}

TEST(XmlQuery, APrefixQueryHasAResultForEachUrl) {
  ServedSite site(kFive);
  std::string body = site.get("/c?q=type:prefixquery+url:a.org").body;
  EXPECT_NE(body.find("<urlkey>org,a)/</urlkey>\n"
                      "<originalurl>http://a.org/</originalurl>\n"
                      "<numversions>3</numversions>\n"
                      "<numcaptures>3</numcaptures>\n"
                      "<firstcapturets>20200101000000</firstcapturets>\n"
                      "<lastcapturets>20200301000000</lastcapturets>"),
            body.npos)
      << body;
  EXPECT_NE(body.find("<numversions>1</numversions>\n"
                      "<numcaptures>2</numcaptures>"),
            body.npos);
  EXPECT_NE(body.find("<resultstype>resultstypeurl<"), body.npos);
  EXPECT_NE(body.find("<numresults>2<"), body.npos);
}

TEST(XmlQuery, SaysWhatItCannotAnswerInADocument) {
  ServedSite site(kFive);
  for (const auto& [query, title] :
       {std::pair{"type:other+url:a", "Unsupported query type"},
        {"type:urlquery+url:a+limit:x", "Bad Query Exception"},
        {"type:urlquery+url:b.org", "Resource Not In Archive"},
        {"type:prefixquery+url:b.org", "Resource Not In Archive"}}) {
    auto answer = site.get(std::string("/c?q=") + query);
    EXPECT_EQ(answer.status, 200) << query;
    EXPECT_NE(answer.body.find("<title>" + std::string(title) + "</title>"),
              std::string::npos)
        << answer.body;
    EXPECT_EQ(answer.body.find("<results>"), std::string::npos) << query;
  }
}

TEST(XmlQuery, WithoutAUrlIsRefused) {
  ServedSite site(kFive);
  for (const char* query : {"type:urlquery", "x", "url:"}) {
    const auto answer = site.get(std::string("/c?q=") + query);
    EXPECT_EQ(answer.status, 400) << query;
    EXPECT_EQ(answer.body, "The parameter q has no url:URL.\n") << query;
  }
  // An empty field of a form asks for nothing.
  EXPECT_EQ(site.get("/c?url=a.org&q=").status, 200);
  EXPECT_EQ(site.get("/c?q=").status, 400);
}

TEST(XmlQuery, RefusesWrongValuesOfOtherParametersAsWithoutQ) {
  ServedSite site(kFive);
  const std::string xml = "/c?q=type:urlquery+url:a.org";
  for (const char* wrong :
       {"limit=x", "count=x", "start_page=x", "matchType=x", "from=2020x",
        "closest=x", "sort=x", "fl=x", "filter=x",
        "collapseTime=x", "offset=-1", "page=x", "pageSize=0", "dialect=x",
        "output=x", "showNumPages=x", "showSkipCount=true", "resumeKey=x",
        "showPagedIndex=true"}) {
    const std::string beside = '&' + std::string(wrong);
    const auto plain = site.get("/c?url=a.org" + beside);
    const auto answer = site.get(xml + beside);
    EXPECT_EQ(plain.status, 400) << wrong;
    EXPECT_EQ(answer.status, 400) << wrong;
    EXPECT_EQ(answer.body, plain.body) << wrong;
  }
  for (const char* right :
       {"", "&limit=5", "&limit=", "&count=2&start_page=1", "&output=json",
        "&url=a.org", "&url=*", "&from=2020&to=2021", "&sort=reverse",
        "&other=x"}) {
    const auto answer = site.get(xml + right);
    EXPECT_EQ(answer.status, 200) << right;
    EXPECT_NE(answer.body.find("<results>"), std::string::npos) << right;
  }
}

}  // namespace
}  // namespace wax::serve
