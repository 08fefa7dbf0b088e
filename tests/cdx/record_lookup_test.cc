#include "cdx/record_lookup.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"

namespace wax::cdx {
namespace {

TEST(RecordLookup, FindsRecordsOfArchivesInFolders) {
  tests::TempDir folder;
  std::string first = test::gzip_member(
      test::warc_record("x", {.type = "metadata", .uri = "http://a/"}));
  std::string second =
      test::gzip_member(test::warc_record(test::http_response("two")));
  folder.write("a.warc.gz", first + second);
  test::Problems problems;
  RecordLookup records({folder.path()}, problems);
  Capture capture;
  using Answer = RecordLookup::Answer;
  EXPECT_EQ(records.find("some/where/a.warc.gz", 0, capture), Answer::kFound);
  EXPECT_EQ(capture.url, "http://a/");
  EXPECT_EQ(records.find("a.warc.gz", first.size(), capture), Answer::kFound);
  EXPECT_EQ(capture.url, "http://example.org/");
  EXPECT_EQ(capture.status, "200");
  EXPECT_EQ(capture.length, second.size());
  EXPECT_EQ(records.find("b.warc.gz", 0, capture), Answer::kNoArchive);
  for (uint64_t offset :
       {uint64_t{1}, first.size() - 1, first.size() + 10,
        first.size() + second.size(), UINT64_MAX / 2, UINT64_MAX}) {
    EXPECT_EQ(records.find("a.warc.gz", offset, capture), Answer::kNoRecord)
        << offset;
  }
}

// Whichever record was found before.
TEST(RecordLookup, FindsTheSameInAnyOrder) {
  tests::TempDir folder;
  std::string text;
  std::vector<uint64_t> offsets;
  for (int i = 0; i < 12; ++i) {
    offsets.push_back(text.size());
    text += test::gzip_member(
        test::warc_record(test::http_response(std::string(i % 4 * 40000, 'x')),
                          {.uri = "http://a/" + std::to_string(i)}));
  }
  folder.write("a.warc.gz", text);
  folder.write("b.warc.gz", text.substr(offsets[1]));
  test::Problems problems;
  RecordLookup records({folder.path()}, problems);
  std::mt19937 random(2);
  Capture capture;
  for (int i = 0; i < 300; ++i) {
    size_t n = 1 + random() % 11;
    bool second = random() % 5 == 0;
    uint64_t offset = offsets[n] - (second ? offsets[1] : 0);
    bool off = random() % 9 == 0;
    auto answer = records.find(second ? "b.warc.gz" : "a.warc.gz",
                               offset + (off ? 1 : 0), capture);
    if (off) {
      ASSERT_EQ(answer, RecordLookup::Answer::kNoRecord);
    } else {
      ASSERT_EQ(answer, RecordLookup::Answer::kFound);
      ASSERT_EQ(capture.url, "http://a/" + std::to_string(n));
    }
  }
}

}  // namespace
}  // namespace wax::cdx
