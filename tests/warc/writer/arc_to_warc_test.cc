#include "warc/writer/arc_to_warc.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "io/output.h"
#include "tests/support/archives.h"
#include "warc/reader/reader.h"
#include "warc/record/digest.h"

namespace wax::warc {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

struct Converted {
  std::string bytes;
  std::vector<std::string> problems;
};

Converted convert(const std::string& arc) {
  Converted result;
  tests::Problems problems;
  auto output = io::open_memory(result.bytes);
  WriterOptions options;
  options.compression = io::Compression::kNone;
  Writer writer(*output, options);
  ArcToWarc to_warc({"a.arc.gz", "a.warc", "Waxwing"}, writer, problems);
  auto reader = open_archive(tests::memory_file(arc), problems);
  Record record;
  while (reader->next(record)) {
    to_warc.take(record);
    reader->finish();
    static_cast<void>(
        to_warc.write({Severity::kWarning, {}, "a.arc.gz", record.offset, {}}));
  }
  result.problems = problems.ids();
  return result;
}

// "TYPE field" of each record of a WARC file.
std::vector<std::string> list(const Converted& converted,
                              std::string_view field) {
  std::vector<std::string> all;
  tests::Problems problems;
  auto reader = open_archive(tests::memory_file(converted.bytes), problems);
  Record record;
  while (reader->next(record)) {
    all.push_back(std::string(record.type_name) + " " +
                  std::string(record.headers.find(field).value_or("-")));
  }
  EXPECT_THAT(problems.ids(), IsEmpty());
  return all;
}

std::string sample() {
  return tests::arc_filedesc("a.arc") +
         tests::arc_record(tests::http_response("waxwing")) +
         tests::arc_record("20140103030321\nx. IN A 1.2.3.4\n", "dns:x",
                           "20140103030321", "text/dns") +
         tests::arc_record("waxwing", "ftp://x/a b", "20140103030321",
                           "text/plain", "0.0.0.0") +
         tests::arc_record("waxwing", "http://x/", "20140103030321", "no-type");
}

TEST(ArcToWarc, TypesAndMediaTypes) {
  Converted warc = convert(sample());
  EXPECT_THAT(warc.problems, IsEmpty());
  EXPECT_THAT(
      list(warc, "Content-Type"),
      ElementsAre("warcinfo application/warc-fields", "warcinfo text/plain",
                  "response application/http; msgtype=response",
                  "response text/dns", "resource text/plain", "resource -"));
  EXPECT_THAT(list(warc, "WARC-Target-URI"),
              ElementsAre("warcinfo -", "warcinfo -",
                          "response http://example.org/", "response dns:x",
                          "resource ftp://x/a%20b", "resource http://x/"));
  EXPECT_THAT(list(warc, "WARC-IP-Address")[2], "response 93.184.216.119");
  EXPECT_THAT(list(warc, "WARC-IP-Address")[4], "resource -");
  EXPECT_THAT(list(warc, "X-Arc-Header")[4],
              "resource ftp://x/a b 0.0.0.0 20140103030321 text/plain 7");
}

TEST(ArcToWarc, BlocksAreTheSameAndDigestsMatch) {
  Converted warc = convert(sample());
  std::string http = tests::http_response("waxwing");
  EXPECT_NE(warc.bytes.find("\r\n\r\n" + http + "\r\n\r\n"), std::string::npos);
  auto sha1 = [](std::string_view bytes) {
    Digester digester;
    digester.update(bytes);
    return " " + spelling(digester.finish());
  };
  EXPECT_EQ(list(warc, "WARC-Block-Digest")[2], "response" + sha1(http));
  EXPECT_EQ(list(warc, "WARC-Payload-Digest")[2], "response" + sha1("waxwing"));
  EXPECT_EQ(list(warc, "WARC-Payload-Digest")[4], "resource" + sha1("waxwing"));
}

TEST(ArcToWarc, WritesTheSameBytesEveryTimeAndNoIdTwice) {
  std::string arc = sample() + tests::arc_record("waxwing", "http://x/") +
                    tests::arc_record("waxwing", "http://x/");
  Converted warc = convert(arc);
  EXPECT_EQ(convert(arc).bytes, warc.bytes);
  std::vector<std::string> ids = list(warc, "WARC-Record-ID");
  std::sort(ids.begin(), ids.end());
  EXPECT_EQ(std::adjacent_find(ids.begin(), ids.end()), ids.end());
}

TEST(ArcToWarc, DatesKeepTheirPrecision) {
  for (const auto& [arc, warc] : {std::pair<const char*, const char*>{
                                      "20140103030321", "2014-01-03T03:03:21Z"},
                                  {"2014010303032199", "2014-01-03T03:03:21Z"},
                                  {"201401030303", "2014-01-03T03:03:00Z"},
                                  {"20140103", "2014-01-03T00:00:00Z"},
                                  {"201401", "2014-01"},
                                  {"2014", "2014"},
                                  {"20141301000000", ""},
                                  {"a0d1fd", ""},
                                  {"", ""}}) {
    EXPECT_EQ(warc_date_of_arc(arc), warc) << arc;
  }
}

TEST(ArcToWarc, ARecordWithoutDateGetsThatOfTheFile) {
  Converted warc = convert(tests::arc_filedesc("a.arc") +
                           tests::arc_record("x", "http://x/", "a0d1fddd"));
  EXPECT_THAT(warc.problems, ElementsAre("odd-date"));
  EXPECT_EQ(list(warc, "WARC-Date")[2], "resource 2014-01-03T03:00:00Z");
}

TEST(ArcToWarc, UuidsOfNamesAreOfVersion5) {
  std::string uuid = name_uuid("a");
  EXPECT_EQ(uuid.size(), 36u);
  EXPECT_EQ(uuid[14], '5');
  EXPECT_NE(std::string_view("89ab").find(uuid[19]), std::string_view::npos);
  EXPECT_EQ(name_uuid("a"), uuid);
  EXPECT_NE(name_uuid("b"), uuid);
}

}  // namespace
}  // namespace wax::warc
