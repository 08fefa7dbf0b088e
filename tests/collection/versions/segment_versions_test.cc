#include "collection/versions/segment_versions.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "collection/segment/segment.h"
#include "io/error.h"
#include "tests/support/segments.h"
#include "tests/support/temp_dir.h"

namespace wax::collection {
namespace {

document::Document capture(const std::string& name, const std::string& digest,
                           const std::string& date) {
  document::Document document;
  document.url = "http://example.org/" + name;
  document.urlkey = "org,example)/" + name;
  document.digest = digest;
  document.date = date + "0101000000";
  document.type = "text/html";
  document.content = "words of " + date;
  document.links = {{"http://example.com/" + date, name}};
  return document;
}

TEST(SegmentVersions, HaveTheDatesOfAllCapturesAndTheFirstDocument) {
  const tests::TempDir folder;
  const std::vector<std::string> segments = {
      tests::write_segment(folder / "1", {capture("a", "sha1:A", "2008"),
                                          capture("b", "sha1:B", "2008")}),
      tests::write_segment(folder / "2", {capture("a", "sha1:A", "2007")},
                           {capture("b", "sha1:B", "2009")})};
  SegmentVersions versions(segments, {}, {});
  SegmentVersion version;
  ASSERT_TRUE(versions.next(version));
  EXPECT_EQ(version.position, 1U);
  EXPECT_EQ(version.document.url, "http://example.org/b");
  EXPECT_EQ(version.dates,
            (std::vector<std::string>{"20080101000000", "20090101000000"}));
  ASSERT_TRUE(versions.next(version));
  EXPECT_EQ(version.position, 2U);
  EXPECT_EQ(version.document.content, "words of 2007");
  EXPECT_EQ(version.dates,
            (std::vector<std::string>{"20070101000000", "20080101000000"}));
  versions.read_links(version);
  ASSERT_EQ(version.document.links.size(), 1U);
  EXPECT_EQ(version.document.links[0].url, "http://example.com/2007");
  EXPECT_FALSE(versions.next(version));
  EXPECT_FALSE(versions.next(version));
  EXPECT_EQ(versions.passed(), versions.all());
  EXPECT_EQ(versions.matched_dates(), 1U);
}

TEST(SegmentVersions, RevisitsAloneHaveTheTextOfAnotherUrl) {
  const tests::TempDir folder;
  const std::vector<std::string> own = {
      tests::write_segment(folder / "1", {}, {capture("c", "sha1:A", "2009")})};
  const std::vector<std::string> others = {
      tests::write_segment(folder / "2", {capture("a", "sha1:A", "2007")})};
  SegmentVersions versions(own, others, {});
  SegmentVersion version;
  ASSERT_TRUE(versions.next(version));
  EXPECT_EQ(version.document.url, "http://example.org/c");
  EXPECT_EQ(version.document.content, "words of 2007");
  EXPECT_FALSE(versions.next(version));
  EXPECT_EQ(versions.revisits(), 1U);
  EXPECT_EQ(versions.revisits_without_text(), 0U);
}

TEST(SegmentVersions, RefuseTwoKindsOfKeys) {
  const tests::TempDir folder;
  const std::vector<std::string> segments = {
      tests::write_segment(folder / "1", {capture("a", "sha1:A", "2007")}),
      tests::write_segment(folder / "2", {capture("b", "sha1:A", "2007")}, {},
                           cdx::UrlKeyKind::kLegacy)};
  EXPECT_THROW(SegmentVersions(segments, {}, {}), UsageError);
}

}  // namespace
}  // namespace wax::collection
