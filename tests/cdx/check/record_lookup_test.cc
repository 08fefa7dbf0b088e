#include "cdx/check/record_lookup.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"
#include "text/hex.h"

namespace wax::cdx {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;

// Of no record here.
constexpr const char* kNoRecords = "B2LTWWPUOYAH7UIPQ7ZUPQ4VMBSVC36A";

TEST(RecordLookup, FindsRecordsOfArchivesInFolders) {
  tests::TempDir folder;
  std::string first = tests::gzip_member(
      tests::warc_record("x", {.type = "metadata", .uri = "http://a/"}));
  std::string second =
      tests::gzip_member(tests::warc_record(tests::http_response("two")));
  folder.write("a.warc.gz", first + second);
  tests::Problems problems;
  RecordLookup records({folder.path()}, problems);
  RecordFacts facts;
  using Answer = RecordLookup::Answer;
  EXPECT_EQ(records.find("some/where/a.warc.gz", 0, {}, "", facts),
            Answer::kFound);
  EXPECT_THAT(facts.urls, Contains("http://a/"));
  EXPECT_EQ(records.find("a.warc.gz", first.size(), {}, "", facts),
            Answer::kFound);
  EXPECT_THAT(facts.urls, ElementsAre("http://example.org/"));
  EXPECT_EQ(facts.date, "20140103030321");
  EXPECT_EQ(facts.length, second.size());
  EXPECT_THAT(facts.digests, IsEmpty());
  EXPECT_EQ(records.find("b.warc.gz", 0, {}, "", facts), Answer::kNoArchive);
  for (uint64_t offset :
       {uint64_t{1}, first.size() - 1, first.size() + 10,
        first.size() + second.size(), UINT64_MAX / 2, UINT64_MAX}) {
    EXPECT_EQ(records.find("a.warc.gz", offset, {}, "", facts),
              Answer::kNoRecord)
        << offset;
  }
}

std::string digest_of(std::string_view bytes, warc::DigestAlgorithm algorithm) {
  warc::Digester digester(algorithm);
  digester.update(bytes);
  return warc::spelling(digester.finish());
}

TEST(RecordLookup, ComputesDigestsUntilOneMatches) {
  const std::string head =
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
  const std::string chunks = "3\r\none\r\n0\r\n\r\n";
  tests::TempDir folder;
  folder.write("a.warc", tests::warc_record(head + chunks) +
                             tests::warc_record("x", {.uri = "http://b/"}));
  tests::Problems problems;
  RecordLookup records({folder.path()}, problems);
  using Algorithm = warc::DigestAlgorithm;
  for (Algorithm algorithm : {Algorithm::kSha1, Algorithm::kSha256,
                              Algorithm::kSha512, Algorithm::kMd5}) {
    std::vector<std::string> all = {digest_of(chunks, algorithm),
                                    digest_of("one", algorithm),
                                    digest_of(head + chunks, algorithm)};
    for (size_t n = 0; n < all.size(); ++n) {
      RecordFacts facts;
      ASSERT_EQ(records.find("a.warc", 0, {}, all[n], facts),
                RecordLookup::Answer::kFound);
      EXPECT_EQ(facts.digests,
                std::vector<std::string>(
                    all.begin(), all.begin() + 1 + static_cast<int>(n)));
      EXPECT_GT(facts.length, 0u);
    }
    RecordFacts facts;
    ASSERT_EQ(records.find("a.warc", 0, {}, digest_of("?", algorithm), facts),
              RecordLookup::Answer::kFound);
    EXPECT_EQ(facts.digests, all);
  }
}

// Whichever record was found before.
TEST(RecordLookup, FindsTheSameInAnyOrder) {
  tests::TempDir folder;
  std::string text;
  std::vector<uint64_t> offsets;
  for (int i = 0; i < 12; ++i) {
    offsets.push_back(text.size());
    text += tests::gzip_member(tests::warc_record(
        tests::http_response(std::string(i % 4 * 40000, 'x')),
        {.uri = "http://a/" + std::to_string(i)}));
  }
  folder.write("a.warc.gz", text);
  folder.write("b.warc.gz", text.substr(offsets[1]));
  tests::Problems problems;
  RecordLookup records({folder.path()}, problems);
  std::mt19937 random(2);
  RecordFacts facts;
  for (int i = 0; i < 300; ++i) {
    size_t n = 1 + random() % 11;
    bool second = random() % 5 == 0;
    uint64_t offset = offsets[n] - (second ? offsets[1] : 0);
    bool off = random() % 9 == 0;
    auto answer =
        records.find(second ? "b.warc.gz" : "a.warc.gz", offset + (off ? 1 : 0),
                     {}, random() % 2 == 0 ? "" : kNoRecords, facts);
    if (off) {
      ASSERT_EQ(answer, RecordLookup::Answer::kNoRecord);
    } else {
      ASSERT_EQ(answer, RecordLookup::Answer::kFound);
      ASSERT_THAT(facts.urls, ElementsAre("http://a/" + std::to_string(n)));
    }
  }
}

}  // namespace
}  // namespace wax::cdx
