#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "tests/serve/archived_site.h"

namespace wax::serve {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string http(const std::string& body) {
  return "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + body;
}

Captured with_digest(const std::string& digest) {
  Captured captured;
  captured.digest = digest;
  return captured;
}

TEST(ViewPage, HasABarAroundThePage) {
  ArchivedSite site;
  site.add("20060101000000", "", http("one"),
           with_digest("AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"));
  site.add("20070101000000", "", http("<img src=gone.gif>"),
           with_digest("BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB"));
  site.add("20080101000000", "", http("three"),
           with_digest("CCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCC"));
  const ServedSite& served = site.serve();
  auto answer = served.get("/view/20070101000000/http://example.com/");
  EXPECT_EQ(answer.status, 200);
  EXPECT_THAT(answer.body,
              HasSubstr("src=\"/view/20070101000000fr_/http://example.com/\""));
  EXPECT_THAT(answer.body,
              HasSubstr("sandbox=\"allow-top-navigation-by-user-activation\""));
  EXPECT_THAT(answer.body,
              HasSubstr("href=\"/view/20060101000000/http://example.com/\""));
  EXPECT_THAT(answer.body,
              HasSubstr("href=\"/view/20080101000000/http://example.com/\""));
  EXPECT_THAT(answer.body, HasSubstr("version 2 of 3"));
  EXPECT_THAT(answer.body, HasSubstr("what changed"));
  EXPECT_THAT(answer.body, HasSubstr("1 of 1 parts is missing"));
  EXPECT_THAT(answer.body, Not(HasSubstr("gone.gif")));
  EXPECT_THAT(answer.header("content-security-policy"),
              HasSubstr("frame-src 'self'"));
}

TEST(ViewPage, SaysWhatThePageIsAndThatItsScriptsDoNotRun) {
  ArchivedSite site;
  site.add("20070101000000", "",
           http("<title>The <b>heron</title><script>a()</script><p>" +
                std::string(100, 'x')));
  site.add("20070101000000", "app",
           http("<script>a()</script><noscript>Turn on JavaScript, "
                "which this page needs, and load it again</noscript>"));
  site.add("20070101000000", "old", http("<title>Old</title>one"));
  const ServedSite& served = site.serve();
  auto bar = [&](const std::string& path) {
    return served.get("/view/20070101000000/http://example.com/" + path).body;
  };
  EXPECT_THAT(bar(""), HasSubstr("<h1 dir=\"auto\">The &lt;b&gt;heron</h1>"));
  EXPECT_THAT(bar(""), HasSubstr("shown without its scripts"));
  EXPECT_THAT(bar(""), Not(HasSubstr("may look empty")));
  EXPECT_THAT(bar(""), HasSubstr("&amp;year=2007#days\">calendar"));
  EXPECT_THAT(bar(""), HasSubstr("#cite\">cite"));
  EXPECT_THAT(bar("app"), HasSubstr("so it may look empty."));
  EXPECT_THAT(bar("old"), Not(HasSubstr("scripts")));
}

TEST(ViewPage, APageWithStyleSheetsAloneMayLookEmpty) {
  ArchivedSite site;
  std::string sheets;
  std::string images;
  for (const char* name : {"a", "b", "c", "d", "e"}) {
    site.add("20070101000000", name, http("x"));
    sheets += std::string("<link rel=stylesheet href=") + name + '>';
    images += std::string("<img src=") + name + '>';
  }
  site.add("20070101000000", "sheets", http("<script>a()</script>" + sheets));
  site.add("20070101000000", "images", http("<script>a()</script>" + images));
  const ServedSite& served = site.serve();
  const std::string path = "/view/20070101000000/http://example.com/";
  EXPECT_THAT(served.get(path + "sheets").body, HasSubstr("may look empty"));
  EXPECT_THAT(served.get(path + "images").body,
              Not(HasSubstr("may look empty")));
}

TEST(ViewPage, APdfIsShownByTheBrowser) {
  ArchivedSite site;
  site.add("20070101000000", "a.pdf",
           "HTTP/1.1 200 OK\r\nContent-Type: "
           "application/pdf;charset=x\r\n\r\n%PDF-1.4");
  const ServedSite& served = site.serve();
  const auto bar = served.get("/view/20070101000000/http://example.com/a.pdf");
  EXPECT_THAT(bar.body,
              HasSubstr("src=\"/view/20070101000000im_/http://example.com/"
                        "a.pdf\" referrerpolicy"));
  const auto pdf =
      served.get("/view/20070101000000im_/http://example.com/a.pdf");
  EXPECT_EQ(pdf.header("content-type"), "application/pdf");
  EXPECT_THAT(pdf.header("content-security-policy"), Not(HasSubstr("sandbox")));
}

TEST(ViewPage, APdfIsNothingElse) {
  ArchivedSite site;
  int number = 0;
  for (const char* type :
       {"application/pdf,text/html", "application/pdf; x, text/html",
        "application/pdf\t,text/html;a=b"}) {
    const std::string name = std::to_string(number++) + ".pdf";
    site.add("20070101000000", name,
             std::string("HTTP/1.1 200 OK\r\nContent-Type: ") + type +
                 "\r\n\r\n<p>page");
  }
  const ServedSite& served = site.serve();
  for (const char* name : {"0.pdf", "1.pdf", "2.pdf"}) {
    const auto answer = served.get(
        std::string("/view/20070101000000im_/http://example.com/") + name);
    EXPECT_EQ(answer.header("content-type"), "application/pdf") << name;
  }
}

TEST(ViewPage, LeadsWhereAPageLeadsAtOnce) {
  ArchivedSite site;
  site.add("20070101000000", "",
           http("<meta http-equiv=refresh content='0;url=/a'>"));
  site.add("20070101000000", "a", http("a"));
  auto answer = site.serve().get("/view/20070101000000/http://example.com/");
  EXPECT_EQ(answer.status, 302);
  EXPECT_EQ(answer.header("location"),
            "/view/20070101000000/http://example.com/a");
}

TEST(ViewPage, OfARedirectIsThatOfItsEnd) {
  ArchivedSite site;
  Captured moved;
  moved.status = "301";
  site.add("20070101000000", "", "HTTP/1.1 301 Moved\r\nLocation: /a\r\n\r\n",
           moved);
  site.add("20070101000001", "a",
           http("<meta http-equiv=refresh content='5;url=/later'>"));
  site.add("20070101000000", "later", http("later"));
  site.add("20070101000000", "to-nowhere",
           "HTTP/1.1 301 Moved\r\nLocation: /gone\r\n\r\n", moved);
  const ServedSite& served = site.serve();
  auto answer = served.get("/view/20070101000000/http://example.com/");
  EXPECT_EQ(answer.status, 302);
  EXPECT_EQ(answer.header("location"),
            "/view/20070101000001/http://example.com/a");
  // A refresh that takes its time is a link.
  answer = served.get("/view/20070101000001/http://example.com/a");
  EXPECT_THAT(
      answer.body,
      HasSubstr("href=\"/view/20070101000001/http://example.com/later\""));
  answer = served.get("/view/20070101000000/http://example.com/to-nowhere");
  EXPECT_EQ(answer.status, 200);
  EXPECT_THAT(answer.body, HasSubstr("HTTP status 301"));
}

TEST(ViewPage, AFileThatNoBrowserShowsInAFrameIsALink) {
  ArchivedSite site;
  for (const char* type : {"application/zip", "image/png", "text/plain",
                           "application/xml", "application/json"}) {
    site.add("20070101000000", type,
             "HTTP/1.1 200 OK\r\nContent-Type: " + std::string(type) +
                 "\r\n\r\n\x89PNG");
  }
  const ServedSite& served = site.serve();
  auto shown = [&](const std::string& type) {
    return served.get("/view/20070101000000/http://example.com/" + type).body;
  };
  for (const char* type :
       {"image/png", "text/plain", "application/xml", "application/json"}) {
    EXPECT_THAT(shown(type), HasSubstr("<iframe")) << type;
  }
  EXPECT_THAT(shown("application/zip"), Not(HasSubstr("<iframe")));
  EXPECT_THAT(shown("application/zip"),
              HasSubstr("of the type application/zip. <a "));
  EXPECT_THAT(shown("application/zip"), HasSubstr("download"));
}

TEST(ViewPage, ADateLeadsToTheCaptureNextToIt) {
  ArchivedSite site;
  site.add("20060101000000", "a%20b", http("one"));
  auto answer = site.serve().get("/view/2010/http://example.com/a%20b");
  EXPECT_EQ(answer.status, 302);
  EXPECT_EQ(answer.header("location"),
            "/view/20060101000000/http://example.com/a%20b");
}

TEST(ViewPage, ADateThatDoesNotExistIsRefusedUnlessACaptureHasIt) {
  ArchivedSite site;
  site.add("20060101000000", "a", http("one"));
  site.add("20071399000000", "odd", http("<a href=/a>link</a>"));
  const ServedSite& served = site.serve();
  for (const char* path : {"/view/20071301/http://example.com/a",
                           "/view/200713/http://example.com/a",
                           "/view/20071301/http://example.com/none",
                           "/view/20071301fr_/http://example.com/a",
                           "/raw/20071301id_/http://example.com/a",
                           "/raw/20081399000000id_/http://example.com/odd"}) {
    const auto answer = served.get(path);
    EXPECT_EQ(answer.status, 400) << path;
    EXPECT_THAT(answer.body, HasSubstr("is no date: a date has")) << path;
  }
  EXPECT_EQ(served.get("/view/200701/http://example.com/a").status, 302);
  EXPECT_EQ(served.get("/view/20070000000000/http://example.com/a").status,
            302);
  // Links of pages have the dates of the data.
  EXPECT_EQ(served.get("/view/20071399000000/http://example.com/odd").status,
            200);
  EXPECT_EQ(served.get("/raw/20071399000000id_/http://example.com/odd").status,
            200);
  const std::string frame =
      served.get("/view/20071399000000fr_/http://example.com/odd").body;
  EXPECT_THAT(frame, HasSubstr("/view/20071231000000/http://example.com/a"));
}

TEST(ViewPage, APathWithoutUrlIsRefused) {
  ArchivedSite site;
  site.add("20060101000000", "a", http("one"));
  const ServedSite& served = site.serve();
  for (const char* path : {"/view/2006/", "/view/2006", "/view/2006fr_/",
                           "/raw/2006id_/", "/raw/2006id_"}) {
    EXPECT_EQ(served.get(path).status, 400) << path;
  }
}

TEST(ViewPage, AUrlWithoutKeyIsShownOrNotArchived) {
  const std::pair<std::string, std::string> urls[] = {
      {"http://h:99999/", "http://h:99999/"},
      {"http:///x:y/", "http:///x:y/"},
      {"h_x:bad/a", "h_x:bad/a"},
      {"//h:x/\xe4\xff", "//h:x/%E4%FF"},
      {"http://h:x/#|", "http://h:x/%23%7C"},
      {"urn:uuid:1", "urn:uuid:1"}};
  ArchivedSite site;
  for (const auto& [url, path] : urls) {
    site.add("20070101000000", "",
             http("<link rel=stylesheet href=/css/base.css?x>"
                  "<img src=i.gif><img src=http://h:y/i.gif?1><img src=''>of " +
                  url),
             {.site = url});
  }
  const ServedSite& served = site.serve();
  for (const auto& [url, path] : urls) {
    const std::string view = "/view/20070101000000";
    auto answer = served.get(view + '/' + path);
    EXPECT_EQ(answer.status, 200) << path << ": " << answer.body;
    EXPECT_THAT(answer.body, HasSubstr("src=\"" + view + "fr_/" + path + '"'));
    EXPECT_EQ(served.get(view + "fr_/" + path).status, 200) << path;
    EXPECT_EQ(served.get("/view/2009/" + path).status, 302) << path;
    answer = served.get(view + '/' + path + "gone");
    EXPECT_EQ(answer.status, 404) << path << ": " << answer.body;
  }
}

}  // namespace
}  // namespace wax::serve
