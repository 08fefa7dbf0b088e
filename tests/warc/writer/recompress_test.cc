#include "warc/writer/recompress.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "io/error.h"
#include "io/inputs/input_files.h"
#include "tests/support/archives.h"
#include "tests/support/shared.h"
#include "tests/support/temp_dir.h"
#include "warc/reader/reader.h"

namespace wax::warc {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using tests::Problems;

std::string page(const std::string& body) {
  return tests::warc_record(tests::http_response(body));
}

class Recompress : public testing::Test {
 protected:
  std::string recompressed(std::string_view bytes,
                           const RecompressOptions& options = {}) {
    problems_.all.clear();
    std::string out;
    auto output = io::open_memory(out);
    counts_ = recompress(directory_.write("a", bytes), "b", *output, options,
                         problems_);
    EXPECT_EQ(counts_.bytes_out, out.size());
    return out;
  }
  static RecompressOptions plain() {
    RecompressOptions options;
    options.compression = io::Compression::kNone;
    return options;
  }
  static RecompressOptions repairing() {
    RecompressOptions options = plain();
    options.repair = true;
    return options;
  }

  tests::TempDir directory_;
  Problems problems_;
  RecompressCounts counts_;
};

TEST_F(Recompress, ARecordWithoutALengthGetsOneWhenRepaired) {
  std::string one = tests::warc_record("one");
  std::string length = "Content-Length: 3\r\n";
  for (const char* stated : {"", "Content-Length: x\r\n"}) {
    std::string odd = one;
    odd.replace(odd.find(length), length.size(), stated);
    std::string members = tests::gzip_member(odd) + tests::gzip_member(one);
    EXPECT_THROW(recompressed(members, plain()), FormatError);
    EXPECT_EQ(recompressed(members, repairing()), one + one);
    EXPECT_EQ(counts_.written, 2u);
    // Without a record trailer all of it is the block.
    odd.resize(odd.size() - 4);
    EXPECT_EQ(recompressed(tests::gzip_member(odd), repairing()), one);
  }
}

TEST_F(Recompress, EveryRecordBecomesAMemberAndNothingElseChanges) {
  std::string records = page("one") + page("two") + page("three");
  EXPECT_EQ(recompressed(records, plain()), records);
  std::string members = tests::gzip_member(page("one")) +
                        tests::gzip_member(page("two")) +
                        tests::gzip_member(page("three"));
  EXPECT_EQ(recompressed(records), members);
  EXPECT_EQ(recompressed(members, plain()), records);
  EXPECT_EQ(recompressed(members, repairing()), records);
  EXPECT_EQ(counts_.read, 3u);
  EXPECT_EQ(counts_.written, 3u);
}

TEST_F(Recompress, OneMemberIsSplit) {
  std::string records = page("one") + page("two");
  EXPECT_EQ(recompressed(tests::gzip_member(records)),
            tests::gzip_member(page("one")) + tests::gzip_member(page("two")));
  ASSERT_THAT(problems_.ids(), ElementsAre("gzip-not-per-record"));
  EXPECT_EQ(problems_.all[0].severity, Severity::kNote);
}

TEST_F(Recompress, AnArcStaysAnArcUnlessItIsConverted) {
  std::string arc = tests::arc_filedesc("a.arc") +
                    tests::arc_record(tests::http_response("waxwing"));
  EXPECT_EQ(recompressed(arc, plain()), arc);
  RecompressOptions options = plain();
  options.to_warc = true;
  EXPECT_TRUE(recompressed(arc, options).starts_with("WARC/1.1\r\n"));
  EXPECT_EQ(counts_.written, 2u);
}

TEST_F(Recompress, ADamagedFileIsRefused) {
  std::string records = page("one") + page("two");
  for (size_t cut : {size_t{5}, size_t{60}, page("two").size() - 10}) {
    std::string_view bytes(records.data(), records.size() - cut);
    EXPECT_THROW(recompressed(bytes), FormatError) << cut;
  }
  EXPECT_THROW(recompressed("nothing"), FormatError);
  EXPECT_THROW(recompressed(""), FormatError);
  EXPECT_THROW(recompressed("", repairing()), FormatError);
}

TEST_F(Recompress, RepairKeepsAllWholeRecords) {
  std::string one = page("one");
  std::string two = page("two");
  std::string three = page("three");
  std::string cut = two.substr(0, two.size() - 20);
  EXPECT_EQ(recompressed(one + cut, repairing()), one);
  EXPECT_THAT(problems_.ids(), ElementsAre("warc-truncated-record"));
  EXPECT_EQ(counts_.dropped, 1u);
  EXPECT_EQ(recompressed(one + cut + "\r\n" + three, repairing()), one + three);
  EXPECT_EQ(recompressed(one + "junk\r\n" + three, repairing()), one + three);
  EXPECT_THAT(problems_.ids(), testing::Not(IsEmpty()));

  std::string bad = tests::gzip_member(two);
  bad[bad.size() / 2] = static_cast<char>(bad[bad.size() / 2] ^ 0x55);
  EXPECT_EQ(
      recompressed(tests::gzip_member(one) + bad + tests::gzip_member(three),
                   repairing())
          .substr(0, one.size()),
      one);
  EXPECT_TRUE(
      recompressed(tests::gzip_member(one) + bad + tests::gzip_member(three),
                   repairing())
          .ends_with(three));
}

TEST_F(Recompress, AMemberWithoutItsEndIsKeptByRepair) {
  std::string member = tests::gzip_member(page("one"));
  member.resize(member.size() - 4);
  EXPECT_EQ(recompressed(member, repairing()), page("one"));
  EXPECT_THAT(problems_.ids(), ElementsAre("gzip-bad-checksum"));
  EXPECT_THROW(recompressed(member), FormatError);
}

TEST_F(Recompress, RepairKeepsAllRecordsBeforeACut) {
  std::string one = page("one");
  std::string records = one + page("two");
  for (size_t size = one.size(); size < records.size() - 4; ++size) {
    EXPECT_EQ(recompressed(records.substr(0, size), repairing()), one) << size;
  }
}

TEST(RecompressedName, HasTheEndingsThatFit) {
  struct Case {
    const char* path;
    io::Compression compression;
    bool to_warc;
    const char* name;
  };
  for (const Case& c :
       {Case{"x/a.warc.gz", io::Compression::kZstd, false, "a.warc.zst"},
        {"a.warc", io::Compression::kGzip, false, "a.warc.gz"},
        {"a.warc.zst", io::Compression::kNone, false, "a.warc"},
        {"a.arc.gz", io::Compression::kGzip, true, "a.warc.gz"},
        {"a.arc.gz", io::Compression::kGzip, false, "a.arc.gz"},
        {"a.warc", io::Compression::kNone, true, "a.warc"},
        {"b.wacz!/archive/a.warc.gz", io::Compression::kNone, false, "a.warc"},
        {"-", io::Compression::kGzip, false, "stdin.warc.gz"}}) {
    RecompressOptions options;
    options.compression = c.compression;
    options.to_warc = c.to_warc;
    EXPECT_EQ(recompressed_name(c.path, options), c.name);
  }
}

TEST(RecompressOptions, MayNotContradictEachOther) {
  EXPECT_NO_THROW(RecompressOptions().check());
  RecompressOptions level;
  level.compression = io::Compression::kNone;
  level.level = 3;
  RecompressOptions dictionary;
  dictionary.dictionary = true;
  RecompressOptions date;
  date.date = "no date";
  EXPECT_THROW(level.check(), UsageError);
  EXPECT_THROW(dictionary.check(), UsageError);
  EXPECT_THROW(date.check(), UsageError);
}

TEST(RecompressedFiles, AreOnePerArchiveInTheFolder) {
  EXPECT_EQ(recompressed_files({"x/a.warc", "b.warc.zst"}, "new", {}),
            (std::vector<std::string>{"new/a.warc.gz", "new/b.warc.gz"}));
  EXPECT_THROW(
      static_cast<void>(recompressed_files({"x/a.warc", "a.warc.gz"}, "n", {})),
      UsageError);
}

// A record that states another length than it has.
std::string with_length(const std::string& record, int more) {
  std::string name = "Content-Length: ";
  size_t at = record.find(name) + name.size();
  size_t end = record.find('\r', at);
  int length = std::stoi(record.substr(at, end - at)) + more;
  return record.substr(0, at) + std::to_string(length) + record.substr(end);
}

TEST_F(Recompress, RepairCorrectsALengthWhereTheEndIsCertain) {
  std::string one = page("one");
  std::string two = page("the second page");
  std::string three = page("three");
  for (int more : {-9, -1, 1, 2, 3, 7, 30, 100000}) {
    std::string wrong = with_length(two, more);
    std::string plain_file = one + wrong + three;
    std::string members = tests::gzip_member(one) + tests::gzip_member(wrong) +
                          tests::gzip_member(three);
    for (const std::string& file : {plain_file, members}) {
      EXPECT_EQ(recompressed(file, repairing()), one + two + three) << more;
      EXPECT_EQ(counts_.repaired, 1u) << more;
      EXPECT_EQ(counts_.dropped, 0u);
      ASSERT_FALSE(problems_.all.empty());
      for (const Problem& problem : problems_.all) {
        EXPECT_NE(problem.severity, Severity::kLost) << problem.text;
      }
    }
    if (more < 1 || more > 4) {
      EXPECT_THROW(recompressed(members), FormatError) << more;
    }
  }
  std::string none = two;
  none.replace(none.find("Content-Length"), 14, "Content-Lungth");
  recompressed(tests::gzip_member(one) + tests::gzip_member(none), repairing());
  EXPECT_EQ(counts_.repaired, 1u);
}

TEST_F(Recompress, RepairTakesARecordThatFillsAMemberAsWhole) {
  std::string one = page("one");
  std::string two = page("the second page");
  std::string open = two.substr(0, two.size() - 4);
  for (int more : {-9, -1, 0, 1, 2, 3, 4, 5, 100000}) {
    std::string wrong = tests::gzip_member(with_length(open, more));
    for (const std::string& next : {std::string(), one}) {
      std::string file = tests::gzip_member(one) + wrong +
                         (next.empty() ? next : tests::gzip_member(next));
      EXPECT_EQ(recompressed(file, repairing()), one + two + next) << more;
      EXPECT_EQ(counts_.repaired, more == 0 ? 0u : 1u) << more;
      EXPECT_EQ(counts_.dropped, 0u);
    }
    // Where the member is not its own, or has no end, nothing says where the
    // block ends.
    if (more <= 0) continue;
    recompressed(tests::gzip_member(one + with_length(open, more)),
                 repairing());
    EXPECT_EQ(counts_.dropped, 1u);
    wrong.resize(wrong.size() - 9);
    recompressed(tests::gzip_member(one) + wrong, repairing());
    EXPECT_EQ(counts_.dropped, 1u);
  }
}

TEST_F(Recompress, RepairCorrectsLengthsOfArcs) {
  std::string head = tests::arc_filedesc("a.arc");
  std::string good = tests::arc_record("HTTP/1.0 200 OK\r\n\r\nabcdef");
  std::string wrong = good;
  wrong.replace(wrong.find(" 25\n"), 3, " 22");
  ASSERT_NE(wrong, good);
  std::string file = tests::gzip_member(head) + tests::gzip_member(wrong) +
                     tests::gzip_member(good);
  EXPECT_EQ(recompressed(file, repairing()), head + good + good);
  RecompressOptions options = repairing();
  options.to_warc = true;
  std::string warc = recompressed(file, options);
  EXPECT_EQ(counts_.written, 3u);
  EXPECT_NE(warc.find("abcdef"), std::string::npos);
}

TEST_F(Recompress, ARecordWithoutADateIsLostUnlessOneIsGiven) {
  std::string head = tests::arc_filedesc("a.arc");
  std::string record = tests::arc_record("abc", "http://x/", "xx");
  RecompressOptions options = plain();
  options.to_warc = true;
  // The file has a date.
  recompressed(head + record, options);
  EXPECT_EQ(counts_.written, 2u);
  // It has none.
  std::string dated = tests::arc_record("abc", "http://y/", "20010203040506");
  EXPECT_THROW(recompressed(record + dated, options), FormatError);
  options.repair = true;
  std::string warc = recompressed(record + dated, options);
  EXPECT_EQ(counts_.written, 1u);
  EXPECT_EQ(counts_.dropped, 1u);
  EXPECT_EQ(warc.find("1970"), std::string::npos);
  EXPECT_THAT(problems_.ids(), ElementsAre("odd-date"));
  EXPECT_EQ(problems_.all[0].severity, Severity::kLost);
  options.repair = false;
  options.date = "2001-02";
  warc = recompressed(record + dated, options);
  EXPECT_EQ(counts_.written, 2u);
  EXPECT_NE(warc.find("WARC-Date: 2001-02\r\n"), std::string::npos);
}

TEST_F(Recompress, ARoundTripGivesTheSameBytes) {
  std::string records;
  for (int i = 0; i < 500; ++i) records += page(std::to_string(i * 7919));
  RecompressOptions zstd;
  zstd.compression = io::Compression::kZstd;
  std::string gzip = recompressed(records);
  std::string frames = recompressed(gzip, zstd);
  zstd.dictionary = true;
  std::string trained = recompressed(frames, zstd);
  EXPECT_LT(trained.size(), frames.size());
  zstd.jobs = 4;
  EXPECT_TRUE(recompressed(frames, zstd) == trained);
  EXPECT_TRUE(recompressed(trained, plain()) == records);
  RecompressOptions several;
  several.jobs = 3;
  EXPECT_TRUE(recompressed(trained, several) == gzip);
}

TEST_F(Recompress, ARoundTripGivesTheSameBytesForOtherSystems) {
  auto folder = tests::shared_file("archives");
  if (!folder) GTEST_SKIP() << tests::kNoShared;
  RecompressOptions zstd;
  zstd.compression = io::Compression::kZstd;
  size_t intact = 0;
  for (const auto& entry : std::filesystem::directory_iterator(*folder)) {
    std::string name = entry.path().filename().string();
    if (!io::is_archive_name(name)) continue;
    SCOPED_TRACE(name);
    std::string stored = tests::read_file(entry.path().string());
    std::string records;
    try {
      records = recompressed(stored, plain());
    } catch (const FormatError&) {
      continue;  // damaged
    }
    ++intact;
    std::string gzip = recompressed(stored);
    std::string back = recompressed(recompressed(gzip, zstd), plain());
    EXPECT_TRUE(back == records);
    EXPECT_TRUE(recompressed(back) == gzip);
  }
  EXPECT_GT(intact, 50u);
}

}  // namespace
}  // namespace wax::warc
