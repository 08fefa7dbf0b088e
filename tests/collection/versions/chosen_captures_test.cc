#include "collection/versions/chosen_captures.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "index/store/key_file.h"
#include "lines/line_stream.h"
#include "tests/support/temp_dir.h"

namespace wax::collection {
namespace {

using testing::ElementsAre;
using tests::TempDir;

struct TestCapture {
  CaptureKind kind;
  std::string date;
  uint64_t position;
  uint64_t collection = 0;
  std::string digest = "sha1:A";
};

std::unique_ptr<lines::LineStream> stream_of(std::vector<std::string> lines) {
  std::sort(lines.begin(), lines.end());
  return lines::made_lines(
      [lines, next = size_t{0}](std::string& line) mutable {
        if (next == lines.size()) return false;
        line = lines[next++];
        return true;
      });
}

// "position: dates | collections;" of each document.
std::string documents_of(const std::vector<TestCapture>& captures,
                         uint64_t& matched) {
  std::vector<std::string> lines;
  for (const TestCapture& one : captures) {
    std::string& line = lines.emplace_back();
    index::append_version(line, "org,example)/", one.digest);
    CaptureLine capture;
    capture.date = one.date;
    capture.kind = one.kind;
    capture.position = one.position;
    capture.collection = one.collection;
    capture.append_rest(line);
  }
  const std::vector<std::string> no_segments;
  RevisitedVersions revisited(no_segments, {});
  const bool no_text = false;
  RenderedTexts rendered(no_segments, 0, no_text, {});
  ChosenCaptures chosen(stream_of(lines), revisited, rendered, matched);
  std::vector<std::string> made;
  for (std::string line; chosen(line);) made.push_back(line);
  ChosenDocuments documents(stream_of(made));
  std::string found;
  std::vector<std::string> dates;
  std::vector<uint64_t> collections;
  while (documents.position() != UINT64_MAX) {
    found += std::to_string(documents.position()) + ':';
    documents.read(dates, collections);
    for (const std::string& date : dates) found += ' ' + date.substr(0, 4);
    for (uint64_t number : collections) found += " c" + std::to_string(number);
    found += ';';
  }
  return found;
}

TEST(ChosenCaptures, AreTheEarliestWholeOnesWithAllDates) {
  uint64_t matched = 0;
  EXPECT_EQ(documents_of({{CaptureKind::kTruncated, "20060101000000", 0},
                          {CaptureKind::kWhole, "20080101000000", 1},
                          {CaptureKind::kWhole, "20070101000000", 2},
                          {CaptureKind::kRevisit, "20090101000000", 3},
                          {CaptureKind::kWhole, "20070101000000", 9}},
                         matched),
            "2: 2006 2007 2008 2009;");
  EXPECT_EQ(matched, 1U);
}

TEST(ChosenCaptures, OfCutOnesAreTheEarliest) {
  uint64_t matched = 0;
  EXPECT_EQ(documents_of({{CaptureKind::kTruncated, "20080101000000", 0},
                          {CaptureKind::kTruncated, "20070101000000", 5}},
                         matched),
            "5: 2007 2008;");
}

TEST(ChosenCaptures, AVersionElsewhereIsNoDocumentOfItsRevisits) {
  uint64_t matched = 0;
  EXPECT_EQ(
      documents_of({{CaptureKind::kRevisit, "20080101000000", 0, 0, "sha1:A"},
                    {CaptureKind::kElsewhere, "20070101000000", 7, 0, "sha1:A"},
                    {CaptureKind::kRevisit, "20090101000000", 1, 0, "sha1:B"},
                    {CaptureKind::kDateOnly, "20090101000000", 2, 0, "sha1:C"}},
                   matched),
      "1: 2009;");
  EXPECT_EQ(matched, 0U);
}

TEST(ChosenCaptures, CollectionsAreNamedWhenThereAreSeveral) {
  uint64_t matched = 0;
  EXPECT_EQ(
      documents_of({{CaptureKind::kWhole, "20070101000000", 0, 2, "sha1:A"},
                    {CaptureKind::kWhole, "20080101000000", 1, 0, "sha1:A"},
                    {CaptureKind::kWhole, "20090101000000", 2, 1, "sha1:A"},
                    {CaptureKind::kWhole, "20070101000000", 3, 2, "sha1:B"}},
                   matched),
      "0: 2007 2008 2009 c1 c2;3: 2007;");
}

}  // namespace
}  // namespace wax::collection
