#include "cdx/index_stream.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <random>

#include "cdx/profile.h"
#include "tests/support/archives.h"
#include "tests/support/shared.h"
#include "tests/support/temp_dir.h"
#include "warc/io/error.h"

namespace wax::cdx {
namespace {

using test::gzip_member;
using test::http_response;
using test::Problems;
using test::warc_record;

class IndexStreamTest : public testing::Test {
 protected:
  void add(const std::string& name, std::string_view bytes) {
    inputs_.push_back({directory_.write(name, bytes), name});
  }
  // Archives of many sizes, some damaged, some not there.
  void add_many() {
    for (int i = 0; i < 20; ++i) {
      std::string bytes;
      for (int k = 0; k < i * i * 10; ++k) {
        bytes +=
            warc_record(http_response("x"), {.date = k % 7 == 0 ? "never"
                                                                : "2014-01-01T"
                                                                  "00:00:00Z"});
      }
      add("a" + std::to_string(i), bytes);
    }
    inputs_.push_back({directory_ / "missing", "missing"});
    add("junk", "no archive");
    add("last", warc_record(http_response("x")));
  }
  std::string text(unsigned jobs, uint64_t part = 1000) {
    IndexStreamOptions options;
    options.jobs = jobs;
    options.part = part;
    options.legend.letters = "gVb";
    problems_.all.clear();
    report_ = {};
    auto stream = index_archives(inputs_, options, problems_, report_);
    std::string all;
    std::string_view line;
    while (stream->next(line)) all.append(line).append("\n");
    return all;
  }

  tests::TempDir directory_;
  std::vector<ArchiveInput> inputs_;
  Problems problems_;
  IndexReport report_;
};

TEST_F(IndexStreamTest, IsTheSameForAnyNumberOfJobs) {
  add_many();
  std::string one = text(1);
  std::vector<std::string> ids = problems_.ids();
  EXPECT_EQ(report_.files, 23u);
  EXPECT_EQ(report_.failed_files, 1u);
  EXPECT_EQ(report_.counts.written, 24701u);
  for (unsigned jobs : {2u, 3u, 16u, 100u}) {
    EXPECT_EQ(text(jobs), one) << jobs;
    EXPECT_EQ(problems_.ids(), ids) << jobs;
    EXPECT_EQ(report_.counts.written, 24701u);
  }
}

// One file, cut into parts of any size, some at members that are stored in a
// record, with damage anywhere.
TEST_F(IndexStreamTest, IsTheSameForPartsOfADamagedFile) {
  std::mt19937 random(8);
  std::string inner;
  for (int i = 0; i < 5; ++i) {
    inner += gzip_member(warc_record(http_response("inner")));
  }
  std::string whole;
  for (int i = 0; i < 40; ++i) {
    std::string body = i % 8 == 3 ? inner : std::string(i * 9, 'x');
    std::string record = warc_record(http_response(body),
                                     {.type = i % 5 ? "response" : "other"});
    if (i % 16 == 12) record += record;
    // What cannot be compressed holds its members as they are.
    whole += gzip_member(record, i % 8 == 3 ? 0 : 6);
    if (i % 11 == 7) whole += gzip_member("");
  }
  for (int round = 0; round < 100; ++round) {
    std::string bytes = whole;
    if (round % 3 == 1) bytes[random() % bytes.size()] ^= 4;
    if (round % 3 == 2) bytes.erase(random() % bytes.size(), random() % 300);
    inputs_.clear();
    add("damaged", bytes);
    std::string one = text(1);
    auto ids = problems_.ids();
    uint64_t read = report_.counts.read;
    auto skipped = report_.counts.skipped;
    for (unsigned jobs : {2u, 3u}) {
      uint64_t part = 1 + random() % (random() % 2 ? 300 : 3000);
      SCOPED_TRACE("round " + std::to_string(round) + ", parts of " +
                   std::to_string(part));
      EXPECT_EQ(text(jobs, part), one);
      EXPECT_EQ(problems_.ids(), ids);
      EXPECT_EQ(report_.counts.read, read);
      EXPECT_EQ(report_.counts.skipped, skipped);
      EXPECT_EQ(report_.files, 1u);
    }
  }
}

TEST_F(IndexStreamTest, IsTheSameForPartsOfOtherSystemsArchives) {
  auto folder = tests::shared_file("archives");
  if (!folder) GTEST_SKIP() << tests::kNoShared;
  for (const auto& entry : std::filesystem::directory_iterator(*folder)) {
    if (entry.path().extension() != ".gz") continue;
    SCOPED_TRACE(entry.path().string());
    inputs_ = {{entry.path().string(), "name"}};
    std::string one = text(1);
    auto ids = problems_.ids();
    for (uint64_t part : {entry.file_size() / 40 + 1, entry.file_size() / 3}) {
      EXPECT_EQ(text(2, part), one);
      EXPECT_EQ(problems_.ids(), ids);
    }
  }
}

TEST_F(IndexStreamTest, GoesOnBehindAFileThatIsNotThere) {
  inputs_.push_back({directory_ / "missing", "missing"});
  add("a", warc_record(http_response("x")));
  EXPECT_EQ(text(1), "a 0 20140103030321\n");
  EXPECT_THAT(problems_.ids(), testing::ElementsAre("unreadable-archive"));
}

TEST_F(IndexStreamTest, ListsTheCapturesOfDamagedRecords) {
  const test::WarcFields stated{
      .more = "WARC-Payload-Digest: sha1:B2LTWWPUOYAH7UIPQ7ZUPQ4VMBSVC36A\r\n"};
  std::string whole =
      test::gzip_member(warc_record(http_response("x"), stated));
  std::string bad_sum = whole;
  bad_sum[bad_sum.size() - 5] ^= 1;
  add("sum", whole + bad_sum + whole);
  add("cut", whole.substr(0, whole.size() - 30));
  IndexStreamOptions options;
  options.legend.letters = "Nbk";
  std::string damaged;
  options.damaged = [&](std::string_view lines) { damaged += lines; };
  for (unsigned jobs : {1U, 2U}) {
    options.jobs = jobs;
    damaged.clear();
    auto stream = index_archives(inputs_, options, problems_, report_);
    std::string_view line;
    int lines = 0;
    while (stream->next(line)) ++lines;
    EXPECT_EQ(lines, 4);
    const std::string one =
        "org,example)/ sha1:B2LTWWPUOYAH7UIPQ7ZUPQ4VMBSVC36A 20140103030321\n";
    EXPECT_EQ(damaged, one + one);
  }
}

TEST_F(IndexStreamTest, MayBeLeftBeforeItsEnd) {
  add_many();
  IndexStreamOptions options;
  options.jobs = 4;
  auto stream = index_archives(inputs_, options, problems_, report_);
  std::string_view line;
  EXPECT_TRUE(stream->next(line));
}

TEST_F(IndexStreamTest, RefusesALegendThatCannotBeFilled) {
  IndexStreamOptions options;
  options.legend.letters = "Nt";
  EXPECT_THROW((void)index_archives(inputs_, options, problems_, report_),
               UsageError);
}

}  // namespace
}  // namespace wax::cdx
