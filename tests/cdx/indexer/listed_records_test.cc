// An index that goes by CDX files beside the archives says what one says that
// reads all bodies.
#include <gtest/gtest.h>

#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "cdx/files/neighbour_cdx.h"
#include "cdx/indexer/index_stream.h"
#include "cdx/indexer/indexer_args.h"
#include "tests/lines/stream_text.h"
#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"

namespace wax::cdx {
namespace {

using tests::gzip_member;

constexpr uint64_t kRoom = 64 * 1024 * 1024;

// Text that does not compress well.
std::string odd_body(unsigned seed, size_t size) {
  std::mt19937 random(seed);
  std::string text;
  while (text.size() < size) text += static_cast<char>('!' + random() % 90);
  return text;
}

std::string warc_page(unsigned number, bool with_digest) {
  tests::WarcFields fields;
  fields.uri = "http://a.org/" + std::to_string(number);
  if (with_digest) {
    fields.more = "WARC-Payload-Digest: sha1:" + std::string(31, 'A') +
                  static_cast<char>('A' + number) + "\r\n";
  }
  return tests::warc_record(tests::http_response(odd_body(number, 20'000)),
                            fields);
}

struct ListedIndex {
  std::string lines;
  std::string damaged;
  std::vector<std::string> problems;
  uint64_t listed = 0;
};

class ListedRecordsTest : public ::testing::Test {
 protected:
  [[nodiscard]] ListedIndex indexed(bool use_cdx, unsigned jobs = 1) const {
    ListedIndex all;
    IndexStreamOptions options;
    options.legend.letters = "NbamskrMSVg";
    options.jobs = jobs;
    options.part = 50'000;
    options.damaged = [&](std::string_view lines) { all.damaged += lines; };
    NeighbourCdx listed({archive_}, options.index.spelling(), kRoom);
    if (use_cdx) options.listed = &listed;
    tests::Problems problems;
    IndexReport report;
    all.lines = text_of(
        *index_archives({{archive_, "a.warc.gz"}}, options, problems, report));
    all.problems = problems.ids();
    all.listed = report.counts.listed;
    return all;
  }
  // The CDX file that this program makes, or its lines alone.
  void write_cdx(const std::string& lines, bool states_rules = true) const {
    IndexStreamOptions options;
    options.legend.letters = "NbamskrMSVg";
    folder_.write("a.cdx", (states_rules ? top_lines({}, options)
                                         : " CDX N b a m s k r M S V g\n") +
                               lines);
  }
  void write_archive(const std::string& bytes) const {
    folder_.write("a.warc.gz", bytes);
  }

  tests::TempDir folder_;
  std::string archive_ = folder_ / "a.warc.gz";
};

std::string some_pages(bool with_digest, unsigned count = 10) {
  std::string bytes;
  for (unsigned i = 0; i < count; ++i) {
    bytes += gzip_member(warc_page(i, with_digest));
  }
  return bytes;
}

TEST_F(ListedRecordsTest, BodiesAreSkippedWhereTheLinesAgree) {
  for (bool with_digest : {true, false}) {
    write_archive(some_pages(with_digest));
    const ListedIndex whole = indexed(false);
    write_cdx(whole.lines);
    for (unsigned jobs : {1, 3}) {
      const ListedIndex listed = indexed(true, jobs);
      EXPECT_EQ(listed.lines, whole.lines);
      EXPECT_EQ(listed.listed, 10U);
      EXPECT_TRUE(listed.problems.empty());
    }
  }
}

TEST_F(ListedRecordsTest, ArcRecordsHaveTheDigestsOfTheLines) {
  std::string bytes = gzip_member(tests::arc_filedesc("a.arc.gz"));
  for (unsigned i = 0; i < 5; ++i) {
    bytes +=
        gzip_member(tests::arc_record(tests::http_response(odd_body(i, 20'000)),
                                      "http://a.org/" + std::to_string(i)));
  }
  write_archive(bytes);
  const ListedIndex whole = indexed(false);
  write_cdx(whole.lines);
  const ListedIndex listed = indexed(true);
  EXPECT_EQ(listed.lines, whole.lines);
  EXPECT_EQ(listed.listed, 5U);
}

TEST_F(ListedRecordsTest, FilesOfOtherRulesGiveNoDigests) {
  write_archive(some_pages(false));
  const ListedIndex whole = indexed(false);
  write_cdx(whole.lines, false);
  EXPECT_EQ(indexed(true).lines, whole.lines);
  EXPECT_EQ(indexed(true).listed, 0U);
  write_archive(some_pages(true));
  const ListedIndex stated = indexed(false);
  write_cdx(stated.lines, false);
  EXPECT_EQ(indexed(true).lines, stated.lines);
  EXPECT_EQ(indexed(true).listed, 10U);
}

TEST_F(ListedRecordsTest, WhatALineOmitsIsRead) {
  write_archive(some_pages(true));
  const ListedIndex whole = indexed(false);
  write_cdx(whole.lines.substr(whole.lines.find('\n') + 1));
  EXPECT_EQ(indexed(true).lines, whole.lines);
  EXPECT_EQ(indexed(true).listed, 9U);
  write_cdx("");
  EXPECT_EQ(indexed(true).lines, whole.lines);
  EXPECT_EQ(indexed(true).listed, 0U);
}

TEST_F(ListedRecordsTest, LinesOfAnOtherArchiveOfTheNameAreNotBelieved) {
  write_archive(some_pages(false));
  write_cdx(indexed(false).lines);
  std::string other;
  for (unsigned i = 20; i < 30; ++i) other += gzip_member(warc_page(i, false));
  write_archive(other);
  const ListedIndex whole = indexed(false);
  EXPECT_EQ(indexed(true).lines, whole.lines);
  EXPECT_EQ(indexed(true).listed, 0U);
}

// A line with the length of two records must not hide the second.
TEST_F(ListedRecordsTest, LengthsThatAreWrongLoseNothing) {
  write_archive(some_pages(true));
  const ListedIndex whole = indexed(false);
  std::string lines;
  std::istringstream rest(whole.lines);
  for (std::string line; std::getline(rest, line);) {
    size_t end = line.rfind(' ', line.rfind(' ') - 1);
    size_t begin = line.rfind(' ', end - 1) + 1;
    lines += line.replace(begin, end - begin, "40000") + '\n';
  }
  write_cdx(lines);
  EXPECT_EQ(indexed(true).lines, whole.lines);
  EXPECT_EQ(indexed(true).listed, 0U);
}

TEST_F(ListedRecordsTest, DamageInWhatNoLineListsIsFound) {
  std::string bytes = some_pages(true);
  write_archive(bytes);
  const ListedIndex before = indexed(false);
  bytes[10'000] ^= 0x10;
  write_archive(bytes);
  write_cdx(before.lines.substr(before.lines.find('\n') + 1));
  const ListedIndex whole = indexed(false);
  const ListedIndex listed = indexed(true);
  EXPECT_FALSE(whole.damaged.empty());
  EXPECT_EQ(listed.lines, whole.lines);
  EXPECT_EQ(listed.damaged, whole.damaged);
  EXPECT_EQ(listed.problems, whole.problems);
}

// Whatever lines say, the index has the same captures.
TEST_F(ListedRecordsTest, DamagedLinesChangeNoCapture) {
  std::mt19937 random(20261125);
  write_archive(some_pages(true, 6) + some_pages(false, 6));
  const ListedIndex whole = indexed(false);
  for (int round = 0; round < 200; ++round) {
    std::string lines = whole.lines;
    for (int i = 0; i < 12; ++i) {
      size_t at = random() % lines.size();
      if (lines[at] >= '0' && lines[at] <= '9') {
        lines[at] = static_cast<char>('0' + random() % 10);
      }
    }
    write_cdx(lines, false);
    EXPECT_EQ(indexed(true).lines, whole.lines) << "round " << round;
  }
}

}  // namespace
}  // namespace wax::cdx
