#include "warc/mended_length.h"

#include <gtest/gtest.h>

#include <string>

namespace wax::warc {
namespace {

std::optional<MendedLength> mended(std::string header, std::string bytes,
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
  return mend_length(record, spool, bytes.size());
}

TEST(MendedLength, TheBlockEndsInFrontOfTheClosingLines) {
  const struct {
    const char* bytes;
    uint64_t length;
  } kCases[] = {{"abc\r\n\r\n", 3},
                {"abc\n\n", 3},
                {"\r\n\r\n", 0},
                {"a\r\n\r\n\r\n\r\n", 5}};
  for (const auto& [bytes, length] : kCases) {
    auto result = mended("WARC/1.0\r\nContent-Length: 9\r\n\r\n", bytes);
    ASSERT_TRUE(result) << bytes;
    EXPECT_EQ(result->length, length);
    EXPECT_EQ(result->header, "WARC/1.0\r\nContent-Length: " +
                                  std::to_string(length) + "\r\n\r\n");
  }
}

TEST(MendedLength, WithoutClosingLinesTheEndIsNotTrusted) {
  for (const char* bytes : {"", "abc", "abc\r\n", "abc\n", "\r\n"}) {
    EXPECT_FALSE(mended("WARC/1.0\r\nContent-Length: 9\r\n\r\n", bytes));
  }
}

TEST(MendedLength, AMissingLengthIsAddedAndTheRestStays) {
  auto result = mended("WARC/1.0\r\nA: b\r\n c\r\n\r\n", "abc\r\n\r\n");
  ASSERT_TRUE(result);
  EXPECT_EQ(result->header,
            "WARC/1.0\r\nA: b\r\n c\r\nContent-Length: 3\r\n\r\n");
  result = mended("WARC/1.0\r\nContent-Length: x\r\n y\r\nA: b\r\n\r\n",
                  "abc\r\n\r\n");
  ASSERT_TRUE(result);
  EXPECT_EQ(result->header, "WARC/1.0\r\nContent-Length: 3\r\nA: b\r\n\r\n");
}

TEST(MendedLength, OnlyDigestsThatHoldStay) {
  std::string good = "sha1:VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE5";  // of "abc"
  std::string bad = "sha1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
  std::string header = "WARC/1.0\r\nWARC-Block-Digest: " + good +
                       "\r\nWARC-Payload-Digest: " + good +
                       "\r\nContent-Length: 9\r\n\r\n";
  auto result = mended(header, "abc\r\n\r\n");
  ASSERT_TRUE(result);
  EXPECT_NE(result->header.find("Block"), std::string::npos);
  EXPECT_NE(result->header.find("Payload"), std::string::npos);
  EXPECT_EQ(result->text, "kept with its true length, 3");
  result = mended(
      "WARC/1.0\r\nWARC-Block-Digest: " + bad + "\r\nContent-Length: 9\r\n\r\n",
      "abc\r\n\r\n");
  ASSERT_TRUE(result);
  EXPECT_EQ(result->header, "WARC/1.0\r\nContent-Length: 3\r\n\r\n");
  EXPECT_EQ(result->text,
            "kept with its true length, 3, without WARC-Block-Digest as it "
            "does not hold");
}

TEST(MendedLength, OfAnArcLineItIsTheLastWord) {
  auto result = mended("http://x/ 1.2.3.4 20010101000000 text/html 9\n",
                       "abc\n", Format::kArc);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->header, "http://x/ 1.2.3.4 20010101000000 text/html 3\n");
}

}  // namespace
}  // namespace wax::warc
