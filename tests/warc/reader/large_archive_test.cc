// Sizes that must not matter: memory stays small, time linear.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"
#include "warc/reader/member_reader.h"

namespace wax::warc {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using tests::gzip_member;
using tests::memory_file;
using tests::Problems;
using tests::warc_record;

// `front`, `filler` over and over for `middle` bytes, and `back`.
class SyntheticFile final : public io::FileSource {
 public:
  SyntheticFile(std::string front, std::string_view filler, uint64_t middle,
                std::string back)
      : front_(std::move(front)), middle_(middle), back_(std::move(back)) {
    while (block_.size() < 2 * kBlock) block_ += filler;
    period_ = filler.size();
  }

  std::string_view peek(size_t at_least) override {
    uint64_t front = front_.size();
    uint64_t all = front + middle_ + back_.size();
    if (at_least <= kBlock && offset_ >= front &&
        offset_ + kBlock <= front + middle_) {
      auto phase = static_cast<size_t>((offset_ - front) % period_);
      return std::string_view(block_).substr(phase, kBlock);
    }
    uint64_t end = std::min(offset_ + at_least, all);
    if (offset_ < window_at_ || end > window_at_ + window_.size()) {
      window_.clear();
      window_at_ = offset_;
      end = std::min(offset_ + std::max(at_least, 2 * kBlock), all);
      for (uint64_t at = offset_; at < end; ++at) window_ += byte(at);
    }
    return std::string_view(window_).substr(
        static_cast<size_t>(offset_ - window_at_));
  }
  void consume(size_t n) override { offset_ += n; }
  const std::string& path() const override { return path_; }
  uint64_t offset() const override { return offset_; }
  bool size(uint64_t&) const override { return false; }
  bool seek(uint64_t offset) override {
    offset_ = offset;
    return true;
  }

 private:
  static constexpr size_t kBlock = 64 * 1024;

  char byte(uint64_t at) const {
    if (at < front_.size()) return front_[static_cast<size_t>(at)];
    at -= front_.size();
    if (at < middle_) return block_[static_cast<size_t>(at % period_)];
    return back_[static_cast<size_t>(at - middle_)];
  }

