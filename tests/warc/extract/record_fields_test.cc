#include "warc/extract/record_fields.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "io/error.h"
#include "tests/support/archives.h"
#include "warc/reader/reader.h"

namespace wax::warc {
namespace {

using testing::ElementsAre;

// "value|value" of each record.
std::vector<std::string> values_of(const std::string& archive,
                                   const std::vector<std::string>& names) {
  tests::Problems problems;
  auto reader = open_archive(tests::memory_file(archive), problems);
  RecordFields fields(names);
  std::vector<std::string> all;
  Record record;
  while (reader->next(record)) {
    fields.read(record);
    Extent extent = reader->finish();
    std::string line;
    for (size_t i = 0; i < names.size(); ++i) {
      if (i > 0) line += '|';
      line += fields.value(i, record, extent, "file");
    }
    all.push_back(line);
  }
  return all;
}

TEST(RecordFields, AreAskedForByName) {
  tests::WarcFields fields;
  fields.more = "WARC-Payload-Digest: sha1:ABC\r\nWARC-Odd: x\r\n";
  std::string response = tests::warc_record(
      tests::http_response("page", "text/html; charset=utf-8", "404 Not Found"),
      fields);
  fields.type = "request";
  fields.more = "";
  std::string request = tests::warc_record(
      "POST / HTTP/1.1\r\nReferer: http://a.example/\r\n\r\nform", fields);
  std::string archive = response + request;
  std::string length = std::to_string(response.size() - 4);
  EXPECT_THAT(
      values_of(archive, {"offset", "length", "filename", "warc-type", "type"}),
      ElementsAre("0|" + length + "|file|response|response",
                  std::to_string(response.size()) + "|" +
                      std::to_string(request.size() - 4) +
                      "|file|request|request"));
  EXPECT_THAT(
      values_of(archive, {"http:status", "status", "mime", "http:Content-Type",
                          "method"}),
      ElementsAre("404|404|text/html|text/html; charset=utf-8|", "||||POST"));
  EXPECT_THAT(values_of(archive, {"req.http:referer", "http:referer"}),
              ElementsAre("|", "http://a.example/|http://a.example/"));
  EXPECT_THAT(
      values_of(archive, {"digest", "warc-odd", "WARC-ODD", "date", "warc-date",
                          "url", "content-length", "warc-no"}),
      ElementsAre("sha1:ABC|x|x|20140103030321|2014-01-03T03:03:21Z|"
                  "http://example.org/|89|",
                  "|||20140103030321|2014-01-03T03:03:21Z|"
                  "http://example.org/|51|"));
}

TEST(RecordFields, OfBrowserCrawlsAreWhole) {
  tests::WarcFields fields;
  fields.more =
      "WARC-Page-ID: 1-2\r\nWARC-Resource-Type: document\r\n"
      "WARC-JSON-Metadata: {\"a\":\"x,,,y\"}\r\nWARC-Protocol: h2\r\n"
      "WARC-Cipher-Suite: TLS_A\r\nWARC-Concurrent-To: <urn:uuid:1>\r\n"
      "WARC-Concurrent-To: <urn:uuid:2>\r\nWARC-Protocol: tls/1.3\r\n";
  EXPECT_THAT(
      values_of(tests::warc_record("", fields),
                {"warc-page-id", "WARC-Resource-Type", "warc-json-metadata",
                 "WARC-Protocol", "warc-cipher-suite", "warc-concurrent-to"}),
      ElementsAre("1-2|document|{\"a\":\"x,,,y\"}|h2, tls/1.3|TLS_A|"
                  "<urn:uuid:1>"));
}

TEST(RecordFields, OfAnArcAreThoseThatAWarcWouldHave) {
  std::string archive =
      tests::arc_filedesc("a.arc") +
      tests::arc_record(tests::http_response("x"), "http://example.org/a b");
  EXPECT_THAT(values_of(archive, {"warc-type", "warc-filename", "warc-date",
                                  "warc-target-uri", "warc-ip-address",
                                  "content-type", "mime"}),
              ElementsAre("warcinfo|a.arc|2014-01-03T03:00:00Z||0.0.0.0|"
                          "text/plain|text/plain",
                          "response||2014-01-03T03:03:21Z|"
                          "http://example.org/a%20b|93.184.216.119|"
                          "application/http;msgtype=response|text/html"));
}

TEST(RecordFields, AVersionBlockEndsWithItsSecondLine) {
  std::string lines = "1 0 X\nURL IP-address Archive-date Content-type Length";
  std::string head = "filedesc://a.arc 0.0.0.0 20140103030000 text/plain ";
  std::string counted = head + std::to_string(lines.size() + 1) + "\n";
  std::string short_of = head + std::to_string(lines.size()) + "\n";
  std::string record = tests::arc_record("x");
  std::string length = std::to_string(counted.size() + lines.size() + 1);
  EXPECT_EQ(values_of(counted + lines + "\n\n" + record, {"length"})[0],
            length);
  EXPECT_EQ(values_of(short_of + lines + "\n\n" + record, {"length"})[0],
            length);
  std::string member = tests::gzip_member(short_of + lines + "\n\n");
  EXPECT_EQ(values_of(member + tests::gzip_member(record), {"length"})[0],
            std::to_string(member.size()));
}

TEST(RecordFields, HaveNoLengthWithinAMember) {
  std::string record = tests::warc_record(tests::http_response("x"));
  auto values = values_of(tests::gzip_member(record + record), {"length"});
  ASSERT_EQ(values.size(), 2u);
  EXPECT_EQ(values[1], "");
}

TEST(RecordFields, AreUtf8) {
  tests::WarcFields fields;
  fields.more = "WARC-Latin: caf\xe9\r\nWARC-Utf8: caf\xc3\xa9\r\n";
  EXPECT_THAT(
      values_of(tests::warc_record("x", fields), {"warc-latin", "warc-utf8"}),
      ElementsAre("caf\xc3\xa9|caf\xc3\xa9"));
}

TEST(RecordFields, NeedNames) {
  EXPECT_THROW(RecordFields({"offset", ""}), UsageError);
  EXPECT_THROW(RecordFields({"ulr"}), UsageError);
  EXPECT_EQ(RecordFields({"x-ulr", "Digest"}).names().size(), 2U);
}

std::string list(const ListingOptions& options,
                 const std::vector<std::string>& paths,
                 const std::string& archive) {
  std::string text;
  auto output = io::open_memory(text);
  RecordListing listing(options, paths, *output);
  NoProblems problems;
  auto reader = open_archive(tests::memory_file(archive), problems);
  Record record;
  while (reader->next(record)) {
    listing.read(record);
    listing.write(record, reader->finish(), "a.warc");
  }
  return text;
}

const std::string kRecord = tests::warc_record(
    "text",
    {.type = "resource", .uri = "http://a/\tb", .content_type = "text/plain"});

TEST(RecordListing, IsATable) {
  EXPECT_EQ(list({.header = true}, {"a.warc"}, kRecord),
            "    offset    length  type        date            status  mime"
            "                      content-length  url\n"
            "         0       " +
                std::to_string(kRecord.size() - 4) +
                "  resource    20140103030321  -       text/plain"
                "                         4  http://a/ b\n");
}

TEST(RecordListing, NamesTheFileWhenThereAreSeveral) {
  EXPECT_TRUE(list({}, {"x/a.warc", "x/longer.warc"}, kRecord)
                  .starts_with("a.warc                0  "));
}

TEST(RecordListing, HasTheRequestedFields) {
  EXPECT_EQ(list({.fields = {"type", "http:status", "url"}, .header = true}, {},
                 kRecord),
            "type\thttp:status\turl\nresource\t-\thttp://a/ b\n");
}

TEST(RecordListing, IsJson) {
  EXPECT_EQ(list({.fields = {"type", "http:status", "url"}, .json = true}, {},
                 kRecord),
            "{\"type\": \"resource\", \"url\": \"http://a/\\tb\"}\n");
  EXPECT_EQ(list({.fields = {"http:status"}, .json = true}, {}, kRecord),
            "{}\n");
}

TEST(RecordListing, RefusesAFieldWithoutAName) {
  EXPECT_THROW(list({.fields = {""}}, {}, kRecord), UsageError);
}

}  // namespace

}  // namespace wax::warc
