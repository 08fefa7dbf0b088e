#include "graph/update/wat_reader.h"

#include <gtest/gtest.h>

#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"

namespace wax::graph {
namespace {

std::string wat_record(const std::string& json,
                       const std::string& type = "application/json") {
  return "WARC/1.0\r\nWARC-Type: metadata\r\nWARC-Date: "
         "2020-01-02T03:04:05Z\r\nWARC-Record-ID: <urn:uuid:1>\r\n"
         "Content-Type: " +
         type + "\r\nContent-Length: " + std::to_string(json.size()) +
         "\r\n\r\n" + json + "\r\n\r\n";
}

// An envelope of a response, with these members of its HTTP metadata.
std::string response(const std::string& http,
                     const std::string& type = "response") {
  return R"({"Envelope":{"WARC-Header-Metadata":{"WARC-Type":")" + type +
         R"(","WARC-Target-URI":"http://a.example/b/c",)"
         R"("WARC-Date":"2020-01-02T03:04:05Z",)"
         R"("WARC-Payload-Digest":"sha1:)" +
         std::string(32, 'A') +
         R"("},"Payload-Metadata":{"HTTP-Response-Metadata":{)" + http + "}}}}";
}

constexpr const char* kPage =
    R"("Response-Message":{"Status":"200"},)"
    R"("Headers":{"content-type":"text/html; charset=x"},)"
    R"("HTML-Metadata":{"Head":{"Base":"/d/","Link":[)"
    R"({"url":"main","rel":"CANONICAL","path":"LINK@/href"}],)"
    R"("Metas":[{"http-equiv":"refresh","content":"3; url=next"}]},)"
    R"("Links":[{"path":"A@/href","url":"e","text":" two\n words ",)"
    R"("rel":"NoFollow"},{"path":"IMG@/src","url":"f"},)"
    R"({"path":"AREA@/href","url":"//g.example/","alt":"map"},)"
    R"({"path":"A@/href","url":"#part"},{"path":"A@/href"},7,)"
    R"({"path":"A@/href","url":"mailto:a@b.example"}]})";

class WatReaderTest : public ::testing::Test {
 protected:
  std::vector<document::Document> read(const std::string& bytes) {
    WatReader reader(folder_.write("wat", bytes), cdx::UrlKeyKind::kSurt,
                     problems_);
    std::vector<document::Document> all;
    for (document::Document document; reader.next(document);) {
      all.push_back(document);
    }
    return all;
  }

  tests::TempDir folder_;
  tests::Problems problems_;
};

// Common Crawl's files since 2025, and those of webarchive-commons.
TEST_F(WatReaderTest, ARepeatedFieldHasAListOfValues) {
  const std::string kHttp =
      R"("Response-Message":{"Status":"200"},"Headers":{)"
      R"("Content-Type":["text/html; charset=x","text/html"],)"
      R"("X-Robots-Tag":["noarchive","nofollow"]},"HTML-Metadata":{})";
  const auto all = read(wat_record(response(kHttp)));
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].type, "text/html");
  EXPECT_TRUE(all[0].nofollow);
}

TEST_F(WatReaderTest, APageHasItsLinks) {
  const auto all = read(wat_record(response(kPage)));
  ASSERT_EQ(all.size(), 1u);
  const document::Document& page = all[0];
  EXPECT_EQ(page.url, "http://a.example/b/c");
  EXPECT_EQ(page.urlkey, "example,a)/b/c");
  EXPECT_EQ(page.date, "20200102030405");
  EXPECT_EQ(page.digest, "sha1:" + std::string(32, 'A'));
  EXPECT_EQ(page.status, 200);
  EXPECT_EQ(page.type, "text/html");
  EXPECT_FALSE(page.nofollow);
  EXPECT_EQ(page.canonical, "http://a.example/d/main");
  const std::vector<document::Link> links = {
      {"http://a.example/d/next", "", ""},
      {"http://a.example/d/e", "two words", "nofollow"},
      {"http://g.example/", "map", ""}};
  EXPECT_EQ(page.links, links);
}

TEST_F(WatReaderTest, WhatImportSkipsIsNoPage) {
  const char* const skipped[] = {
      R"("Response-Message":{"Status":"404"},"Headers":{"Content-Type":"text/html"})",
      R"("Response-Message":{"Status":"200"},"Headers":{"Content-Type":"text/css"})",
      R"("Response-Message":{"Status":"200"},"Headers":{})"};
  for (const char* http : skipped) {
    EXPECT_EQ(read(wat_record(response(http))).size(), 0u) << http;
  }
  EXPECT_EQ(read(wat_record(response(kPage, "request"))).size(), 0u);
  EXPECT_EQ(read(wat_record("{", "text/plain")).size(), 0u);
  EXPECT_TRUE(problems_.all.empty());
}

TEST_F(WatReaderTest, RobotsAreAskedNotToFollowLinks) {
  const char* const asked[] = {
      R"("Headers":{"content-type":"text/html","X-ROBOTS-TAG":"none"})",
      R"("Headers":{"Content-Type":"text/html"},"HTML-Metadata":{"Head":{"Metas":[{"name":"ROBOTS","content":"nofollow"}]}})"};
  for (const char* http : asked) {
    const auto all = read(wat_record(
        response(R"("Response-Message":{"Status":200},)" + std::string(http))));
    ASSERT_EQ(all.size(), 1u) << http;
    EXPECT_TRUE(all[0].nofollow) << http;
  }
}

TEST_F(WatReaderTest, ARevisitHasNoLinks) {
  const auto all = read(wat_record(response(kPage, "revisit")));
  ASSERT_EQ(all.size(), 1u);
  EXPECT_TRUE(all[0].revisit);
  EXPECT_TRUE(all[0].links.empty());
  EXPECT_EQ(all[0].status, 0);
}

TEST_F(WatReaderTest, RecordsOfArcFilesArePages) {
  const auto all = read(wat_record(
      R"({"Envelope":{"ARC-Header-Metadata":{"Target-URI":"http://a.example/",)"
      R"("Date":"20080102030405"},"Payload-Metadata":)"
      R"({"HTTP-Response-Metadata":{"Entity-Digest":"sha1:)" +
      std::string(32, 'B') +
      R"(","Response-Message":{"Status":"200"},)"
      R"("Headers":{"Content-Type":"text/html"}}}}})"));
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].date, "20080102030405");
  EXPECT_EQ(all[0].digest, "sha1:" + std::string(32, 'B'));
}

TEST_F(WatReaderTest, BadRecordsAreReportedAndPassedOver) {
  for (const char* bad : {"", "[]", "{\"Envelope\":7}", "{\"Envelope\":{",
                          "{\"Envelope\":{}} x", "\"\xff\""}) {
    problems_.all.clear();
    EXPECT_EQ(read(wat_record(bad) + wat_record(response(kPage))).size(), 1u);
    ASSERT_EQ(problems_.all.size(), 1u) << bad;
    EXPECT_EQ(problems_.all[0].id, "wat-bad-record");
  }
}

// Whatever a record lacks or has of another type, there is no crash.
TEST_F(WatReaderTest, CutRecordsAreReported) {
  const std::string json = response(kPage);
  for (size_t size = 0; size < json.size(); size += 7) {
    EXPECT_EQ(read(wat_record(json.substr(0, size))).size(), 0u);
  }
  for (char c : {'"', '{', '[', ',', '7'}) {
    for (size_t at = 0; at < json.size(); at += 5) {
      std::string odd = json;
      odd[at] = c;
      (void)read(wat_record(odd));
    }
  }
}

}  // namespace
}  // namespace wax::graph
