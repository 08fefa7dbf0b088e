#include <gtest/gtest.h>

#include <string>

#include "warc/record/record_header.h"
#include "warc/writer/recompress.h"

namespace wax::warc {
namespace {

std::optional<RepairedLength> repaired(std::string header, std::string bytes,
                                       Format format = Format::kWarc) {
  Record record;
  record.format = format;
  record.type = RecordType::kResource;
  record.raw_header = header;
  if (format == Format::kWarc) {
    record.headers.parse(header.substr(header.find('\n') + 1));
  }
  io::Spool spool;
  spool.write(bytes);
  return repair_length(record, spool, bytes.size());
}

TEST(RepairedLength, TheBlockEndsBeforeTheRecordTrailer) {
  const struct {
    const char* bytes;
    uint64_t length;
  } kCases[] = {{"abc\r\n\r\n", 3},
                {"abc\n\n", 3},
                {"\r\n\r\n", 0},
                {"a\r\n\r\n\r\n\r\n", 5}};
  for (const auto& [bytes, length] : kCases) {
    auto result = repaired("WARC/1.0\r\nContent-Length: 9\r\n\r\n", bytes);
    ASSERT_TRUE(result) << bytes;
    EXPECT_EQ(result->length, length);
    EXPECT_EQ(result->header, "WARC/1.0\r\nContent-Length: " +
                                  std::to_string(length) + "\r\n\r\n");
  }
}

TEST(RepairedLength, TheEndIsNotTrustedWithoutARecordTrailer) {
  for (const char* bytes : {"", "abc", "abc\r\n", "abc\n", "\r\n"}) {
    EXPECT_FALSE(repaired("WARC/1.0\r\nContent-Length: 9\r\n\r\n", bytes));
  }
}

TEST(RepairedLength, AMissingLengthIsAddedAndTheRestStays) {
  auto result = repaired("WARC/1.0\r\nA: b\r\n c\r\n\r\n", "abc\r\n\r\n");
  ASSERT_TRUE(result);
  EXPECT_EQ(result->header,
            "WARC/1.0\r\nA: b\r\n c\r\nContent-Length: 3\r\n\r\n");
  result = repaired("WARC/1.0\r\nContent-Length: x\r\n y\r\nA: b\r\n\r\n",
                    "abc\r\n\r\n");
  ASSERT_TRUE(result);
  EXPECT_EQ(result->header, "WARC/1.0\r\nContent-Length: 3\r\nA: b\r\n\r\n");
}

TEST(RepairedLength, OnlyDigestsThatMatchStay) {
  std::string good = "sha1:VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE5";  // of "abc"
  std::string bad = "sha1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
  std::string header = "WARC/1.0\r\nWARC-Block-Digest: " + good +
                       "\r\nWARC-Payload-Digest: " + good +
                       "\r\nContent-Length: 9\r\n\r\n";
  auto result = repaired(header, "abc\r\n\r\n");
  ASSERT_TRUE(result);
  EXPECT_NE(result->header.find("Block"), std::string::npos);
  EXPECT_NE(result->header.find("Payload"), std::string::npos);
  EXPECT_EQ(result->text, "kept with the correct length, 3");
  result = repaired(
      "WARC/1.0\r\nWARC-Block-Digest: " + bad + "\r\nContent-Length: 9\r\n\r\n",
      "abc\r\n\r\n");
  ASSERT_TRUE(result);
  EXPECT_EQ(result->header, "WARC/1.0\r\nContent-Length: 3\r\n\r\n");
  EXPECT_EQ(result->text,
            "kept with the correct length, 3, without WARC-Block-Digest "
            "because it does not match");
}

TEST(RepairedLength, WithASureEndAllBytesAreTheBlock) {
  Record record;
  record.raw_header = "WARC/1.0\r\nContent-Length: 9\r\n\r\n";
  io::Spool spool;
  spool.write("abc");
  auto result = repair_length(record, spool, 3, true);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->length, 3u);
  spool.write("\r\n\r\n");
  result = repair_length(record, spool, 7, true);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->length, 3u);
}

TEST(RepairedLength,
     ABlockOverlapsItsTrailerUnlessADigestOrHttpLengthSaysOtherwise) {
  const std::string http = "HTTP/1.0 200 OK\r\n";
  const struct {
    std::string headers;
    std::string bytes;
    int behind;  // of the bytes, behind the stated block
    bool overlaps;
  } kCases[] = {
      {"", "abc\r\n\r\n", 1, true},
      {"", "abc\r\n\r\n", 2, true},
      {"", "abc\r\n\r\n", 3, true},
      {"", "abc\r\n\r\n", 4, false},
      {"", "abc\r\n\r\n", 0, false},
      {"", "abc\n\n", 1, false},
      {"", "abcd", 1, false},
      {"", "", 0, false},
      // Of "abc".
      {"WARC-Block-Digest: sha1:VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE5\r\n",
       "abc\r\n\r\n", 0, true},
      // Of "abc\r\n".
      {"WARC-Block-Digest: md5:C13B6AFECF97EA6B38D21A8F5167FA1E\r\n",
       "abc\r\n\r\n", 2, false},
      {"WARC-Payload-Digest: md5:c13b6afecf97ea6b38d21a8f5167fa1e\r\n",
       "abc\r\n\r\n", 2, false},
      {"WARC-Type: response\r\nContent-Type: application/http\r\n"
       "WARC-Target-URI: http://a.org/\r\n",
       http + "Content-Length: 5\r\n\r\nabc\r\n\r\n", 2, false},
      {"WARC-Type: response\r\nContent-Type: application/http\r\n"
       "WARC-Target-URI: http://a.org/\r\n",
       http + "Content-Length: 3\r\n\r\nabc\r\n\r\n", 2, true},
  };
  for (const auto& [headers, bytes, behind, overlaps] : kCases) {
    Record record;
    std::string header = "WARC/1.0\r\n" + headers + "\r\n";
    read_warc_header(header, record);
    io::Spool spool;
    spool.write(bytes);
    EXPECT_EQ(
        overlaps_record_trailer(record, spool, bytes.size(),
                                bytes.size() - static_cast<size_t>(behind)),
        overlaps)
        << headers << bytes << behind;
  }
}

TEST(RepairedLength, OfAnArcLineItIsTheLastField) {
  auto result = repaired("http://x/ 1.2.3.4 20010101000000 text/html 9\n",
                         "abc\n", Format::kArc);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->header, "http://x/ 1.2.3.4 20010101000000 text/html 3\n");
}

}  // namespace
}  // namespace wax::warc
