#include "document/maker/wat_writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "io/compress/compressor.h"
#include "io/output.h"
#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"

namespace wax::document {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string record_of(const std::string& fields, const std::string& block) {
  return "WARC/1.0\r\n" + fields +
         "WARC-Date: 2016-03-01T09:30:00Z\r\nContent-Length: " +
         std::to_string(block.size()) + "\r\n\r\n" + block + "\r\n\r\n";
}

const std::string kPage =
    "WARC-Type: response\r\nWARC-Target-URI: http://a.org/p\r\n"
    "WARC-Record-ID: <urn:x:1>\r\n"
    "Content-Type: application/http; msgtype=response\r\n";

std::string wat_of(const std::string& archive, uint64_t max_body = 1 << 20) {
  tests::TempDir folder;
  const std::string path = folder.write("a.warc", archive);
  std::string wat;
  auto output = io::open_memory(wat);
  warc::Writer writer(
      *output, {.version = "1.0", .compression = io::Compression::kNone});
  NoProblems problems;
  auto reader = warc::open_archive(path, problems);
  WatWriter made(writer, "Waxwing/test", max_body);
  made.add_archive(*reader, "a.warc", problems);
  writer.finish();
  output->finish();
  return wat;
}

TEST(WatWriter, ARecordSaysWhatItsRecordIs) {
  const std::string wat = wat_of(record_of(
      kPage,
      "HTTP/1.1 200 All right\r\nContent-Type: text/html\r\nX: 1\r\nX: 2\r\n"
      "\r\n<a href=/b>B</a>"));
  EXPECT_THAT(wat, testing::StartsWith("WARC/1.0\r\nWARC-Type: warcinfo\r\n"));
  EXPECT_THAT(wat, HasSubstr("software: Waxwing/test\r\n"));
  EXPECT_THAT(wat, HasSubstr("WARC-Type: metadata\r\n"
                             "WARC-Target-URI: http://a.org/p\r\n"
                             "WARC-Date: 2016-03-01T09:30:00Z\r\n"));
  EXPECT_THAT(wat, HasSubstr("WARC-Refers-To: <urn:x:1>\r\n"
                             "Content-Type: application/json\r\n"));
  EXPECT_THAT(
      wat, HasSubstr("{\"Container\":{\"Filename\":\"a.warc\",\"Compressed\":"
                     "false,\"Offset\":\"0\"},\"Envelope\":{\"Format\":"
                     "\"WARC\",\"WARC-Header-Length\":\""));
  EXPECT_THAT(wat,
              HasSubstr("\"Actual-Content-Length\":\"79\",\"Block-Digest\":"
                        "\"sha1:"));
  EXPECT_THAT(
      wat,
      HasSubstr(
          "\"Actual-Content-Type\":\"application/http; "
          "msgtype=response\",\"HTTP-Response-Metadata\":{"
          "\"Response-Message\":{\"Status\":\"200\",\"Version\":"
          "\"HTTP/1.1\",\"Reason\":\"All right\"},\"Headers-Length\":"
          "\"63\",\"Headers\":{\"Content-Type\":\"text/html\",\"X\":["
          "\"1\",\"2\"]},\"Entity-Length\":\"16\",\"Entity-Digest\":\"sha1:"));
  EXPECT_THAT(wat, HasSubstr("\"HTML-Metadata\":{\"Head\":{},\"Links\":[{"
                             "\"path\":\"A@/href\",\"url\":\"/b\",\"text\":"
                             "\"B\"}]}}}}}"));
}

TEST(WatWriter, OnlyPagesHaveHtmlMetadata) {
  for (const char* type : {"image/png", "text/plain"}) {
    EXPECT_THAT(wat_of(record_of(
                    kPage, std::string("HTTP/1.1 200 OK\r\nContent-Type: ") +
                               type + "\r\n\r\n<a href=/b>B</a>")),
                Not(HasSubstr("HTML-Metadata")));
  }
  EXPECT_THAT(
      wat_of(record_of(kPage, "HTTP/1.1 200 OK\r\n\r\n<html><a href=b>")),
      HasSubstr("HTML-Metadata"));
}

TEST(WatWriter, RequestsAndFieldsOfOtherRecordsAreTold) {
  EXPECT_THAT(
      wat_of(record_of("WARC-Type: request\r\nContent-Type: "
                       "application/http; msgtype=request\r\n",
                       "GET /a?b=c HTTP/1.1\r\nHost: a.org\r\n\r\n")),
      HasSubstr("\"HTTP-Request-Metadata\":{\"Request-Message\":{\"Method\":"
                "\"GET\",\"Path\":\"/a?b=c\",\"Version\":\"HTTP/1.1\"}"));
  EXPECT_THAT(wat_of(record_of("WARC-Type: warcinfo\r\nContent-Type: "
                               "application/warc-fields\r\n",
                               "software: x\r\nrobots: off\r\n")),
              HasSubstr("\"WARC-Info-Metadata\":{\"software\":\"x\","
                        "\"robots\":\"off\"}"));
  EXPECT_THAT(wat_of(record_of("WARC-Type: metadata\r\nContent-Type: "
                               "application/warc-fields\r\n",
                               "via: x\r\noutlink: a\r\noutlink: b\r\n")),
              HasSubstr("{\"Metadata-Records\":[{\"Name\":\"via\",\"Value\":"
                        "\"x\"},{\"Name\":\"outlink\",\"Value\":\"a\"},{"
                        "\"Name\":\"outlink\",\"Value\":\"b\"}]}"));
}

TEST(WatWriter, DigestsAndLengthsAreOfTheWholeBody) {
  const std::string head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n";
  const std::string large = std::string(3 << 20, ' ') + "<a href=b>B</a>";
  const std::string wat = wat_of(record_of(kPage, head + large), 1024);
  EXPECT_THAT(wat, HasSubstr("\"Entity-Length\":\"" +
                             std::to_string(large.size()) + "\""));
  warc::Digester digester;
  digester.update(large);
  EXPECT_THAT(wat, HasSubstr("\"Entity-Digest\":\"" +
                             warc::spelling(digester.finish()) + "\""));
  EXPECT_THAT(wat, Not(HasSubstr("A@/href")));
}

}  // namespace
}  // namespace wax::document
