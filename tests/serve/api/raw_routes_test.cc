#include "serve/api/raw_routes.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "cdx/files/archive_paths.h"
#include "io/problem.h"
#include "tests/serve/served_site.h"

namespace wax::serve {
namespace {

using tests::HttpAnswer;

std::string warc_record(const std::string& type, const std::string& url,
                        const std::string& http) {
  return "WARC/1.0\r\nWARC-Type: " + type +
         "\r\nWARC-Record-ID: <urn:uuid:a4ea220a-71e9-452b-95f8-e33c82c9885e>"
         "\r\nWARC-Target-URI: " +
         url +
         "\r\nWARC-Date: 2007-05-31T20:35:00Z\r\nContent-Type: "
         "application/http; msgtype=response\r\nContent-Length: " +
         std::to_string(http.size()) + "\r\n\r\n" + http + "\r\n\r\n";
}

// Records of one archive, and the lines of its captures.
class RawSite {
 public:
  void add(const std::string& date, const std::string& url,
           const std::string& http, const std::string& type = "response") {
    lines_ += "com,example)/" + url + ' ' + date + " http://example.com/" +
              url + (type == "revisit" ? " warc/revisit -" : " text/html 200") +
              " 3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ - - 1 " +
              std::to_string(archive_.size()) + " a.warc\n";
    archive_ += warc_record(type, "http://example.com/" + url, http);
  }
  void add_line(const std::string& line) { lines_ += line; }

  [[nodiscard]] const ServedSite& serve() {
    folder_.write("a.warc", archive_);
    static std::string archives;
    archives = folder_.path();
    site_ = std::make_unique<ServedSite>(
        ServedSite::Named{{"c", {"", {folder_.write("a.cdx", lines_)}}}},
        [](Holdings& site, Router& router) {
          NoProblems none;
          site.archives = std::make_unique<const cdx::ArchivePaths>(
              std::vector<std::string>{archives}, std::vector<std::string>(),
              none);
          add_raw_routes(site, router);
        });
    return *site_;
  }

 private:
  tests::TempDir folder_;
  std::string archive_;
  std::string lines_;
  std::unique_ptr<ServedSite> site_;
};

const std::string kPage = "<script>alert(1)</script>";

TEST(RawRoutes, GiveTheBodyAndItsHeadersInASandbox) {
  RawSite raw;
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

TEST(RawRoutes, UndoChunksAndCompression) {
  RawSite raw;
  raw.add("20070531203500", "",
          "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n"
          "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n");
  HttpAnswer answer =
      raw.serve().get("/raw/20070531203500id_/http://example.com/");
  EXPECT_EQ(answer.body, "abc");
}

TEST(RawRoutes, ScriptsAndStylesAreNotSentAsSuch) {
  const std::vector<std::pair<std::string, std::string>> kTypes = {
      {"text/javascript", "text/plain; charset=utf-8"},
      {"Application/X-JavaScript; charset=latin1",
       "text/plain; charset=latin1"},
      {"text/css", "text/plain; charset=utf-8"},
      {"application/wasm", "text/plain; charset=utf-8"},
      {"application/ld+json", "text/plain; charset=utf-8"},
      {"multipart/x-mixed-replace", "application/octet-stream"},
      {"html", "application/octet-stream"},
      {"", "application/octet-stream"},
      {"image/png", "image/png"},
  };
  RawSite raw;
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
  RawSite raw;
  raw.add("20060531203500", "", "HTTP/1.1 200 OK\r\n\r\nfirst");
  raw.add("20070531203500", "", "HTTP/1.1 200 OK\r\n\r\n", "revisit");
  const ServedSite& site = raw.serve();
  EXPECT_EQ(site.get("/raw/20070531203500id_/http://example.com/").body,
            "first");
  EXPECT_NE(site.get("/raw/20070531203500hd_/http://example.com/")
                .body.find("WARC-Type: revisit"),
            std::string::npos);
}

TEST(RawRoutes, GiveTheHeadAndTheWholeRecord) {
  RawSite raw;
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
  RawSite raw;
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
  RawSite raw;
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
       "gone.warc.gz with this capture is not at hand"},
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

}  // namespace
}  // namespace wax::serve
