#include <gtest/gtest.h>

#include "tests/cdx/index_text.h"

namespace wax::cdx {
namespace {

using tests::http_response;
using tests::warc_record;
using tests::WarcFields;

std::string told_by_warcio(std::string block, WarcFields fields = {},
                           bool all = false) {
  return mime_and_status("warcio", warc_record(block, fields), all);
}

TEST(WarcioProfile, ReadsMimeAndStatusFromTheHttpHeadOnly) {
  EXPECT_EQ(told_by_warcio(http_response("x")), "text/html 200");
  EXPECT_EQ(told_by_warcio("HTTP/1.1 200 OK\r\n\r\n"), "- 200");
  EXPECT_EQ(told_by_warcio("ABCD"), "- -");
  EXPECT_EQ(told_by_warcio("a", {.uri = "dns:e", .content_type = "text/dns"}),
            "- -");
  EXPECT_EQ(told_by_warcio(http_response("x"), {.type = "revisit"}),
            "warc/revisit 200");
  EXPECT_EQ(told_by_warcio("a", {.type = "resource", .content_type = "a/b"}),
            "a/b -");
  EXPECT_EQ(
      told_by_warcio("a", {.type = "metadata", .content_type = "text/anvl"}),
      "text/anvl -");
}

TEST(WarcioProfile, EndsAMediaTypeAtAnyWhiteSpace) {
  EXPECT_EQ(told_by_warcio(http_response("x", "a/b\vc")), "a/b 200");
  EXPECT_EQ(told_by_warcio("a", {.type = "resource", .content_type = "a/b\tc"}),
            "a/b -");
}

TEST(WarcioProfile, LeavesOutFieldsOfResourcesAndMetadata) {
  const std::string fields = "application/warc-fields";
  EXPECT_EQ(told_by_warcio("a", {.type = "metadata", .content_type = fields}),
            "");
  EXPECT_EQ(told_by_warcio("a", {.type = "resource", .content_type = fields}),
            "");
  EXPECT_EQ(told_by_warcio(http_response("x"), {.content_type = fields}),
            "text/html 200");
}

TEST(WarcioProfile, IndexesConversionsOnlyWhenAsked) {
  EXPECT_EQ(told_by_warcio("a", {.type = "conversion", .content_type = "a/b"}),
            "");
  EXPECT_EQ(
      told_by_warcio("a", {.type = "conversion", .content_type = "a/b"}, true),
      "a/b -");
  EXPECT_EQ(
      told_by_warcio("a", {.type = "warcinfo", .content_type = "a/b"}, true),
      "a/b -");
}

TEST(WarcioProfile, KeepsThePrefixOfDigestsInCdxj) {
  IndexOptions options;
  options.profile = profile("warcio");
  std::string bytes = warc_record(
      http_response("x"), {.more = "WARC-Payload-Digest: sha1:ABC\r\n"});
  EXPECT_NE(cdxj_text(bytes, options).find("\"digest\": \"sha1:ABC\""),
            std::string::npos);
  EXPECT_EQ(cdx_text(bytes, options, "k"), "ABC\n");
  EXPECT_NE(cdxj_text(warc_record(http_response("x")), options)
                .find("\"digest\": \"sha1:"),
            std::string::npos);
}

}  // namespace
}  // namespace wax::cdx
