#include "warc/reader/payload_reader.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "io/byte_source.h"
#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"

namespace wax::warc {
namespace {

std::string record(const std::string& type, const std::string& head,
                   const std::string& block) {
  return "WARC/1.0\r\nWARC-Type: " + type + "\r\n" + head +
         "Content-Length: " + std::to_string(block.size()) + "\r\n\r\n" +
         block + "\r\n\r\n";
}

const std::string kPage =
    "WARC-Target-URI: http://e.org/\r\nWARC-Date: 2026-01-02T03:04:05Z\r\n";
const std::string kHttp = "Content-Type: application/http\r\n";

TEST(PayloadReader, GivesWhatServersAnswered) {
  const std::string first = record("resource", kPage, "as it is");
  const std::string archive =
      first +
      record("response", kPage + kHttp,
             "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
             "3\r\nabc\r\n0\r\n\r\n") +
      record("response", kPage + kHttp, "HTTP/1.1 404 No\r\n\r\ngone") +
      record("request", kPage + kHttp, "GET / HTTP/1.1\r\n\r\n") +
      record("resource", "WARC-Date: 2026-01-02T03:04:05Z\r\n", "no URL");
  tests::TempDir folder;
  tests::Problems problems;
  PayloadReader reader(folder.write("a.warc", archive), problems);
  std::vector<std::string> found;
  for (Payload payload; reader.next(payload);) {
    found.push_back(payload.url + ' ' + payload.date + ' ' +
                    std::to_string(payload.offset) + ' ' +
                    io::read_all(*payload.body, 100));
    EXPECT_EQ(reader.finish().offset, payload.offset);
    EXPECT_TRUE(reader.intact());
  }
  EXPECT_EQ(found, (std::vector<std::string>{
                       "http://e.org/ 20260102030405 0 as it is",
                       "http://e.org/ 20260102030405 " +
                           std::to_string(first.size()) + " abc"}));
  EXPECT_EQ(reader.records(), 5U);
}

TEST(PayloadReader, SaysWhichPayloadItIsAsFarAsTheRecordDoes) {
  const std::string sha1 = "3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ";
  const std::string digest = "WARC-Payload-Digest: SHA1:" + sha1 + "\r\n";
  const std::string profile = "WARC-Profile: http://netpreserve.org/warc/1.1/";
  const std::string same = profile + "revisit/identical-payload-digest\r\n";
  const std::string asked = profile + "revisit/server-not-modified\r\n";
  const std::string unchanged = "HTTP/1.1 304 Not Modified\r\n\r\n";
  tests::TempDir folder;
  tests::Problems problems;
  PayloadReader reader(
      folder.write(
          "a.warc",
          record("resource", kPage + digest, "a") +
              record("resource", kPage, "a") +
              record("revisit", kPage + digest + same + kHttp, "") +
              record("revisit", kPage + digest + kHttp, "") +
              record("revisit", kPage + digest + asked + kHttp, unchanged) +
              record("response", kPage + digest + kHttp, unchanged)),
      problems);
  reader.give_unchanged();
  std::string found;
  for (Payload payload; reader.next(payload);) {
    found += (payload.body ? "payload " : "same ") + payload.digest + '\n';
  }
  EXPECT_EQ(found, "payload sha1:" + sha1 + "\npayload \nsame sha1:" + sha1 +
                       "\nsame sha1:" + sha1 + "\nsame \nsame \n");
}

}  // namespace
}  // namespace wax::warc
