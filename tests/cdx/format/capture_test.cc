#include "cdx/format/capture.h"

#include <gtest/gtest.h>

#include "io/error.h"

namespace wax::cdx {
namespace {

TEST(Capture, ClearRemovesAllValuesOfThePreviousRecord) {
  Capture capture;
  capture.urlkey = capture.url = capture.digest = capture.meta = "x";
  capture.metadata = capture.mime_detected = capture.ip_address = "x";
  capture.offset = capture.length = capture.block_length = 7;
  capture.has_location = false;
  capture.fields.emplace_back("a", "b");
  capture.clear();
  EXPECT_EQ(capture.urlkey + capture.url + capture.digest + capture.meta, "");
  EXPECT_EQ(capture.metadata + capture.mime_detected + capture.ip_address, "");
  EXPECT_EQ(capture.offset + capture.length + capture.block_length, 0u);
  EXPECT_TRUE(capture.has_location);
  EXPECT_TRUE(capture.fields.empty());
}

Capture example() {
  Capture capture;
  capture.urlkey = "org,example)/";
  capture.date = "20140103030321";
  capture.url = "http://example.org/";
  capture.mime = "text/html";
  capture.status = "200";
  capture.digest = "B2LT";
  capture.filename = "a.warc.gz";
  capture.offset = 333;
  capture.length = 1043;
  capture.block_length = 1600;
  capture.ip_address = "93.184.216.119";
  capture.record_id = "urn:uuid:1";
  return capture;
}

std::string line(const Capture& capture, std::string letters,
                 char delimiter = ' ') {
  std::string out;
  append_line(capture, {std::move(letters), delimiter}, out);
  return out;
}

std::string cdxj(const Capture& capture,
                 const std::vector<std::string>& only = {}) {
  std::string out;
  append_cdxj(capture, out, only);
  return out;
}

TEST(CaptureLine, WritesTheUsualLegends) {
  EXPECT_EQ(line(example(), std::string(kCdx11)),
            "org,example)/ 20140103030321 http://example.org/ text/html 200 "
            "B2LT - - 1043 333 a.warc.gz\n");
  EXPECT_EQ(line(example(), std::string(kCdx9)),
            "org,example)/ 20140103030321 http://example.org/ text/html 200 "
            "B2LT - 333 a.warc.gz\n");
}

TEST(CaptureLine, WritesAnyLegendThatCanBeFilled) {
  EXPECT_EQ(line(example(), "gheunVb", '\t'),
            "a.warc.gz\texample.org\t93.184.216.119\t<urn:uuid:1>\t1600\t333\t"
            "20140103030321\n");
  EXPECT_NO_THROW(check_legend(kLegendLetters));
  EXPECT_THROW(check_legend("Nbt"), UsageError);
  EXPECT_THROW(check_legend(""), UsageError);
}

TEST(CaptureLine, KeepsItsColumnsWithAnyBytes) {
  Capture capture = example();
  capture.url = std::string("http://example.org/a b\tc\nd\0e\xe9%20", 32);
  capture.filename = "my crawl.warc";
  EXPECT_EQ(line(capture, "ag"),
            "http://example.org/a%20b%09c%0Ad%00e\xe9%20 my%20crawl.warc\n");
  EXPECT_EQ(line(capture, "g", '|'), "my%20crawl.warc\n");
}

TEST(CaptureLine, HasNoPrefixBeforeDigests) {
  Capture capture = example();
  capture.digest = "sha1:B2LT";
  EXPECT_EQ(line(capture, "k"), "B2LT\n");
  capture.digest = "sha256:00ff";
  EXPECT_EQ(line(capture, "k"), "sha256:00ff\n");
  EXPECT_EQ(without_sha1("SHA1:ABC"), "SHA1:ABC");
}

TEST(CaptureLine, ACaptureWithoutALocationHasNoNumbers) {
  Capture capture = example();
  capture.has_location = false;
  EXPECT_EQ(line(capture, "SVg"), "- - a.warc.gz\n");
}

TEST(CaptureLine, AnUnknownLengthIsNoNumber) {
  Capture capture = example();
  capture.offset = 7;
  capture.has_length = false;
  EXPECT_EQ(line(capture, "SVg"), "- 7 a.warc.gz\n");
  capture.clear();
  EXPECT_TRUE(capture.has_length);
}

TEST(Cdxj, HasTheSpacesAndOrderOfPywb) {
  Capture capture = example();
  capture.status.clear();
  capture.mime_detected = "text/plain";
  capture.fields.emplace_back("method", "POST");
  EXPECT_EQ(cdxj(capture),
            "org,example)/ 20140103030321 {\"url\": \"http://example.org/\", "
            "\"mime\": \"text/html\", \"mime-detected\": \"text/plain\", "
            "\"digest\": \"B2LT\", \"length\": \"1043\", \"offset\": \"333\", "
            "\"method\": \"POST\", \"filename\": \"a.warc.gz\"}\n");
}

TEST(Cdxj, IsAsciiWithAnyBytes) {
  Capture capture;
  capture.url = "\"\\/\b\f\n\r\t\x01\x7f\xc3\xa9\xf0\x9f\x98\x80\xe9\xed\xa0";
  EXPECT_EQ(cdxj(capture, {"url"}),
            "- - {\"url\": \"\\\"\\\\/\\b\\f\\n\\r\\t\\u0001\\u007f\\u00e9"
            "\\ud83d\\ude00\\udce9\\udced\\udca0\"}\n");
}

TEST(Cdxj, CanBeLimitedToSomeKeys) {
  EXPECT_EQ(cdxj(example(), {"offset", "mime"}),
            "org,example)/ 20140103030321 {\"mime\": \"text/html\", "
            "\"offset\": \"333\"}\n");
}

}  // namespace

}  // namespace wax::cdx