  std::string front_;
  std::string block_;
  size_t period_ = 1;
  uint64_t middle_;
  std::string back_;
  std::string window_;
  uint64_t window_at_ = 0;
  std::string path_ = "synthetic";
  uint64_t offset_ = 0;
};

long peak_kib() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

struct Totals {
  int records = 0;
  uint64_t bytes = 0;
};

Totals read_all(std::unique_ptr<io::FileSource> file, ProblemSink& problems) {
  auto reader = open_archive(std::move(file), problems);
  Totals totals;
  Record record;
  while (reader->next(record)) {
    ++totals.records;
    totals.bytes += io::skip(*record.body, UINT64_MAX);
  }
  return totals;
}

constexpr long kMemory = 40 * 1024;

TEST(LargeArchive, ATwelveGigabyteRecordNeedsNoMemory) {
#ifdef WAX_WITH_SANITIZERS
  GTEST_SKIP() << "12 GB take minutes with sanitizers";
#endif
  constexpr uint64_t kSize = 12'000'000'000;
  std::string header = warc_record("");
  header.resize(header.size() - 4);
  header.replace(header.find("Length: 0"), 9,
                 "Length: " + std::to_string(kSize));
  long before = peak_kib();
  Problems problems;
  auto totals = read_all(
      std::make_unique<SyntheticFile>(header, "01234567\n89abcde", kSize,
                                      "\r\n\r\n" + warc_record("two")),
      problems);
  EXPECT_EQ(totals.records, 2);
  EXPECT_EQ(totals.bytes, kSize + 3);
  EXPECT_THAT(problems.ids(), IsEmpty());
  EXPECT_LT(peak_kib() - before, kMemory);
}

TEST(LargeArchive, AHeaderLineWithoutEndIsPassedOver) {
  long before = peak_kib();
  Problems problems;
  auto totals =
      read_all(std::make_unique<SyntheticFile>(
                   warc_record("one") + "WARC/1.0\r\nWARC-Type: ", "x",
                   50'000'000, "\r\n\r\nblock\r\n\r\n" + warc_record("two")),
               problems);
  EXPECT_EQ(totals.records, 2);
  EXPECT_THAT(problems.ids(), ElementsAre("warc-bad-header"));
  EXPECT_LT(peak_kib() - before, kMemory);
}

TEST(LargeArchive, AHundredThousandFieldsAreRead) {
  std::string many;
  for (int i = 0; i < 100'000; ++i) {
    many += "X-Field-" + std::to_string(i) + ": text\r\n";
  }
  std::string file = warc_record("one", {.more = many}) + warc_record("two");
  long before = peak_kib();
  Problems problems;
  auto totals = read_all(memory_file(file), problems);
  EXPECT_EQ(totals.records, 2);
  EXPECT_THAT(problems.ids(), IsEmpty());
  EXPECT_LT(peak_kib() - before, kMemory);
}

TEST(LargeArchive, AnArcLineWithoutEndIsPassedOver) {
  Problems problems;
  auto totals = read_all(std::make_unique<SyntheticFile>(
                             tests::arc_record("one") + "http://example.org/",
                             "x ", 50'000'000, "\n" + tests::arc_record("two")),
                         problems);
  EXPECT_EQ(totals.records, 2);
  EXPECT_THAT(problems.ids(), ElementsAre("arc-bad-header"));
}

TEST(LargeArchive, AGzipBombStreams) {
  std::string bomb =
      gzip_member(warc_record(std::string(100'000'000, '\0')), 9);
  std::string file = bomb + gzip_member(warc_record("two"));
  long before = peak_kib();
  Problems problems;
  auto totals = read_all(memory_file(file), problems);
  EXPECT_EQ(totals.records, 2);
  EXPECT_EQ(totals.bytes, 100'000'003);
  EXPECT_THAT(problems.ids(), IsEmpty());
  EXPECT_LT(peak_kib() - before, kMemory);
}

struct Hostile {
  std::string name;
  std::string front;
  std::string filler;
};

class HostileArchive : public testing::TestWithParam<Hostile> {};

// Each of these invites a search that begins again at every byte. A quadratic
// one would take hours for this size.
TEST_P(HostileArchive, TakesLinearTime) {
  Problems problems;
  auto totals =
      read_all(std::make_unique<SyntheticFile>(
                   GetParam().front, GetParam().filler, 1'000'000, "\n"),
               problems);
  EXPECT_LE(totals.records, 1);
  EXPECT_FALSE(problems.all.empty());
}

std::vector<Hostile> hostile_archives() {
  using namespace std::string_literals;
  std::string one = warc_record("one");
  std::string truncated = gzip_member(one);
  truncated.resize(40);
  return {
      {"BlankLines", one + "junk", "\n"},
      {"AlmostVersionLines", one, "\nWARC/1.x"},
      {"AlmostArcLines", tests::arc_record("one"), "\nhttp://a 1.2.3.4 2001"},
      {"OpenArcLine", tests::arc_record("one") + "\nhttp:", "x"},
      {"GzipMagics", gzip_member(one), "\x1f\x8b\x08\0"s},
      {"GzipHeaders", gzip_member(one), "\x1f\x8b\x08\0\0\0\0\0\0\3"s},
      {"GzipNamesWithoutEnd", gzip_member(one), "\x1f\x8b\x08\x08"s},
      {"CutMembers", gzip_member(one), truncated},
      {"NoArchive", "no archive\n", "\x1f\x8b\x08\0 http://a.org WARC/\n"s},
  };
}

INSTANTIATE_TEST_SUITE_P(Kinds, HostileArchive,
                         testing::ValuesIn(hostile_archives()),
                         [](const auto& kind) { return kind.param.name; });

// Too long to be read here: a hundred gigabytes, and a hole where the body is.
TEST(LargeArchive, ABodyThatNobodyReadsIsPassedOver) {
  constexpr uint64_t kSize = 100'000'000'000;
  std::string header = warc_record("");
  header.resize(header.size() - 4);
  header.replace(header.find("Length: 0"), 9,
                 "Length: " + std::to_string(kSize));
  std::string last = warc_record("last");
  tests::TempDir folder;
  std::string path = folder.write("a.warc", header);
  std::filesystem::resize_file(path, header.size() + kSize);
  std::ofstream(path, std::ios::app) << "\r\n\r\n" << last;
  Problems problems;
  auto reader = open_archive(path, problems);
  Record record;
  ASSERT_TRUE(reader->next(record));
  ASSERT_TRUE(reader->next(record));
  EXPECT_EQ(record.offset, header.size() + kSize + 4);
  reader->finish();
  EXPECT_EQ(reader->boundary(), record.offset + last.size());
  EXPECT_THAT(problems.ids(), IsEmpty());
}

TEST(LargeArchive, ABodyThatIsCutIsNotPassedOver) {
  tests::TempDir folder;
  std::string bytes = warc_record(std::string(4'000'000, 'x'));
  bytes.resize(3'999'999);
  Problems problems;
  auto reader = open_archive(folder.write("a.warc", bytes), problems);
  Record record;
  ASSERT_TRUE(reader->next(record));
  reader->finish();
  EXPECT_FALSE(reader->intact());
  EXPECT_THAT(problems.ids(), ElementsAre("warc-truncated-record"));
}

}  // namespace
}  // namespace wax::warc
