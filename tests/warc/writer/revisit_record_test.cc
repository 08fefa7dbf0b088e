#include "warc/writer/revisit_record.h"

#include <gtest/gtest.h>

#include <string>

#include "io/byte_source.h"
#include "text/number.h"
#include "warc/record/record_header.h"

namespace wax::warc {
namespace {

const NamedOriginal kOriginal = {"http://example.com/", "20061105090115"};

std::string digest_of(std::string_view bytes) {
  Digester digester;
  digester.update(bytes);
  return spelling(digester.finish());
}

// A record in memory.
struct Held {
  Held(const std::string& fields, const std::string& block)
      : header("WARC/1.0\r\n" + fields +
               "Content-Length: " + std::to_string(block.size()) + "\r\n\r\n"),
        bytes(block),
        body(bytes) {
    read_warc_header(header, record);
    record.body = &body;
  }

  std::string header;
  std::string bytes;
  io::MemorySource body;
  Record record;
};

const std::string kHead = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n";
const std::string kPage = "<p>A page that stays as it is.";

std::string response_fields(const std::string& more = "") {
  return "WARC-Type: response\r\nWARC-Target-URI: http://example.com/\r\n"
         "WARC-Date: 2007-10-01T08:31:14Z\r\n"
         "Content-Type: application/http; msgtype=response\r\n" +
         more;
}

std::string text_of(io::Spool& spool) {
  spool.rewind();
  return io::read_all(spool, UINT64_MAX);
}

// The record that `held` becomes, and is again.
std::string restored(Held& held) {
  NewRecord revisit;
  EXPECT_EQ(make_revisit(held.record, kOriginal, revisit), KeptAs::kRevisit);
  const std::string block = text_of(revisit.block);
  io::MemorySource body(block);
  Record record;
  read_warc_header(revisit.header, record);
  EXPECT_TRUE(has_identical_payload(record));
  EXPECT_TRUE(is_made_revisit(record));
  record.body = &body;
  const std::string payload = held.bytes.substr(block.size());
  io::MemorySource source(payload);
  NewRecord again;
  EXPECT_TRUE(restore_record(record, source, again));
  return again.header + text_of(again.block);
}

TEST(RevisitRecord, HasTheHttpHeaderAndNamesTheOriginal) {
  Held held(response_fields(
                "WARC-Payload-Digest: " + digest_of(kPage) +
                "\r\nWARC-Block-Digest: " + digest_of(kHead + kPage) + "\r\n"),
            kHead + kPage);
  NewRecord revisit;
  ASSERT_EQ(make_revisit(held.record, kOriginal, revisit), KeptAs::kRevisit);
  EXPECT_EQ(text_of(revisit.block), kHead);
  EXPECT_EQ(revisit.header,
            "WARC/1.1\r\nWARC-Type: revisit\r\n"
            "WARC-Target-URI: http://example.com/\r\n"
            "WARC-Date: 2007-10-01T08:31:14Z\r\n"
            "Content-Type: application/http; msgtype=response\r\n"
            "WARC-Payload-Digest: " +
                digest_of(kPage) +
                "\r\nWARC-Block-Digest: " + digest_of(kHead) +
                "\r\nContent-Length: " + std::to_string(kHead.size()) +
                "\r\nWARC-Profile: http://netpreserve.org/warc/1.1/revisit/"
                "identical-payload-digest\r\n"
                "WARC-Refers-To-Target-URI: http://example.com/\r\n"
                "WARC-Refers-To-Date: 2006-11-05T09:01:15Z\r\n"
                "X-Original-Record: WARC/1.0 response\r\n\r\n");
}

TEST(RevisitRecord, IsRestoredByteForByte) {
  Digester digester;
  digester.update(kHead + kPage);
  const Digest digest = digester.finish();
  const std::string hex = "sha1:" + text::to_hex(digest.bytes());
  for (const std::string& more :
       {std::string(), "WARC-Payload-Digest: " + digest_of(kPage) + "\r\n",
        "WARC-Block-Digest: " + digest_of(kHead + kPage) + "\r\n",
        "WARC-Block-Digest: " + hex + "\r\n", std::string("X: a\r\n b\r\n")}) {
    Held held(response_fields(more), kHead + kPage);
    EXPECT_EQ(restored(held), held.header + held.bytes) << more;
  }
}

TEST(RevisitRecord, MayBeOfAResource) {
  Held held(
      "WARC-Type: resource\r\nWARC-Target-URI: ftp://example.com/a\r\n"
      "WARC-Date: 2007-10-01T08:31:14Z\r\nContent-Type: text/plain\r\n",
      kPage);
  EXPECT_EQ(restored(held), held.header + held.bytes);
}

TEST(RevisitRecord, IsNotMadeOfOthers) {
  NewRecord revisit;
  for (const char* type : {"request", "metadata", "revisit", "conversion"}) {
    Held held("WARC-Type: " + std::string(type) +
                  "\r\nWARC-Target-URI: http://example.com/\r\n",
              kHead + kPage);
    EXPECT_EQ(make_revisit(held.record, kOriginal, revisit),
              KeptAs::kOtherType);
  }
  Held truncated(response_fields("WARC-Truncated: length\r\n"), kHead);
  EXPECT_EQ(make_revisit(truncated.record, kOriginal, revisit),
            KeptAs::kOtherType);
}

TEST(RevisitRecord, IsNotMadeWhenTheDigestIsWrong) {
  NewRecord revisit;
  Held held(response_fields("WARC-Payload-Digest: " + digest_of("x") + "\r\n"),
            kHead + kPage);
  EXPECT_EQ(make_revisit(held.record, kOriginal, revisit),
            KeptAs::kOtherPayload);
  Held block(response_fields("WARC-Block-Digest: " + digest_of("x") + "\r\n"),
             kHead + kPage);
  EXPECT_EQ(make_revisit(block.record, kOriginal, revisit), KeptAs::kOddHeader);
  Held twice(response_fields("WARC-Type: response\r\n"), kHead + kPage);
  EXPECT_EQ(make_revisit(twice.record, kOriginal, revisit), KeptAs::kOddHeader);
}

TEST(RevisitRecord, IsNotRestoredWithAnotherPayload) {
  Held held(response_fields(), kHead + kPage);
  NewRecord revisit;
  ASSERT_EQ(make_revisit(held.record, kOriginal, revisit), KeptAs::kRevisit);
  const std::string block = text_of(revisit.block);
  io::MemorySource body(block);
  Record record;
  read_warc_header(revisit.header, record);
  record.body = &body;
  io::MemorySource other("another");
  NewRecord again;
  EXPECT_FALSE(restore_record(record, other, again));
}

TEST(StatedPayload, IsComparedWithItsDigest) {
  Held right(
      response_fields("WARC-Payload-Digest: " + digest_of(kPage) + "\r\n"),
      kHead + kPage);
  EXPECT_TRUE(has_stated_payload(right.record));
  Held wrong(response_fields("WARC-Payload-Digest: " + digest_of("x") + "\r\n"),
             kHead + kPage);
  EXPECT_FALSE(has_stated_payload(wrong.record));
  Held none(response_fields(), kHead + kPage);
  EXPECT_TRUE(has_stated_payload(none.record));
}

}  // namespace
}  // namespace wax::warc
