#include "cdx/record_lookup.h"

#include <gtest/gtest.h>

#include <string>

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

}  // namespace
}  // namespace wax::cdx
