#include "crawl/fetch/page_requisites.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace wax::crawl {
namespace {

std::vector<std::string> requisites(const std::string& type,
                                    const std::string& body,
                                    long status = 200) {
  io::WireAnswer answer;
  answer.status = status;
  answer.head = "HTTP/1.1 200 OK\r\nContent-Type: " + type + "\r\n\r\n";
  answer.body.write(body);
  return requisites_of("http://a.example/x/y", answer);
}

using Urls = std::vector<std::string>;

TEST(PageRequisites, AreWhatIsShown) {
  const std::string page =
      "<base href='/z/'><link rel='stylesheet' href='s.css'>"
      "<link rel=icon href=i.ico><link rel=next href=n>"
      "<img src=a.png><img src=a.png><img src='b c.png' srcset='c.png 2x'>"
      "<a href=link>x</a><iframe src=//f.example/></iframe>"
      "<script src=x.js></script><img src='data:,x'>"
      "<p style='background: url(d.png)'>";
  EXPECT_EQ(requisites("text/html; charset=utf-8", page),
            (Urls{"http://a.example/z/s.css", "http://a.example/z/i.ico",
                  "http://a.example/z/a.png", "http://a.example/z/b%20c.png",
                  "http://a.example/z/c.png", "http://f.example/",
                  "http://a.example/z/d.png"}));
  EXPECT_EQ(requisites("text/html", page, 404), Urls());
  EXPECT_EQ(requisites("text/plain", page), Urls());
}

TEST(PageRequisites, OfStyleSheetsAreWhatTheyName) {
  EXPECT_EQ(requisites("text/css",
                       "@import 'b.css'; p { background: url(../a.png) }"),
            (Urls{"http://a.example/x/b.css", "http://a.example/a.png"}));
}

TEST(PageRequisites, AreNotEndless) {
  std::string page;
  for (int i = 0; i < 1000; ++i) {
    page += "<img src=" + std::to_string(i) + ">";
  }
  EXPECT_EQ(requisites("text/html", page).size(), kMostRequisites);
  EXPECT_EQ(requisites("text/html", page + std::string(kMostRead, ' ')),
            Urls());
}

}  // namespace
}  // namespace wax::crawl
