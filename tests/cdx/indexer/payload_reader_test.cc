#include "cdx/indexer/payload_reader.h"

#include <gtest/gtest.h>

#include "tests/support/archives.h"
#include "text/number.h"

namespace wax::cdx {
namespace {

const std::string kChunked =
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    "1\r\na\r\n2\r\nbc\r\n0\r\n\r\n";
const std::string kOfAbc = "sha1:VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE5";

struct Read {
  std::string kept, decoded, digest;
  std::vector<std::string> problems;
};

Read read(std::string_view block, DigestPart part, size_t keep,
          DigestForm form = {}) {
  io::MemorySource body(block);
  warc::BlockHead head;
  head.read(body);
  warc::Record record;
  record.body = &body;
  tests::Problems problems;
  PayloadReader reader(form);
  reader.read({record, &head}, part, keep, problems, "a.warc");
  Read answer{std::string(reader.kept()),
              std::string(reader.decoded(head, 100)),
              "",
              {}};
  if (part != DigestPart::kNone) {
    answer.digest = warc::spelling(reader.take_digest());
  }
  answer.problems = problems.ids();
  return answer;
}

std::string one_chunk(const std::string& bytes) {
  std::string size;
  text::append_hex_number(bytes.size(), 4, size);
  return size + "\r\n" + bytes + "\r\n0\r\n\r\n";
}

TEST(PayloadReader, DigestsTheStoredBytes) {
  Read stored = read(kChunked, DigestPart::kPayload, 0);
  EXPECT_NE(stored.digest, kOfAbc);
  EXPECT_EQ(stored.kept, "");
  EXPECT_EQ(read("HTTP/1.1 200 OK\r\n\r\nabc", DigestPart::kPayload, 0).digest,
            kOfAbc);
}

TEST(PayloadReader, DigestsThePayloadWhenAskedAndKeepsTheStoredBytes) {
  Read payload =
      read(kChunked, DigestPart::kPayload, 6, {.of = DigestOf::kPayload});
  EXPECT_EQ(payload.digest, kOfAbc);
  EXPECT_EQ(payload.kept, "1\r\na\r\n");
  EXPECT_EQ(payload.decoded, "a");
  EXPECT_TRUE(payload.problems.empty());
  // A body that is not chunked, though its head says so.
  Read plain = read("HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\nabc",
                    DigestPart::kPayload, 0, {.of = DigestOf::kPayload});
  EXPECT_EQ(plain.digest, kOfAbc);
}

TEST(PayloadReader, DigestsTheDecodedBodyOnDemand) {
  const DigestForm decoded{.of = DigestOf::kDecoded};
  const std::string head = "HTTP/1.1 200 OK\r\n";
  EXPECT_EQ(read(kChunked, DigestPart::kPayload, 0, decoded).digest, kOfAbc);
  std::string body = tests::gzip_member("abc");
  Read packed = read(head + "Content-Encoding: gzip\r\n\r\n" + body,
                     DigestPart::kPayload, 0, decoded);
  EXPECT_EQ(packed.digest, kOfAbc);
  EXPECT_TRUE(packed.problems.empty());
  EXPECT_NE(read(head + "Content-Encoding: gzip\r\n\r\n" + body,
                 DigestPart::kPayload, 0, {.of = DigestOf::kPayload})
                .digest,
            kOfAbc);
  EXPECT_EQ(read(head +
                     "Transfer-Encoding: chunked\r\n"
                     "Content-Encoding: gzip\r\n\r\n" +
                     one_chunk(body),
                 DigestPart::kPayload, 0, decoded)
                .digest,
            kOfAbc);
  EXPECT_EQ(read(head + "Content-Encoding: gzip\r\n\r\nabc",
                 DigestPart::kPayload, 0, decoded)
                .digest,
            kOfAbc)
      << "stored unpacked under the server's head";
}

TEST(PayloadReader, DecodesNoMoreThanIsAskedFor) {
  std::string body(150, 'x');
  Read stored = read("HTTP/1.1 200 OK\r\n\r\n" + body, DigestPart::kNone, 1000);
  EXPECT_EQ(stored.kept, body);
  EXPECT_EQ(stored.decoded, body.substr(0, 100));
}

TEST(PayloadReader, ReportsBrokenChunks) {
  EXPECT_EQ(read("HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n"
                 "1\r\na\r\nzz\r\n",
                 DigestPart::kPayload, 0, {.of = DigestOf::kPayload})
                .problems,
            std::vector<std::string>{"http-bad-chunk"});
}

TEST(PayloadReader, DigestsTheWholeBlock) {
  EXPECT_EQ(read("a\r\n\r\nb", DigestPart::kBlock, 0).digest,
            "sha1:5GUHVVGCGVDENTX5SPX4N4N4QB5BWYBA");
}

TEST(PayloadReader, ReadsOnlyWhatIsKeptWhenNothingIsDigested) {
  Read some = read("HTTP/1.1 200 OK\r\n\r\nabc", DigestPart::kNone, 2);
  EXPECT_EQ(some.kept, "ab");
}

TEST(PayloadReader, WritesTheNameOfOtherAlgorithmsBeforeHex) {
  using enum warc::DigestAlgorithm;
  auto digest = [](warc::DigestAlgorithm algorithm) {
    return read("HTTP/1.1 200 OK\n\nabc", DigestPart::kPayload, 0, {algorithm})
        .digest;
  };
  EXPECT_EQ(digest(kSha1), kOfAbc);
  EXPECT_EQ(digest(kMd5), "md5:900150983cd24fb0d6963f7d28e17f72");
  EXPECT_EQ(digest(kSha256),
            "sha256:"
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

}  // namespace
}  // namespace wax::cdx
