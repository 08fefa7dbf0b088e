#include "serve/answers/part_capture.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/serve/archived_site.h"

namespace wax::serve {
namespace {

constexpr const char* kDate = "20070531203500";

std::string part(const std::string& modifier, const std::string& rest) {
  return std::string("/view/") + kDate + modifier + "/http://example.com/" +
         rest;
}

TEST(FindPart, AFileIsFoundWithAnotherQuery) {
  ArchivedSite site;
  site.add(kDate, "",
           http("text/html",
                "<link rel=stylesheet href=s.css?17><img src=i.gif?v=2>"
                "<img src=p.png><img src='page?17'>"));
  site.add(kDate, "s.css", http("text/css", "b{}"));
  site.add("20010101000000", "i.gif?v=0", http("image/gif", "GIF89a"));
  site.add("20070101000000", "i.gif?v=1", http("image/gif", "GIF89a"));
  site.add(kDate, "p.png?v=1", http("image/png", "PNG"));
  site.add(kDate, "page", http("image/gif", "GIF89a"));
  const std::string html = site.serve().get(part("fr_", "")).body;
  for (const std::string& there :
       {part("cs_", "s.css"), part("im_", "i.gif?v=1"),
        part("im_", "p.png?v=1"),
        std::string("data-missing=\"http://example.com/page?17\"")}) {
    EXPECT_NE(html.find(there), std::string::npos) << there << '\n' << html;
  }
}

// Read as numbers, dates a second apart at the turn of the year are further
// apart than those of one week.
TEST(FindPart, TheNextInTimeIsTaken) {
  ArchivedSite site;
  site.add("20070101000000", "",
           http("text/html", "<link rel=stylesheet href=s.css>"));
  site.add("20061231235959", "s.css?v=1", http("text/css", "b{}"));
  site.add("20070108000000", "s.css?v=2", http("text/css", "i{}"));
  const std::string html =
      site.serve().get("/view/20070101000000fr_/http://example.com/").body;
  EXPECT_NE(html.find("/http://example.com/s.css?v=1"), std::string::npos)
      << html;
}

}  // namespace
}  // namespace wax::serve
