#include "warc/writer/stated_digest.h"

#include <gtest/gtest.h>

#include "warc/record/record_header.h"

namespace wax::warc {
namespace {

// Of "abc", as a record whose block digest is written so has it.
std::string digest_like(const std::string& stated) {
  const std::string header =
      "WARC/1.0\r\nWARC-Block-Digest: " + stated + "\r\n\r\n";
  Record record;
  read_warc_header(header, record);
  StatedDigest digest(record, kBlockDigest);
  EXPECT_EQ(digest.stated(), stated);
  digest.update("a");
  digest.update("bc");
  return digest.finish();
}

TEST(BlockDigests, OfAResponseArePayloadsWithoutTransferCodings) {
  constexpr std::string_view kHello =
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
      "3\r\nabc\r\n0\r\n\r\n";
  const Field response[] = {{"warc-type", "response"}};
  const BlockDigests made = digests_of_block(response, kHello);
  EXPECT_EQ(made.payload, "sha1:VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE5");
  EXPECT_NE(made.block, made.payload);
  EXPECT_EQ(digests_of_block(response, "no head").payload, "");

  const Field resource[] = {{"WARC-Type", "resource"}};
  EXPECT_EQ(digests_of_block(resource, "abc").payload, made.payload);
  EXPECT_EQ(digests_of_block(resource, "abc").block, made.payload);
  const Field metadata[] = {{"WARC-Type", "metadata"}};
  EXPECT_EQ(digests_of_block(metadata, "abc").payload, "");
}

TEST(BlockDigests, OfASegmentAreOfItsBlockAlone) {
  for (const char* type : {"response", "resource"}) {
    const Field fields[] = {{"WARC-Type", type}, {"warc-segment-number", "1"}};
    const BlockDigests made =
        digests_of_block(fields, "HTTP/1.1 200 OK\r\n\r\nabc");
    EXPECT_EQ(made.payload, "") << type;
    EXPECT_TRUE(made.block.starts_with("sha1:")) << type;
  }
}

TEST(StatedDigest, IsWrittenAsTheOneOfTheRecord) {
  EXPECT_EQ(digest_like("sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ"),
            "sha1:VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE5");
  EXPECT_EQ(digest_like("sha1:da39a3ee5e6b4b0d3255bfef95601890afd80709"),
            "sha1:a9993e364706816aba3e25717850c26c9cd0d89d");
  EXPECT_EQ(digest_like("md5:D41D8CD98F00B204E9800998ECF8427E"),
            "md5:900150983CD24FB0D6963F7D28E17F72");
}

TEST(StatedDigest, StaysWhenItHoldsOrIsNotKnown) {
  // In base64.
  EXPECT_EQ(digest_like("sha1:qZk+NkcGgWq6PiVxeFDCbJzQ2J0="),
            "sha1:qZk+NkcGgWq6PiVxeFDCbJzQ2J0=");
  EXPECT_EQ(digest_like("crc32:352441c2"), "crc32:352441c2");
}

TEST(StatedDigest, OfAFieldThatIsMissingIsEmpty) {
  const std::string header = "WARC/1.0\r\n\r\n";
  Record record;
  read_warc_header(header, record);
  StatedDigest digest(record, kPayloadDigest);
  digest.update("abc");
  EXPECT_FALSE(digest.is_stated());
  EXPECT_EQ(digest.finish(), "");
}

}  // namespace
}  // namespace wax::warc
