#include "answers/records/part_capture.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/serve/archived_site.h"

namespace wax::answers {
namespace {

// What the server gives of the page of example.com at a date.
std::string page(serve::ArchivedSite& site, const std::string& date) {
  return site.serve().get("/view/" + date + "fr_/http://example.com/").body;
}

TEST(FindPart, AFileIsFoundWithAnotherQuery) {
  serve::ArchivedSite site;
  site.add("20070531203500", "",
           serve::http("text/html",
                       "<link rel=stylesheet href=s.css?17><img src=i.gif?v=2>"
                       "<img src=p.png><img src='page?17'>"));
  site.add("20070531203500", "s.css", serve::http("text/css", "b{}"));
  site.add("20010101000000", "i.gif?v=0", serve::http("image/gif", "GIF89a"));
  site.add("20070101000000", "i.gif?v=1", serve::http("image/gif", "GIF89a"));
  site.add("20070531203500", "p.png?v=1", serve::http("image/png", "PNG"));
  site.add("20070531203500", "page", serve::http("image/gif", "GIF89a"));
  const std::string html = page(site, "20070531203500");
  for (const char* there :
       {"cs_/http://example.com/s.css", "im_/http://example.com/i.gif?v=1",
        "im_/http://example.com/p.png?v=1",
        "data-missing=\"http://example.com/page?17\""}) {
    EXPECT_NE(html.find(there), std::string::npos) << there << '\n' << html;
  }
}

// Read as numbers, dates a second apart at the turn of the year are further
// apart than those of one week.
TEST(FindPart, TheNextInTimeIsTaken) {
  serve::ArchivedSite site;
  site.add("20070101000000", "",
           serve::http("text/html", "<link rel=stylesheet href=s.css>"));
  site.add("20061231235959", "s.css?v=1", serve::http("text/css", "b{}"));
  site.add("20070108000000", "s.css?v=2", serve::http("text/css", "i{}"));
  const std::string html = page(site, "20070101000000");
  EXPECT_NE(html.find("/http://example.com/s.css?v=1"), std::string::npos)
      << html;
}

}  // namespace
}  // namespace wax::answers
