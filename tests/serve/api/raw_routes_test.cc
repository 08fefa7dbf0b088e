#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "cdx/url/url_key.h"
#include "io/problem.h"
#include "serve/api/api_routes.h"
#include "tests/serve/archived_site.h"
#include "tests/serve/served_site.h"
#include "warc/record/date.h"

namespace wax::serve {
namespace {

using tests::HttpAnswer;

const std::string kPage = "<script>alert(1)</script>";

TEST(RawRoutes, GiveTheBodyAndItsHeadersInASandbox) {
  ArchivedSite raw;
  raw.add("20070531203500", "",
          "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n"
          "Set-Cookie: a=b\r\nX-Odd: a\"b\r\n\r\n" +
              kPage);
  HttpAnswer answer =
      raw.serve().get("/raw/20070531203500id_/http://example.com/");
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.body, kPage);
  EXPECT_EQ(answer.header("content-type"), "text/html; charset=utf-8");
  EXPECT_EQ(answer.header("memento-datetime"), "Thu, 31 May 2007 20:35:00 GMT");
  EXPECT_TRUE(answer.header("content-security-policy")
                  .starts_with("sandbox; default-src 'none'"));
  EXPECT_EQ(answer.header("set-cookie"), "");
  EXPECT_EQ(answer.header("x-archive-orig-set-cookie"), "a=b");
  EXPECT_NE(answer.header("link").find("<http://example.com/>; "
                                       "rel=\"original\""),
            std::string::npos);
}

// Shown, they make browsers connect to what they name, whatever the policy.
TEST(RawRoutes, OfPagesThatBrowsersOpenAreFiles) {
  ArchivedSite raw;
  for (const char* type : {"text/html", "application/xhtml+xml", "text/xml",
                           "image/svg+xml", "text/plain", "image/png"}) {
    std::string name(type);
    std::replace(name.begin(), name.end(), '/', '_');
    raw.add("20070531203500", name, http(type, kPage));
  }
  const ServedSite& site = raw.serve();
  auto kept_as = [&](const std::string& name, std::string_view headers) {
    return std::string(
        site.get("/raw/20070531203500id_/http://example.com/" + name, headers)
            .header("content-disposition"));
  };
  for (const char* name :
       {"text_html", "application_xhtml+xml", "text_xml", "image_svg+xml"}) {
    EXPECT_EQ(kept_as(name, "Sec-Fetch-Dest: document\r\n"), "attachment")
        << name;
    // Clients of other kinds, such as replay systems.
    EXPECT_EQ(kept_as(name, ""), "") << name;
    EXPECT_EQ(kept_as(name, "Sec-Fetch-Dest: image\r\n"), "") << name;
  }
  for (const char* name : {"text_plain", "image_png"}) {
    EXPECT_EQ(kept_as(name, "Sec-Fetch-Dest: document\r\n"), "") << name;
  }
}

std::string ranged(const std::string& head, const std::string& body) {
  return "HTTP/1.1 " + head + "\r\nContent-Type: video/mp4\r\n\r\n" + body;
}

TEST(RawRoutes, ARangeOfABodyIsAnswered) {
  ArchivedSite raw;
  raw.add("20070531203500", "v", ranged("200 OK", "0123456789"));
  raw.add("20070531203500", "c",
          ranged("200 OK\r\nTransfer-Encoding: chunked",
                 "4\r\n0123\r\n6\r\n456789\r\n0\r\n\r\n"));
  raw.add("20070531203500", "all",
          ranged("206 Partial Content\r\nContent-Range: bytes 0-9/10",
                 "0123456789"),
          {.status = "206"});
  raw.add("20070531203500", "part",
          ranged("206 Partial Content\r\nContent-Range: bytes 0-9/100",
                 "0123456789"),
          {.status = "206"});
  const ServedSite& site = raw.serve();
  auto ask = [&](const std::string& of, const std::string& headers,
                 const std::string& at = "/raw/20070531203500id_/") {
    return site.get(at + "http://example.com/" + of, headers);
  };
  for (const char* of : {"v", "c", "all"}) {
    HttpAnswer answer = ask(of, "Range: bytes=2-4\r\n");
    EXPECT_EQ(answer.status, 206) << of;
    EXPECT_EQ(answer.body, "234") << of;
    EXPECT_EQ(answer.header("content-range"), "bytes 2-4/10") << of;
    EXPECT_EQ(answer.header("content-length"), "3") << of;
    answer = ask(of, "Range: bytes=-3\r\n");
    EXPECT_EQ(answer.body, "789") << of;
    answer = ask(of, "Range: bytes=10-\r\n");
    EXPECT_EQ(answer.status, 416) << of;
    EXPECT_EQ(answer.header("content-range"), "bytes */10") << of;
  }
  EXPECT_EQ(ask("v", "").status, 200);
  EXPECT_EQ(ask("v", "").header("accept-ranges"), "bytes");
  EXPECT_EQ(ask("v", "Range: bytes=2-4\r\nIf-Range: \"x\"\r\n").body,
            "0123456789");
  EXPECT_EQ(ask("v", "Range: bytes=0-1,3-4\r\n").body, "0123456789");
  for (const char* of : {"v", "c"}) {
    HttpAnswer view =
        ask(of, "Range: bytes=2-4\r\n", "/view/20070531203500im_/");
    EXPECT_EQ(view.status, 206) << of;
    EXPECT_EQ(view.body, "234") << of;
  }
  // What the archive has a part of is that part.
  for (const char* range : {"", "Range: bytes=2-4\r\n"}) {
    HttpAnswer part = ask("part", range);
    EXPECT_EQ(part.status, 206);
    EXPECT_EQ(part.body, "0123456789");
    EXPECT_EQ(part.header("content-range"), "bytes 0-9/100");
  }
}

TEST(RawRoutes, NotesOfACrawlerAreNotThePage) {
  ArchivedSite raw;
  raw.add("20240315000000", "a", "the page", {"resource", "-", "D"});
  raw.add("20240315000001", "a", "a note", {"metadata", "-", "N"});
  const ServedSite& site = raw.serve();
  const std::string kUrl = "/http://example.com/a";
  EXPECT_EQ(site.get("/raw/2025id_" + kUrl).header("location"),
            "http://localhost/raw/20240315000000id_" + kUrl);
  EXPECT_EQ(site.get("/view/2025" + kUrl).header("location"),
            "/view/20240315000000" + kUrl);
  // It is there for those who name it.
  EXPECT_EQ(site.get("/raw/20240315000001id_" + kUrl).body, "a note");
}

TEST(RawRoutes, ThatNothingHadChangedIsNoBody) {
  ArchivedSite raw;
  raw.add("20190312213613", "a", http("text/html", "the page"),
          {"response", "200", "D"});
  raw.add("20190312213614", "a", "HTTP/1.1 304 Not Modified\r\n\r\n",
          {"response", "304"});
  const ServedSite& site = raw.serve();
  const std::string kUrl = "/http://example.com/a";
  EXPECT_EQ(site.get("/raw/20190312213614id_" + kUrl).header("location"),
            "http://localhost/raw/20190312213613id_" + kUrl);
  EXPECT_NE(site.get("/raw/20190312213614hd_" + kUrl).body.find("304 Not"),
            std::string::npos);
}

TEST(RawRoutes, ARevisitThatNamesNoDateHasTheLastBodyBeforeIt) {
  const std::string head = "HTTP/1.1 304 Not Modified\r\n\r\n";
  const std::string profile =
      "WARC-Profile: http://netpreserve.org/warc/1.1/revisit/"
      "server-not-modified\r\n";
  for (const std::string rules : {"", "hide url http://other.example/\n"}) {
    ArchivedSite raw;
    if (!rules.empty()) raw.add_rules(rules);
    raw.add("20190312213612", "a", http("text/html", "old"),
            {"response", "200", "A"});
    raw.add("20190312213613", "a", http("text/html", "page"),
            {"response", "200", "B"});
    raw.add("20190312213614", "a", "HTTP/1.1 304 Not Modified\r\n\r\n",
            {"response", "304"});
    raw.add("20190312213615", "a", head, {"revisit", "-", "-", profile});
    // HTTrack writes it so.
    raw.add("20190312213616", "a", head,
            {"revisit", "-", "-",
             profile + "WARC-Refers-To-Target-URI: http://example.com/a\r\n"});
    raw.add("20190312213617", "a", http("text/html", "new"),
            {"response", "200", "C"});
    const ServedSite& site = raw.serve();
    for (const char* date : {"20190312213615", "20190312213616"}) {
      const auto answer =
          site.get("/raw/" + std::string(date) + "id_/http://example.com/a");
      // The last one may be hidden where there are rules.
      EXPECT_EQ(answer.status, rules.empty() ? 200 : 404) << date << rules;
      EXPECT_EQ(answer.body == "page", rules.empty()) << date << answer.body;
    }
  }
}

TEST(RawRoutes, OfOneCollectionAreBehindItsName) {
  ArchivedSite raw;
  raw.add("20070531203500", "",
          "HTTP/1.1 302 Found\r\nLocation: /b\r\n\r\nbody");
  const ServedSite& site = raw.serve();
  HttpAnswer answer = site.get("/c/raw/20070531203500id_/http://example.com/");
  EXPECT_EQ(answer.body, "body");
  EXPECT_EQ(answer.header("location"),
            "http://localhost/c/raw/20070531203500id_/http://example.com/b");
  EXPECT_NE(answer.header("link").find("/c/timegate/"), std::string::npos);
  EXPECT_EQ(site.get("/c/raw/2006id_/http://example.com/").header("location"),
            "http://localhost/c/raw/20070531203500id_/http://example.com/");
  EXPECT_NE(site.get("/c/timemap/link/http://example.com/")
                .body.find("<http://localhost/c/raw/20070531203500id_/"),
            std::string::npos);
}

TEST(RawRoutes, OfArchivesOfOneNameTheDigestOfTheLineTells) {
  ArchivedSite raw;
  const std::string kDate = "20070531203500";
  const std::string kDigest = Captured().digest;
  raw.add(kDate, "", "HTTP/1.1 200 OK\r\n\r\nright",
          {.more = "WARC-Payload-Digest: sha1:" + kDigest + "\r\n"});
  raw.add_other(warc_record(
      "response", "http://example.com/", "HTTP/1.1 200 OK\r\n\r\nwrong", kDate,
      "WARC-Payload-Digest: sha1:" + std::string(32, 'A') + "\r\n"));
  EXPECT_EQ(raw.serve().get("/raw/" + kDate + "id_/http://example.com/").body,
            "right");
}

TEST(RawRoutes, UndoChunksAndCompression) {
  ArchivedSite raw;
  raw.add("20070531203500", "",
          "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n"
          "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n");
  HttpAnswer answer =
      raw.serve().get("/raw/20070531203500id_/http://example.com/");
  EXPECT_EQ(answer.body, "abc");
}

TEST(RawRoutes, ScriptsAreNotSentAsSuch) {
  const std::vector<std::pair<std::string, std::string>> kTypes = {
      {"text/javascript", "text/plain; charset=utf-8"},
      {"Application/X-JavaScript; charset=latin1",
       "text/plain; charset=latin1"},
      {"text/css", "text/css"},
      {"application/wasm", "text/plain; charset=utf-8"},
      {"application/ld+json", "application/ld+json"},
      {"multipart/x-mixed-replace", "application/octet-stream"},
      {"html", "application/octet-stream"},
      {"", "application/octet-stream"},
      {"image/png", "image/png"},
  };
  ArchivedSite raw;
  for (size_t i = 0; i < kTypes.size(); ++i) {
    raw.add(
        "20070531203500", std::to_string(i),
        "HTTP/1.1 200 OK\r\nContent-Type: " + kTypes[i].first + "\r\n\r\nx");
  }
  const ServedSite& site = raw.serve();
  for (size_t i = 0; i < kTypes.size(); ++i) {
    HttpAnswer answer = site.get("/raw/20070531203500id_/http://example.com/" +
                                 std::to_string(i));
    EXPECT_EQ(answer.header("content-type"), kTypes[i].second)
        << kTypes[i].first;
    EXPECT_EQ(answer.header("x-content-type-options"), "nosniff");
  }
}

TEST(RawRoutes, ARevisitHasTheBodyOfItsOriginal) {
  ArchivedSite raw;
  raw.add("20060531203500", "", "HTTP/1.1 200 OK\r\n\r\nfirst");
  raw.add("20070531203500", "", "HTTP/1.1 200 OK\r\n\r\n", {.type = "revisit"});
  const ServedSite& site = raw.serve();
  EXPECT_EQ(site.get("/raw/20070531203500id_/http://example.com/").body,
            "first");
  EXPECT_NE(site.get("/raw/20070531203500hd_/http://example.com/")
                .body.find("WARC-Type: revisit"),
            std::string::npos);
}

TEST(RawRoutes, GiveTheHeadAndTheWholeRecord) {
  ArchivedSite raw;
  std::string http = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n";
  raw.add("20070531203500", "", http + kPage);
  const ServedSite& site = raw.serve();
  HttpAnswer head = site.get("/raw/20070531203500hd_/http://example.com/");
  EXPECT_EQ(head.header("content-type"), "text/plain; charset=utf-8");
  EXPECT_TRUE(head.body.starts_with("WARC/1.0\r\n"));
  EXPECT_TRUE(head.body.ends_with(http));
  HttpAnswer record = site.get("/raw/20070531203500rec_/http://example.com/");
  EXPECT_EQ(record.header("content-type"), "application/octet-stream");
  EXPECT_EQ(record.header("content-disposition"),
            "attachment; filename=\"a.warc-0.warc\"");
  EXPECT_EQ(record.body + "\r\n\r\n",
            warc_record("response", "http://example.com/", http + kPage));
}

TEST(RawRoutes, AnotherDateLeadsToTheNearestCapture) {
  ArchivedSite raw;
  raw.add("20070531203500", "", "HTTP/1.1 200 OK\r\n\r\nx");
  const ServedSite& site = raw.serve();
  for (const char* date : {"2006", "20070531", "20991231235959"}) {
    HttpAnswer answer =
        site.get(std::string("/raw/") + date + "id_/http://example.com/");
    EXPECT_EQ(answer.status, 302) << date;
    EXPECT_EQ(answer.header("location"),
              "http://localhost/raw/20070531203500id_/http://example.com/");
  }
}

TEST(RawRoutes, SayWhyThereIsNoRecord) {
  ArchivedSite raw;
  raw.add("20070531203500", "", "HTTP/1.1 200 OK\r\n\r\nx");
  raw.add_line(
      "com,example)/b 20070531203500 http://example.com/b text/html 200 AAA - "
      "- 1 0 gone.warc.gz\n"
      "com,example)/c 20070531203500 http://example.com/c text/html 200 AAA - "
      "- 1 7 a.warc\n"
      "com,example)/d 20070531203500 http://example.com/d text/html 200 AAA - "
      "- 1 99999 a.warc\n");
  const ServedSite& site = raw.serve();
  const struct {
    std::string path;
    int status;
    std::string words;
  } kCases[] = {
      {"20070531203500id_/http://example.com/b", 404,
       "gone.warc.gz with this capture is not available"},
      {"20070531203500id_/http://example.com/c", 404, "no record at byte 7"},
      {"20070531203500id_/http://example.com/d", 404,
       "no record at byte 99999"},
      {"20070531203500id_/http://example.org/", 404, "There is no capture"},
      {"20070531203500/http://example.com/", 400, "not of the form"},
      {"id_/http://example.com/", 400, "not of the form"},
      {"maid_/http://example.com/", 400, "not of the form"},
      {"20070531203500id_", 400, "not of the form"},
      {"", 400, ""},
  };
  for (const auto& c : kCases) {
    HttpAnswer answer = site.get("/raw/" + c.path);
    EXPECT_EQ(answer.status, c.status) << c.path;
    EXPECT_NE(answer.body.find(c.words), std::string::npos) << answer.body;
    EXPECT_EQ(answer.body.find("/tmp"), std::string::npos) << answer.body;
  }
}

TEST(RawRoutes, OfOneSecondTheCaptureOfTheUrlIsGiven) {
  ArchivedSite raw;
  const std::string kDate = "20070531203500";
  raw.add(kDate, "a", "HTTP/1.1 301 Moved\r\nLocation: /a/\r\n\r\n",
          {.status = "301"});
  raw.add(kDate, "a/", "HTTP/1.1 200 OK\r\n\r\npage");
  raw.add(kDate, "a", "HTTP/1.1 302 Found\r\n\r\nsafe",
          {.status = "302", .site = "https://example.com/"});
  const ServedSite& site = raw.serve();
  for (const char* part : {"id_", "rec_"}) {
    const std::string path = "/raw/" + kDate + part;
    EXPECT_TRUE(
        site.get(path + "/http://example.com/a/").body.ends_with("page"));
    EXPECT_TRUE(
        site.get(path + "/https://example.com/a").body.ends_with("safe"));
  }
  EXPECT_EQ(site.get("/raw/" + kDate + "id_/http://example.com/a").status, 301);
}

TEST(RawRoutes, KeepTheStatusAndLeadRedirectsToTheCaptureOfThatTime) {
  const struct {
    std::string head;
    int status;
    std::string location;
  } kCases[] = {
      {"HTTP/1.1 404 Not Found\r\n", 404, ""},
      {"HTTP/1.1 302 Found\r\nLocation: ../b?c\r\n", 302,
       "http://localhost/raw/20070531203500id_/http://example.com/b?c"},
      {"HTTP/1.1 301 Moved\r\nLocation: https://other.example/\r\n", 301,
       "http://localhost/raw/20070531203500id_/https://other.example/"},
      {"HTTP/1.1 302 Found\r\nLocation: javascript:alert(1)\r\n", 302, ""},
      {"HTTP/1.1 200 OK\r\nLocation: /b\r\n", 200, ""},
      {"HTTP/1.1 304 Not Modified\r\n", 304, ""},
      {"HTTP/1.1 503 Busy\r\n", 503, ""},
      {"HTTP/1.1 100 Continue\r\n", 200, ""},
      {"HTTP/1.1 999 Odd\r\n", 200, ""},
  };
  ArchivedSite raw;
  for (size_t i = 0; i < std::size(kCases); ++i) {
    raw.add("20070531203500", "a/" + std::to_string(i),
            kCases[i].head + "Content-Type: text/html\r\n\r\n");
  }
  const ServedSite& site = raw.serve();
  for (size_t i = 0; i < std::size(kCases); ++i) {
    HttpAnswer answer = site.get(
        "/raw/20070531203500id_/http://example.com/a/" + std::to_string(i));
    EXPECT_EQ(answer.status, kCases[i].status) << kCases[i].head;
    EXPECT_EQ(answer.header("location"), kCases[i].location) << kCases[i].head;
    EXPECT_NE(answer.header("memento-datetime"), "");
  }
}

TEST(RawRoutes, ARecordIsNeverThatOfAnotherCapture) {
  ArchivedSite raw;
  raw.add("20070531203500", "secret", "HTTP/1.1 200 OK\r\n\r\nsecret");
  raw.add_line(
      "com,example)/public 20070531203500 http://example.com/public text/html "
      "200 AAA - - 1 0 a.warc\n");
  raw.add_line(
      "com,example)/secret 20080531203500 http://example.com/secret text/html "
      "200 AAA - - 1 0 a.warc\n");
  const ServedSite& site = raw.serve();
  for (const char* part : {"id_", "hd_", "rec_"}) {
    for (const char* capture : {"20070531203500%s/http://example.com/public",
                                "20080531203500%s/http://example.com/secret"}) {
      std::string path = "/raw/" + std::string(capture);
      HttpAnswer answer = site.get(path.replace(path.find("%s"), 2, part));
      EXPECT_EQ(answer.status, 404) << path;
      EXPECT_NE(answer.body.find("has another record at byte 0"),
                std::string::npos)
          << answer.body;
      EXPECT_EQ(answer.header("memento-datetime"), "");
    }
  }
}

TEST(RawRoutes, ArchivesOfOneNameAreToldApartByTheirRecords) {
  ArchivedSite raw;
  raw.add("20070531203500", "", "HTTP/1.1 200 OK\r\n\r\nright");
  raw.add_other(warc_record("response", "http://secret.example/",
                            "HTTP/1.1 200 OK\r\n\r\nsecret"));
  EXPECT_EQ(raw.serve().get("/raw/20070531203500id_/http://example.com/").body,
            "right");
}

TEST(RawRoutes, ARevisitOfAnotherUrlHasTheBodyThatItRefersTo) {
  ArchivedSite raw;
  raw.add("20060531203500", "original", "HTTP/1.1 200 OK\r\n\r\nbody");
  raw.add("20060531203500", "other", "HTTP/1.1 200 OK\r\n\r\nother",
          {.digest = "AAA"});
  const std::string kRefers =
      "WARC-Refers-To-Target-URI: http://example.com/original\r\n"
      "WARC-Refers-To-Date: 2006-05-31T20:35:00Z\r\n";
  const std::string kRefersToOther =
      "WARC-Refers-To-Target-URI: http://example.com/other\r\n";
  const std::string kHead = "HTTP/1.1 200 OK\r\n\r\n";
  raw.add("20070531203500", "a", kHead, {.type = "revisit", .more = kRefers});
  // Without a digest, the date tells it.
  raw.add("20070531203500", "b", kHead,
          {.type = "revisit", .digest = "-", .more = kRefers});
  // One of another digest is none; nor is one that is not there.
  raw.add("20070531203500", "c", kHead,
          {.type = "revisit", .digest = "CCC", .more = kRefersToOther});
  raw.add("20070531203500", "d", kHead, {.type = "revisit", .digest = "BBB"});
  const ServedSite& site = raw.serve();
  auto get = [&](const std::string& rest) {
    return site.get("/raw/20070531203500id_/http://example.com/" + rest);
  };
  EXPECT_EQ(get("a").body, "body");
  EXPECT_EQ(get("b").body, "body");
  for (const char* rest : {"a", "b"}) {
    const std::string line =
        site.get("/cdx?resolveRevisits=true&url=http://example.com/" +
                 std::string(rest))
            .body;
    EXPECT_TRUE(line.ends_with(" 1 0 a.warc\n")) << line;
    EXPECT_NE(line.find(" text/html 200 "), std::string::npos) << line;
  }
  for (const char* rest : {"c", "d"}) {
    EXPECT_TRUE(site.get("/cdx?resolveRevisits=true&url=http://example.com/" +
                         std::string(rest))
                    .body.ends_with(" - - -\n"));
  }
  for (const char* rest : {"c", "d"}) {
    EXPECT_EQ(get(rest).status, 404) << rest;
    EXPECT_NE(get(rest).body.find("is a revisit"), std::string::npos) << rest;
  }
}

TEST(RawRoutes, ARevisitWithADigestAloneHasTheBodyOfAnyCaptureWithIt) {
  const std::string kHex = "da39a3ee5e6b4b0d3255bfef95601890afd80709";
  ArchivedSite raw;
  raw.add("20080531203500", "z", "HTTP/1.1 200 OK\r\n\r\nlater body",
          {.digest = "sha1:" + kHex});
  raw.add("20070531203500", "a", "HTTP/1.1 200 OK\r\n\r\n",
          {.type = "revisit"});
  raw.add("20070531203500", "b", "HTTP/1.1 200 OK\r\n\r\n",
          {.type = "revisit", .digest = std::string(32, 'A')});
  const ServedSite& site = raw.serve();
  const std::string kPath = "/raw/20070531203500id_/http://example.com/";
  EXPECT_EQ(site.get(kPath + "a").body, "later body");
  EXPECT_TRUE(site.get("/cdx?resolveRevisits=true&url=http://example.com/a")
                  .body.ends_with(" 1 0 a.warc\n"));
  EXPECT_EQ(site.get(kPath + "b").status, 404);
}

TEST(RawRoutes, ABlockedCaptureGivesNoBodyByItsDigest) {
  ArchivedSite raw;
  raw.add("20060531203500", "", "HTTP/1.1 200 OK\r\n\r\nsecret",
          {.site = "http://private.example/"});
  raw.add("20070531203500", "", "HTTP/1.1 200 OK\r\n\r\n", {.type = "revisit"});
  raw.add_rules("block host private.example\n");
  EXPECT_EQ(
      raw.serve().get("/raw/20070531203500id_/http://example.com/").status,
      404);
}

TEST(RawRoutes, ARevisitHasTheStatusAndTheFieldsOfItsOwnHead) {
  ArchivedSite raw;
  const std::string kFound = "HTTP/1.1 302 Found\r\nLocation: /";
  raw.add("20060531203500", "", kFound + "old\r\n\r\n", {.status = "302"});
  raw.add("20070531203500", "", kFound + "new\r\n\r\n", {.type = "revisit"});
  raw.add("20080531203500", "", "HTTP/1.1 304 Not Modified\r\n\r\n",
          {.type = "revisit"});
  raw.add("20060531203500", "type",
          "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\nx");
  raw.add("20070531203500", "type", "HTTP/1.1 404 Not Found\r\n\r\n",
          {.type = "revisit"});
  const ServedSite& site = raw.serve();
  auto get = [&site](const std::string& path) {
    return site.get("/raw/" + path);
  };
  EXPECT_EQ(get("20070531203500id_/http://example.com/").header("location"),
            "http://localhost/raw/20070531203500id_/http://example.com/new");
  EXPECT_EQ(get("20080531203500id_/http://example.com/").header("location"),
            "http://localhost/raw/20080531203500id_/http://example.com/old");
  HttpAnswer other = get("20070531203500id_/http://example.com/type");
  EXPECT_EQ(other.status, 404);
  EXPECT_EQ(other.header("content-type"), "text/html");
  EXPECT_EQ(other.body, "x");
}

TEST(RawRoutes, NothingOfABlockedOriginalIsShownByItsRevisit) {
  ArchivedSite raw;
  raw.add("20060531203500", "", "HTTP/1.1 200 OK\r\n\r\nsecret",
          {.site = "http://private.example/"});
  raw.add("20070531203500", "", "HTTP/1.1 200 OK\r\nX-Own: yes\r\n\r\n",
          {.type = "revisit",
           .more = "WARC-Refers-To-Target-URI: http://private.example/\r\n"
                   "WARC-Refers-To-Date:\r\n 2006-05-31T20:35:00Z\r\n"
                   "WARC-Profile: x\r\n"});
  const std::string kRest = "/http://example.com/";
  {
    const ServedSite& site = raw.serve();
    EXPECT_EQ(site.get("/raw/20070531203500id_" + kRest).body, "secret");
    EXPECT_NE(site.get("/raw/20070531203500hd_" + kRest).body.find("private"),
              std::string::npos);
  }
  raw.add_rules("block host private.example\n");
  const ServedSite& site = raw.serve();
  EXPECT_EQ(site.get("/raw/20070531203500id_" + kRest).status, 404);
  EXPECT_TRUE(site.get("/cdx?resolveRevisits=true&url=http://example.com/")
                  .body.ends_with(" - - -\n"));
  for (const char* part : {"hd_", "rec_"}) {
    HttpAnswer answer =
        site.get("/raw/20070531203500" + std::string(part) + kRest);
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.body.find("private"), std::string::npos) << answer.body;
    EXPECT_EQ(answer.body.find("2006"), std::string::npos) << answer.body;
    EXPECT_NE(answer.body.find("WARC-Profile: x\r\n"), std::string::npos);
    EXPECT_NE(answer.body.find("X-Own"), std::string::npos);
  }
}

