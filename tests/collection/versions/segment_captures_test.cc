#include "collection/versions/segment_captures.h"

#include <gtest/gtest.h>

#include "io/error.h"
#include "tests/collection/versions/made_segments.h"
#include "tests/support/segments.h"
#include "tests/support/temp_dir.h"

namespace wax::collection {
namespace {

using tests::TempDir;

TEST(SegmentCaptures, PositionsCountThroughAllSegments) {
  TempDir folder;
  document::Document cut = test_page("b", "sha1:B", "20070103000000");
  cut.truncated = true;
  cut.collection = "spring";
  tests::write_segment(folder / "1",
                       {test_page("a", "sha1:A", "20070101000000"),
                        test_page("n", "-", "20070102000000")});
  tests::write_segment(folder / "2", {cut});
  tests::write_segment(folder / "other",
                       {test_page("c", "sha1:C", "20070104000000")});
  const std::vector<std::string> segments = {folder / "1", folder / "2",
                                             folder / "other"};
  cdx::OneIdentity identity;
  CaptureCounts counts;
  CollectionNames names;
  CaptureLines captures(segments, 2, identity, counts, names);
  std::vector<std::string> lines;
  for (std::string line; captures(line); line.clear()) lines.push_back(line);
  ASSERT_EQ(lines.size(), 4U);
  const CaptureKind kinds[] = {CaptureKind::kWhole, CaptureKind::kWhole,
                               CaptureKind::kTruncated,
                               CaptureKind::kElsewhere};
  for (uint64_t i = 0; i < lines.size(); ++i) {
    EXPECT_EQ(CaptureLine::parse(lines[i]).position, i);
    EXPECT_EQ(CaptureLine::parse(lines[i]).kind, kinds[i]);
  }
  // One without a digest is a version of its own.
  EXPECT_EQ(CaptureLine::parse(lines[1]).version,
            "org,example)/n -000000000001\t");
  EXPECT_EQ(names.name(CaptureLine::parse(lines[2]).collection), "spring");
  EXPECT_EQ(names.name(CaptureLine::parse(lines[0]).collection), "");
  EXPECT_EQ(counts.captures, 3U);
  EXPECT_FALSE(counts.any_image);
}

TEST(SegmentCaptures, TwoKindsOfKeysAreRefused) {
  TempDir folder;
  tests::write_segment(folder / "1",
                       {test_page("a", "sha1:A", "20070101000000")});
  tests::write_segment(folder / "2",
                       {test_page("a", "sha1:A", "20070101000000")}, {},
                       cdx::UrlKeyKind::kLegacy);
  const std::vector<std::string> segments = {folder / "1", folder / "2"};
  cdx::OneIdentity identity;
  SegmentKeys keys(segments, identity);
  DocumentKey key;
  EXPECT_TRUE(keys.next(key));
  EXPECT_THROW(keys.next(key), UsageError);
}

TEST(SegmentCaptures, ACollectionKeepsItsNumber) {
  CollectionNames names;
  EXPECT_EQ(names.number(""), 0U);
  EXPECT_EQ(names.number("a"), 1U);
  EXPECT_EQ(names.number("b"), 2U);
  EXPECT_EQ(names.number("a"), 1U);
  EXPECT_EQ(names.name(2), "b");
}

}  // namespace
}  // namespace wax::collection
