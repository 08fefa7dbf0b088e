#include "collection/versions/sorted_lines.h"

#include <gtest/gtest.h>

#include "index/store/key_file.h"

namespace wax::collection {
namespace {

std::string capture_line(std::string_view date, CaptureKind kind,
                         uint64_t position) {
  std::string line;
  index::append_version(line, "org,example)/a b", "sha1:X");
  CaptureLine capture;
  capture.date = date;
  capture.kind = kind;
  capture.position = position;
  capture.collection = 3;
  capture.append_rest(line);
  return line;
}

TEST(SortedLines, ACaptureIsReadAsItWasWritten) {
  const std::string line =
      capture_line("20070102030405", CaptureKind::kTruncated, 77);
  const CaptureLine capture = CaptureLine::parse(line);
  EXPECT_EQ(capture.version, "org,example)/a b sha1:X\t");
  EXPECT_EQ(capture.date, "20070102030405");
  EXPECT_EQ(capture.kind, CaptureKind::kTruncated);
  EXPECT_EQ(capture.position, 77U);
  EXPECT_EQ(capture.collection, 3U);
}

TEST(SortedLines, CapturesAreInOrderOfDateKindAndPosition) {
  const std::string lines[] = {
      capture_line("20070102030405", CaptureKind::kWhole, 300),
      capture_line("20070102030405", CaptureKind::kTruncated, 2),
      capture_line("20070102030405", CaptureKind::kTruncated, 16),
      capture_line("20080102030405", CaptureKind::kWhole, 1)};
  for (size_t i = 1; i < std::size(lines); ++i)
    EXPECT_LT(lines[i - 1], lines[i]);
}

TEST(SortedLines, BodiesComeBeforeTheVersionsThatWaitForThem) {
  BodyLine whole{"sha1:X", CaptureKind::kWhole, "20090102030405", 9};
  BodyLine waiting{"sha1:X", CaptureKind::kRevisit, {}, 4, true, 12};
  std::string first;
  whole.append(first);
  std::string second;
  waiting.append(second);
  EXPECT_LT(first, second);
  const BodyLine capture = BodyLine::parse(first);
  EXPECT_EQ(capture.digest, "sha1:X");
  EXPECT_EQ(capture.kind, CaptureKind::kWhole);
  EXPECT_EQ(capture.date, "20090102030405");
  EXPECT_EQ(capture.position, 9U);
  const BodyLine version = BodyLine::parse(second);
  EXPECT_EQ(version.digest, "sha1:X");
  EXPECT_EQ(version.kind, CaptureKind::kRevisit);
  EXPECT_EQ(version.position, 4U);
  EXPECT_TRUE(version.of_other_url);
  EXPECT_EQ(version.revisits, 12U);
}

TEST(SortedLines, ARevisitedVersionHasABodyOrNone) {
  for (std::optional<uint64_t> body :
       {std::optional<uint64_t>(0), std::optional<uint64_t>()}) {
    std::string line;
    RevisitedLine{5, body, 31}.append(line);
    const RevisitedLine version = RevisitedLine::parse(line);
    EXPECT_EQ(version.position, 5U);
    EXPECT_EQ(version.body, body);
    EXPECT_EQ(version.revisits, 31U);
  }
}

TEST(SortedLines, TheDatesOfADocumentComeBeforeItsCollections) {
  std::string date;
  DocumentLine{8, "20070102030405", {}}.append(date);
  std::string collection;
  DocumentLine{8, {}, 2}.append(collection);
  std::string next;
  DocumentLine{9, "19990102030405", {}}.append(next);
  EXPECT_LT(date, collection);
  EXPECT_LT(collection, next);
  EXPECT_EQ(DocumentLine::parse(date).date, "20070102030405");
  EXPECT_EQ(DocumentLine::parse(date).collection, std::nullopt);
  EXPECT_EQ(DocumentLine::parse(collection).collection, 2U);
  EXPECT_EQ(DocumentLine::parse(next).position, 9U);
}

}  // namespace
}  // namespace wax::collection
