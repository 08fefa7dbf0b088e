#include "answers/records/page_view.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/serve/archived_site.h"

namespace wax::answers {
namespace {

constexpr const char* kDate = "20070531203500";

std::string part(const std::string& modifier, const std::string& rest) {
  return std::string("/view/") + kDate + modifier + "/http://example.com/" +
         rest;
}

TEST(PartOfView, APageNamesPartsOfTheView) {
  serve::ArchivedSite site;
  site.add(kDate, "",
           serve::http("text/html; charset=iso-8859-1",
                       "<script>x</script><img src=i.gif><img src=gone.gif>"
                       "<a href=/next>caf\xE9</a>"));
  site.add(kDate, "i.gif", serve::http("image/gif", "GIF89a"));
  auto answer = site.serve().get(part("fr_", ""));
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.header("content-type"), "text/html; charset=utf-8");
  EXPECT_EQ(answer.body,
            "<img src=\"/view/20070531203500im_/http://example.com/i.gif\">"
            "<img src=\"data:,\" "
            "data-missing=\"http://example.com/gone.gif\">"
            "<a href=\"/view/20070531203500/http://example.com/next\" "
            "target=\"_top\">caf\u00E9</a><style>[data-missing]{outline:1px "
            "dashed #b50!important;outline-offset:-1px!important}"
            "object[data-missing]{display:inline-block;overflow:auto}"
            "object>img[data-missing]{vertical-align:top}</style>");
  EXPECT_EQ(answer.header("content-security-policy"), kViewPolicy);
  EXPECT_EQ(answer.header("x-frame-options"), "");
}

TEST(PartOfView, OtherBodiesAreAsTheyWereArchived) {
  serve::ArchivedSite site;
  site.add(kDate, "i.gif", serve::http("image/gif", "GIF89a"));
  site.add(kDate, "s.js", serve::http("text/javascript", "x()"));
  site.add(kDate, "s.css", serve::http("text/css", "b{c:url(i.gif)}"));
  const serve::ServedSite& served = site.serve();
  auto image = served.get(part("im_", "i.gif"));
  EXPECT_EQ(image.header("content-type"), "image/gif");
  EXPECT_EQ(image.body, "GIF89a");
  EXPECT_EQ(served.get(part("fr_", "s.js")).header("content-type"),
            "text/plain; charset=utf-8");
  auto style = served.get(part("cs_", "s.css"));
  EXPECT_EQ(style.header("content-type"), "text/css; charset=utf-8");
  EXPECT_EQ(style.body,
            "b{c:url(\"/view/20070531203500im_/http://example.com/i.gif\")}");
}

TEST(PartOfView, LinksOfSvgAndXmlStayInTheView) {
  serve::ArchivedSite site;
  site.add(kDate, "p.svg",
           serve::http(
               "image/svg+xml",
               "<?xml version='1.0'?><svg xmlns='http://www.w3.org/2000/svg' "
               "xmlns:xlink='http://www.w3.org/1999/xlink' onload='x()'>"
               "<script>x()</script><image xlink:href='/gone.png'/>"
               "<a xlink:href='http://out.example/' target='_top'><rect/></a>"
               "</svg>"));
  site.add(kDate, "p.xml",
           serve::http("text/xml",
                       "<r xmlns:h='http://www.w3.org/1999/xhtml'>"
                       "<h:a href='http://out.example/'>x</h:a></r>"));
  site.add(kDate, "f.xml",
           serve::http(
               "application/rss+xml",
               "<!DOCTYPE r [<!ENTITY n 'xhtml'>]><r><link>http://out.example/"
               "</link></r>"));
  const serve::ServedSite& served = site.serve();
  for (const char* frame : {"fr_", "if_"}) {
    for (const char* name : {"p.svg", "p.xml", "f.xml"}) {
      auto answer = served.get(part(frame, name));
      EXPECT_EQ(answer.header("content-type"), "text/html; charset=utf-8")
          << name;
      EXPECT_EQ(answer.body.find("='http://out.example"), std::string::npos)
          << answer.body;
      EXPECT_EQ(answer.body.find("=\"http://out.example"), std::string::npos)
          << answer.body;
      EXPECT_EQ(answer.body.find("x()"), std::string::npos) << answer.body;
    }
    EXPECT_NE(served.get(part(frame, "p.svg"))
                  .body.find("data-missing=\"http://example.com/gone.png\""),
              std::string::npos);
    EXPECT_NE(served.get(part(frame, "f.xml")).body.find("&lt;link&gt;http"),
              std::string::npos);
  }
  // As an image it is as it was archived: images load nothing. Opened by
  // itself, it runs nothing.
  for (const std::string& path :
       {part("im_", "p.svg"),
        std::string("/raw/") + kDate + "id_/http://example.com/p.svg"}) {
    auto image = served.get(path);
    EXPECT_EQ(image.header("content-type"), "image/svg+xml");
    EXPECT_NE(image.body.find("<script>x()"), std::string::npos);
    const std::string policy(image.header("content-security-policy"));
    EXPECT_TRUE(policy.starts_with("sandbox; default-src 'none';")) << policy;
    EXPECT_EQ(policy.find("script"), std::string::npos) << policy;
    // Opened by itself, it could make browsers connect to what it names.
    EXPECT_EQ(served.get(path, "Sec-Fetch-Dest: document\r\n")
                  .header("content-disposition"),
              "attachment");
  }
}

TEST(PartOfView, ARedirectLeadsToThePartThatItNames) {
  serve::ArchivedSite site;
  serve::Captured moved;
  moved.status = "301";
  site.add(kDate, "old.gif", "HTTP/1.1 301 Moved\r\nLocation: /new.gif\r\n\r\n",
           moved);
  auto answer = site.serve().get(part("im_", "old.gif"));
  EXPECT_EQ(answer.status, 302);
  EXPECT_EQ(answer.header("location"), part("im_", "new.gif"));
}

std::string moved_to(const std::string& target) {
  return "HTTP/1.1 302 Found\r\nLocation: " + target + "\r\n\r\nmoved";
}

TEST(PartOfView, ARedirectToItsOwnKeyLeadsToAnotherCapture) {
  serve::Captured moved;
  moved.status = "302";
  moved.digest = "B2LTWWPUOYAH7UIPQ7ZUPQ4VMBSVC36A";
  {
    serve::ArchivedSite site;
    site.add(kDate, "a", moved_to("https://www.example.com/a"), moved);
    site.add("20070531203502", "a", serve::http("text/html", "<p>later"));
    auto answer = site.serve().get(part("fr_", "a"));
    EXPECT_EQ(answer.status, 302);
    EXPECT_EQ(answer.header("location"),
              "/view/20070531203502fr_/http://example.com/a");
  }
  {
    // Of the same second.
    serve::ArchivedSite site;
    site.add(kDate, "a", moved_to("/a"), moved);
    site.add(kDate, "a", serve::http("text/html", "<p>same"));
    EXPECT_EQ(site.serve().get(part("fr_", "a")).body, "<p>same");
  }
  {
    // By way of another page.
    serve::ArchivedSite site;
    site.add(kDate, "", serve::http("text/html", "<img src=a>"));
    site.add(kDate, "a", moved_to("/login"), moved);
    site.add(kDate, "login", moved_to("/a"), moved);
    site.add("20070531203505", "a", serve::http("image/gif", "GIF89a"));
    const serve::ServedSite& served = site.serve();
    EXPECT_EQ(served.get(part("fr_", "")).body,
              "<img src=\"" + part("im_", "a") + "\">");
    EXPECT_EQ(served.get(part("im_", "a")).header("location"),
              "/view/20070531203505im_/http://example.com/a");
  }
}

TEST(PartOfView, RedirectsInACircleAreShownThemselves) {
  serve::Captured moved;
  moved.status = "302";
  serve::ArchivedSite site;
  site.add(kDate, "a", moved_to("https://example.com/a"), moved);
  site.add(kDate, "b", moved_to("/c"), moved);
  site.add(kDate, "c", moved_to("/b"), moved);
  const std::string refresh = "<meta http-equiv=refresh content='0;url=";
  site.add(kDate, "d", serve::http("text/html", refresh + "/e'>d"));
  site.add(kDate, "e", serve::http("text/html", refresh + "/d'>e"));
  const serve::ServedSite& served = site.serve();
  for (const char* url : {"a", "b", "c", "d", "e"}) {
    for (const char* modifier : {"", "fr_", "if_"}) {
      EXPECT_EQ(served.get(part(modifier, url)).status, 200) << modifier << url;
    }
  }
}

TEST(PartOfView, APageInAFrameMayLeadOnAtOnce) {
  serve::ArchivedSite site;
  site.add(
      kDate, "a",
      serve::http("text/html", "<meta http-equiv=refresh content='0;url=b'>"));
  site.add(kDate, "b",
           "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
           "Refresh: 1; URL=c\r\n\r\nb");
  site.add(kDate, "c", serve::http("text/html", "c"));
  EXPECT_EQ(site.serve().get(part("if_", "a")).header("location"),
            part("if_", "c"));
}

TEST(PartOfView, XhtmlIsRead) {
  serve::ArchivedSite site;
  site.add(kDate, "",
           serve::http("application/xhtml+xml", "<script src='x'/>text"));
  EXPECT_EQ(site.serve().get(part("fr_", "")).body, "text");
}

TEST(PartOfView, PartsThatLeadNowhereAreMissing) {
  serve::ArchivedSite site;
  site.add(kDate, "",
           serve::http("text/html",
                       "<img src=a><img src=b><img src=c><img src=d><img src=e>"
                       "<iframe src=e>"));
  serve::Captured moved;
  moved.status = "302";
  site.add(kDate, "a", moved_to("/gone.gif"), moved);
  site.add(kDate, "b", moved_to("/i.gif?1"), moved);
  site.add(kDate, "i.gif", serve::http("image/gif", "GIF89a"));
  site.add(kDate, "c", moved_to("/d"), moved);
  site.add(kDate, "d", moved_to("/c"), moved);
  serve::Captured failed;
  failed.status = "404";
  site.add(kDate, "e", "HTTP/1.1 404 Not Found\r\n\r\nnone", failed);
  const serve::ServedSite& served = site.serve();
  const std::string html = served.get(part("fr_", "")).body;
  for (const char* missing : {"a", "c", "d", "e"}) {
    EXPECT_NE(html.find("<img src=\"data:,\" data-missing=\"" +
                        ("http://example.com/" + std::string(missing)) + "\">"),
              std::string::npos)
        << html;
  }
  EXPECT_NE(html.find("<img src=\"" + part("im_", "b") + "\">"),
            std::string::npos)
      << html;
  EXPECT_NE(html.find("<iframe src=\"" + part("if_", "e") + "\">"),
            std::string::npos)
      << html;
  auto answer = served.get(part("im_", "b"));
  EXPECT_EQ(answer.header("location"), part("im_", "i.gif"));
  EXPECT_EQ(served.get(part("im_", "i.gif?1")).body, "GIF89a");
  EXPECT_NE(served.get(part("", "")).body.find("4 of 6 parts are missing"),
            std::string::npos);
}

TEST(PartOfView, APageThatIsCutIsShownAsFarAsItIsThere) {
  serve::ArchivedSite site;
  site.add(kDate, "", serve::http("text/html", "<p>first</p><p>second</p>"));
  site.cut(12);
  const serve::ServedSite& served = site.serve();
  auto answer = served.get(part("fr_", ""));
  EXPECT_EQ(answer.status, 200);
  EXPECT_NE(answer.body.find("<p>first</p>"), std::string::npos);
  EXPECT_NE(served.get(part("", ""))
                .body.find("this page was archived only in part"),
            std::string::npos);
  // As a download it would look whole.
  EXPECT_EQ(served.get("/raw/" + std::string(kDate) + "id_/http://example.com/")
                .status,
            502);
}

TEST(PartOfView, AnotherCopyIsReadWhenARecordCannotBeHad) {
  serve::ArchivedSite site;
  site.add(kDate, "", serve::http("text/html", "<p>here</p>"));
  const std::string line =
      "com,example)/ 20070531203500 http://example.com/ text/html 200 "
      "3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ - - ";
  // Without an offset, at a wrong one, and in an archive that is not there.
  site.add_line(line + "- - a.warc\n");
  site.add_line(line + "1 7 a.warc\n");
  site.add_line(line + "1 0 0-gone.warc\n");
  // Another version of the same second is shown in place of one without a
  // record.
  site.add_line(
      "com,example)/other 20070531203500 http://example.com/other text/html "
      "200 3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ - - - - a.warc\n");
  serve::Captured other;
  other.digest = "B2LTWWPUOYAH7UIPQ7ZUPQ4VMBSVC36A";
  site.add(kDate, "other", serve::http("text/html", "<p>other</p>"), other);
  const serve::ServedSite& served = site.serve();
  EXPECT_EQ(served.get(part("fr_", "")).body, "<p>here</p>");
  for (const char* raw : {"id_", "rec_", "hd_"}) {
    EXPECT_EQ(
        served.get(std::string("/raw/") + kDate + raw + "/http://example.com/")
            .status,
        200)
        << raw;
  }
  EXPECT_EQ(served.get(part("fr_", "other")).body, "<p>other</p>");
}

TEST(PartOfView, WhatWouldBeFarLargerThanItsPageIsRefused) {
  serve::ArchivedSite site;
  const std::string dir = std::string(20'000, 'u') + '/';
  std::string links;
  std::string images;
  std::string css;
  for (int i = 0; i < 5'000; ++i) {
    links += "<a href=x>y</a>";
    images += "<img src=i" + std::to_string(i) + ">";
    css += "b{c:url(i.gif)}";
  }
  site.add(kDate, dir, serve::http("text/html", links));
  site.add(kDate, dir + "i", serve::http("text/html", images));
  site.add(kDate, dir + "s.css", serve::http("text/css", css));
  // A base as long is ignored.
  const std::string base = "<base href=/" + dir + ">";
  site.add(kDate, "b", serve::http("text/html", base + links));
  const serve::ServedSite& served = site.serve();
  for (const char* modifier : {"fr_", "if_"}) {
    auto answer = served.get(part(modifier, dir));
    EXPECT_EQ(answer.status, 413);
    EXPECT_NE(answer.body.find("larger than this server shows"),
              std::string::npos);
    EXPECT_EQ(served.get(part(modifier, dir + "i")).status, 413);
    EXPECT_EQ(served.get(part(modifier, "b")).status, 200);
  }
  EXPECT_EQ(served.get(part("", dir)).status, 200);
  EXPECT_EQ(served.get(part("cs_", dir + "s.css")).status, 413);
}

TEST(PartOfView, APageIsNoMedia) {
  serve::ArchivedSite site;
  site.add(
      kDate, "",
      serve::http("text/html", "<link rel=preconnect href=http://out.test/>"));
  const serve::ServedSite& served = site.serve();
  auto answer = served.get(part("im_", ""));
  EXPECT_EQ(answer.header("content-type"), "text/plain; charset=utf-8");
  EXPECT_EQ(answer.header("x-content-type-options"), "nosniff");
}

TEST(PartOfView, RulesOfAccessHold) {
  serve::ArchivedSite site;
  site.add(kDate, "secret", serve::http("text/html", "secret"));
  site.add_rules("block surt com,example)/secret\n");
  const serve::ServedSite& served = site.serve();
  for (const char* modifier : {"", "fr_", "if_", "im_", "cs_"}) {
    auto answer = served.get(part(modifier, "secret"));
    EXPECT_EQ(answer.status, 451) << modifier;
    EXPECT_EQ(answer.body.find(">secret"), std::string::npos) << modifier;
  }
}

TEST(PartOfView, WithoutACaptureThereIsNone) {
  serve::ArchivedSite site;
  site.add(kDate, "", serve::http("text/html", "x"));
  const serve::ServedSite& served = site.serve();
  EXPECT_EQ(served.get(part("im_", "none.gif")).status, 404);
  EXPECT_EQ(served.get(part("xx_", "")).status, 400);
}

}  // namespace
}  // namespace wax::answers