TEST(RawRoutes, ABodyThatIsCutShortNeverLooksWhole) {
  for (size_t size : {100, 1 << 20}) {
    ArchivedSite raw;
    raw.add("20070531203500", "",
            "HTTP/1.1 200 OK\r\n\r\n" + std::string(size, 'x'));
    raw.cut(50);
    const ServedSite& site = raw.serve();
    for (const char* part : {"id_", "rec_"}) {
      const std::string path =
          "/raw/20070531203500" + std::string(part) + "/http://example.com/";
      if (size == 100) {
        HttpAnswer answer = site.get(path);
        EXPECT_EQ(answer.status, 502);
        EXPECT_NE(answer.body.find("does not have all of this record"),
                  std::string::npos)
            << answer.body;
      } else {
        // Begun already: it has no end.
        EXPECT_FALSE(site.get(path).whole);
      }
    }
  }
}

// Wherever it is cut: in its body, in the HTTP head, in its own header.
TEST(RawRoutes, ARecordThatIsCutShortIsAFaultOfTheArchive) {
  for (bool compressed : {false, true}) {
    for (size_t left = 20, size = 1000; left + 1 < size; left += 37) {
      ArchivedSite raw;
      raw.add("20070531203500", "",
              "HTTP/1.1 200 OK\r\nX-A: b\r\n\r\n" + std::string(100, 'x'));
      if (compressed) raw.compress();
      // The line ends behind the block are not asked for.
      size = raw.size() - (compressed ? 0 : 4);
      if (left >= size) break;
      raw.cut(raw.size() - left);
      const ServedSite& site = raw.serve();
      for (const char* part : {"id_", "rec_"}) {
        const HttpAnswer answer = site.get(
            "/raw/20070531203500" + std::string(part) + "/http://example.com/");
        EXPECT_EQ(answer.status, 502)
            << compressed << ' ' << left << ' ' << part << ' ' << answer.body;
      }
    }
  }
}

}  // namespace
}  // namespace wax::serve
