#include <gtest/gtest.h>

#include "tests/cdx/index_text.h"

namespace wax::cdx {
namespace {

using tests::arc_filedesc;
using tests::arc_record;
using tests::http_response;
using tests::warc_record;
using tests::WarcFields;

std::string told_by_pywb(std::string block, WarcFields fields = {},
                         bool all = false) {
  return mime_and_status("pywb", warc_record(block, fields), all);
}

TEST(PywbProfile, ReadsMimeAndStatusFromTheHttpHead) {
  EXPECT_EQ(told_by_pywb(http_response("x", "text/css; a=b")), "text/css 200");
  EXPECT_EQ(told_by_pywb(http_response("x", "text html")), "text 200");
  EXPECT_EQ(told_by_pywb("HTTP/1.1 404\r\n\r\n"), "unk 404");
  EXPECT_EQ(told_by_pywb("HTTP/1.1 304 Not Modified\r\nA: b\r\n\r\n"),
            "unk 304");
  EXPECT_EQ(told_by_pywb("HTTP/1.1 204 Error\r\nA: b\r\n\r\n"), "unk -");
  EXPECT_EQ(told_by_pywb("HTTP/1.1\r\nA: b\r\n\r\n"), "unk -");
}

TEST(PywbProfile, AcceptsAResponseWithoutAHead) {
  EXPECT_EQ(told_by_pywb("ABCD"), "application/http 200");
  EXPECT_EQ(told_by_pywb(""), "application/http 200");
  EXPECT_EQ(told_by_pywb("a", {.uri = "dns:e.org", .content_type = "text/dns"}),
            "text/dns 200");
  EXPECT_EQ(told_by_pywb("a", {.uri = "ftp://e/x", .content_type = "a/b"}),
            "a/b 200");
}

TEST(PywbProfile, WritesTheContentTypeOfOtherRecords) {
  EXPECT_EQ(told_by_pywb("a", {.type = "resource", .content_type = "a/b; c"}),
            "a/b -");
  EXPECT_EQ(told_by_pywb("a", {.type = "conversion", .content_type = "a/b"}),
            "a/b -");
  EXPECT_EQ(told_by_pywb("", {.type = "revisit"}), "warc/revisit -");
  EXPECT_EQ(told_by_pywb(http_response(""), {.type = "revisit"}),
            "warc/revisit -");
}

TEST(PywbProfile, LeavesOutRecordsThatAreNotReplayed) {
  EXPECT_EQ(told_by_pywb("GET / HTTP/1.1\r\n\r\n", {.type = "request"}), "");
  EXPECT_EQ(told_by_pywb("a: b", {.type = "warcinfo", .uri = ""}), "");
  EXPECT_EQ(told_by_pywb("a: b", {.type = "metadata",
                                  .content_type = "application/warc-fields"}),
            "");
  EXPECT_EQ(
      told_by_pywb("a: b", {.type = "metadata", .content_type = "text/anvl"}),
      "");
  EXPECT_EQ(told_by_pywb("{}", {.type = "metadata", .content_type = "a/json"}),
            "a/json -");
}

TEST(PywbProfile, LeavesOutResponsesWithoutStatusAndWarcFields) {
  EXPECT_EQ(told_by_pywb("HTTP/1.1 - x\r\nA: b\r\n\r\n"), "");
  EXPECT_EQ(told_by_pywb("HTTP/1.1 - x\r\nA: b\r\n\r\n", {}, true), "unk -");
  EXPECT_EQ(
      mime_and_status(
          "pywb", arc_filedesc("a.arc") +
                      arc_record(http_response("x"), "http://e/",
                                 "20140101000000", "application/warc-fields")),
      "application/warc-fields 200");
}

TEST(PywbProfile, WritesTheDetectedTypeExceptOfRevisits) {
  const std::string field = "WARC-Identified-Payload-Type: a/b\r\n";
  EXPECT_NE(cdxj_text(warc_record("x", {.more = field})).find("mime-detected"),
            std::string::npos);
  EXPECT_EQ(cdxj_text(warc_record("", {.type = "revisit", .more = field}))
                .find("mime-detected"),
            std::string::npos);
  EXPECT_EQ(cdxj_text(warc_record(
                          "x", {.more = "WARC-Identified-Payload-Type: -\r\n"}))
                .find("mime-detected"),
            std::string::npos);
}

TEST(PywbProfile, ReadsFieldsThatAreNotUtf8AsLatin1) {
  std::string text = cdxj_text(
      warc_record("x", {.more = "WARC-Identified-Payload-Type: \xe9\r\n"
                                "WARC-Json-Metadata: \xe9\r\n"
                                "WARC-Payload-Digest: sha1:\xe9\r\n"}));
  for (const char* field : {"mime-detected", "metadata", "digest"}) {
    EXPECT_NE(text.find('"' + std::string(field) + "\": \"\\u00e9\""),
              std::string::npos)
        << text;
  }
}

TEST(PywbProfile, IndexesRequestsAndFieldsWithAllRecords) {
  EXPECT_EQ(told_by_pywb("GET / HTTP/1.1\r\nHost: e\r\n\r\n",
                         {.type = "request"}, true),
            "- -");
  EXPECT_EQ(told_by_pywb(
                "a: b",
                {.type = "metadata", .content_type = "application/warc-fields"},
                true),
            "application/warc-fields -");
  EXPECT_EQ(told_by_pywb("a", {.type = "metadata", .content_type = "text/anvl"},
                         true),
            "");
}

TEST(PywbProfile, ReadsTheMimeOfArcsFromTheirHeader) {
  EXPECT_EQ(
      mime_and_status(
          "pywb", arc_filedesc("a.arc") +
                      arc_record(http_response("x", "text/css"), "http://e/",
                                 "20140101000000", "text/html")),
      "text/html 200");
}

TEST(PywbProfile, WritesDigestsAsStatedOrOfTheStoredPayload) {
  auto digest = [](std::string more) {
    return cdx_text(warc_record(http_response("x"), {.more = more}), {}, "k");
  };
  EXPECT_EQ(digest("WARC-Payload-Digest: sha1:ABC\r\n"), "ABC\n");
  EXPECT_EQ(digest("WARC-Payload-Digest: md5:abc\r\n"), "md5:abc\n");
  const std::string computed = "CH3K3DWFFIUYJK5K7V6DWULFAN4FYIDS\n";
  EXPECT_EQ(digest(""), digest("WARC-Payload-Digest: -\r\n"));
  EXPECT_EQ(digest("WARC-Block-Digest: sha1:ABC\r\n"), digest(""));
  EXPECT_EQ(digest("").size(), computed.size());
}

TEST(PywbProfile, WritesOnlyTheRecordHeaderInAMinimalIndex) {
  IndexOptions options;
  options.minimal = true;
  EXPECT_EQ(cdx_text(warc_record(http_response("x")), options, "msa"),
            "- - http://example.org/\n");
  EXPECT_EQ(cdx_text(warc_record("", {.type = "revisit"}), options, "ms"),
            "warc/revisit -\n");
}

}  // namespace
}  // namespace wax::cdx
