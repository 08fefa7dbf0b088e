// Bodies as warcio 1.7 decodes them, over archives of other projects.
#include <gtest/gtest.h>

#include <string>

#include "tests/support/archives.h"
#include "tests/support/shared.h"
#include "text/number.h"
#include "warc/http/http.h"
#include "warc/reader/reader.h"
#include "warc/record/digest.h"

namespace wax::warc {
namespace {

struct BodyOfArchive {
  const char* archive;
  uint64_t size;
  const char* sha1;
};

constexpr const char* kPage = "c5c87c7a9fa75f6ac6551d0fdc1aed6fab5d26eb";

const BodyOfArchive kBodiesOfArchives[] = {
    {"brotli.warc", 246, kPage},
    {"brotli.warc.gz", 246, kPage},
    {"gzip.warc", 246, kPage},
    {"gzip.warc.gz", 246, kPage},
    {"gzip_chunked.warc.gz", 72442, "60d00d5d2e45abaa684c0293b167fc956f3feba4"},
    {"none.warc", 246, kPage},
    {"none.warc.gz", 246, kPage},
    {"none_truncated.warc.gz", 59, "3b9ba74f23c728d5b56d5a014b85f33e20efaf45"},
};

TEST(HttpConformance, TransferAndContentCodings) {
  for (const BodyOfArchive& c : kBodiesOfArchives) {
    SCOPED_TRACE(c.archive);
    auto path = tests::shared_file(
        "archives/solrwayback__transfer_compression_" + std::string(c.archive));
    if (!path) GTEST_SKIP() << tests::kNoShared;
    tests::Problems archive_problems;
    tests::Problems problems;
    auto reader = open_archive(*path, archive_problems);
    Record record;
    std::string buffer;
    HttpHead head;
    int responses = 0;
    while (reader->next(record)) {
      if (record.type != RecordType::kResponse) continue;
      ++responses;
      ASSERT_TRUE(read_http_head(*record.body, buffer, head));
      EXPECT_TRUE(head.complete);
      auto body = decode_body(*record.body, head.headers, {}, problems, {});
      Digester digester;
      uint64_t size = 0;
      for (;;) {
        std::string_view bytes = body->peek();
        if (bytes.empty()) break;
        digester.update(bytes);
        size += bytes.size();
        body->consume(bytes.size());
      }
      EXPECT_EQ(size, c.size);
      EXPECT_EQ(text::to_hex(digester.finish().bytes()), c.sha1);
    }
    EXPECT_EQ(responses, 1);
    EXPECT_TRUE(problems.all.empty());
  }
}

}  // namespace
}  // namespace wax::warc
