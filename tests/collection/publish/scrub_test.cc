#include "collection/publish/scrub.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "collection/archives/known_files.h"
#include "collection/record/build_folder.h"
#include "collection/record/build_record.h"
#include "collection/record/step.h"
#include "index/store/shard_folder.h"
#include "io/crc32.h"
#include "io/error.h"
#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"

namespace wax::collection {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

TEST(ScrubParts, AreNumbersOrTheNext) {
  EXPECT_EQ(scrub_part_of("3/52").number, 3u);
  EXPECT_EQ(scrub_part_of("3/52").parts, 52u);
  EXPECT_EQ(scrub_part_of("next/1").number, 0u);
  for (const char* wrong : {"", "3", "0/52", "53/52", "-1/2", "a/b", "3/0",
                            "3/", "/3", "1/9999999", "next", "next/0"}) {
    EXPECT_THROW((void)scrub_part_of(wrong), UsageError) << wrong;
  }
}

class ScrubTest : public testing::Test {
 protected:
  ScrubTest() {
    fs::create_directories(folder_ / "out/shards/001/main");
    for (int i = 0; i < 20; ++i) {
      folder_.write("out/shards/001/main/" + std::to_string(i), "bytes");
    }
    fs::create_directories(folder_ / "out/batches/001/segment");
    folder_.write("out/batches/001/segment/documents", "documents");
    record_.batches.emplace_back().name = "001";
    save_build_record(record_, folder_ / "out");
    save_steps(record_.steps, folder_ / "out");
    remember();
  }
  void remember() { KnownFiles(folder_ / "out").remember(record_); }
  // Other bytes of the same number, and the time that it had.
  void damage(const std::string& name) {
    const std::string path = folder_ / name;
    const auto time = fs::last_write_time(path);
    std::ofstream(path) << "other";
    fs::last_write_time(path, time);
  }
  ScrubCounts run(const std::string& part, bool repair = false) {
    problems_ = {};
    return scrub_build(folder_ / "out", scrub_part_of(part), repair, problems_);
  }

  tests::TempDir folder_;
  BuildRecord record_;
  tests::Problems problems_;
};

TEST_F(ScrubTest, PartsTogetherReadEachFileOnce) {
  uint64_t files = 0;
  for (uint64_t i = 1; i <= 3; ++i) {
    const ScrubCounts counts = run("next/3");
    EXPECT_EQ(counts.number, i);
    EXPECT_EQ(counts.parts_read, i);
    EXPECT_EQ(counts.differences, 0u);
    files += counts.files;
  }
  EXPECT_EQ(files, 21u);
  EXPECT_EQ(run("2/3").parts_read, 3u);
  EXPECT_EQ(run("next/4").parts_read, 1u);
}

TEST_F(ScrubTest, DamageIsNamedAndRemovedOnlyWhenAsked) {
  const std::string path = folder_ / "out/shards/001/main/7";
  const auto time = fs::last_write_time(path);
  std::ofstream(path) << "other";
  fs::last_write_time(path, time);
  EXPECT_EQ(run("1/1").removed, 0u);
  ASSERT_EQ(problems_.all.size(), 1u);
  EXPECT_EQ(problems_.all[0].id, "build-damaged");
  EXPECT_EQ(problems_.all[0].file, path);
  EXPECT_THAT(problems_.all[0].text, HasSubstr("out/shards/001, then run"));
  const ScrubCounts counts = run("1/1", true);
  EXPECT_EQ(counts.removed, 1u);
  EXPECT_TRUE(counts.needs_build);
  EXPECT_FALSE(fs::exists(folder_ / "out/shards/001"));
}

TEST_F(ScrubTest, NothingIsRemovedThatCannotBeMadeAgain) {
  damage("out/shards/001/main/7");
  // The shard is made of it, and no archive is left that it is made of.
  damage("out/batches/001/segment/documents");
  const ScrubCounts counts = run("1/1", true);
  EXPECT_EQ(counts.differences, 2u);
  EXPECT_EQ(counts.removed, 0u);
  for (const Problem& problem : problems_.all) {
    EXPECT_THAT(problem.text, testing::Not(HasSubstr("remove")));
  }
  EXPECT_TRUE(fs::exists(folder_ / "out/shards/001/main/7"));
  EXPECT_TRUE(fs::exists(folder_ / "out/batches/001/segment/documents"));
}

TEST_F(ScrubTest, WithoutSumsNothingIsRemoved) {
  std::ofstream(folder_ / "out/build.files") << "damaged";
  const ScrubCounts counts = run("1/1", true);
  EXPECT_EQ(counts.files, 0u);
  EXPECT_EQ(counts.removed, 0u);
  EXPECT_FALSE(counts.needs_build);
  ASSERT_EQ(problems_.all.size(), 1u);
  EXPECT_THAT(problems_.all[0].text, HasSubstr("put back a copy"));
  EXPECT_THROW((void)scrub_build(folder_ / "none", {1, 1}, false, problems_),
               UsageError);
}

TEST_F(ScrubTest, LostSumsAreNotMadeOfWhatIsThere) {
  fs::remove(folder_ / "out/build.files");
  std::ofstream(folder_ / "out/build.steps") << "damaged";
  const ScrubCounts counts = run("1/1", true);
  EXPECT_FALSE(counts.needs_build);
  EXPECT_EQ(counts.removed, 0u);
  EXPECT_EQ(counts.lock, nullptr);
  EXPECT_TRUE(fs::exists(folder_ / "out/build.steps"));
  ASSERT_GE(problems_.all.size(), 1u);
  EXPECT_EQ(problems_.all[0].id, "build-missing");
  EXPECT_EQ(problems_.all[0].file, folder_ / "out/build.files");
}

TEST_F(ScrubTest, LostStepsWaitForArchivesOnServers) {
  // Nobody listens there.
  record_.batches.front().archives = {"http://127.0.0.1:1/a.warc"};
  save_build_record(record_, folder_ / "out");
  remember();
  fs::remove(folder_ / "out/build.steps");
  const ScrubCounts counts = run("1/1", true);
  EXPECT_FALSE(counts.needs_build);
  EXPECT_EQ(counts.lock, nullptr);
}

TEST_F(ScrubTest, LostStepsAreRunAgainOnlyOnAllArchives) {
  folder_.write("a.warc", "archive");
  record_.batches.front().archives = {folder_ / "a.warc"};
  StepRecord read;
  read.inputs[folder_ / "a.warc"] = stamp(folder_ / "a.warc");
  record_.steps.set("001/captures", read);
  save_build_record(record_, folder_ / "out");
  remember();
  fs::remove(folder_ / "out/build.steps");
  EXPECT_TRUE(run("1/1", true).needs_build);
  fs::rename(folder_ / "a.warc", folder_ / "away");
  const ScrubCounts counts = run("1/1", true);
  EXPECT_FALSE(counts.needs_build);
  EXPECT_EQ(counts.lock, nullptr);
  EXPECT_THAT(
      problems_.all[0].text,
      HasSubstr("while an archive is away or damaged, put back a copy"));
}

TEST_F(ScrubTest, NothingIsRemovedThatNoBuildCouldFollow) {
  record_.batches.front().archives = {folder_ / "away"};
  save_build_record(record_, folder_ / "out");
  remember();
  std::ofstream(folder_ / "out/build.steps") << "damaged\n";
  damage("out/shards/001/main/7");
  const ScrubCounts counts = run("1/1", true);
  EXPECT_EQ(counts.differences, 2u);
  EXPECT_EQ(counts.removed, 0u);
  EXPECT_FALSE(counts.needs_build);
  EXPECT_TRUE(counts.unrepaired.contains(folder_ / "out/shards/001/main/7"));
  EXPECT_TRUE(fs::exists(folder_ / "out/shards/001/main/7"));
  EXPECT_TRUE(fs::exists(folder_ / "out/build.steps"));
}

TEST_F(ScrubTest, ARepairHasTheLockOfABuildAndACheckThatOfReaders) {
  damage("out/shards/001/main/7");
  {
    BuildLock none(folder_ / "out");
    none.ended();
  }
  {
    BuildReadLock reader(folder_ / "out");
    EXPECT_EQ(run("1/1").differences, 1u);
  }
  const ScrubCounts counts = run("1/1", true);
  ASSERT_TRUE(counts.needs_build);
  ASSERT_NE(counts.lock, nullptr);
  EXPECT_FALSE(counts.lock->after_failure());
  EXPECT_THROW((void)run("1/1"), UsageError);
}

TEST_F(ScrubTest, ARepairThatStopsAsItReadsIsNoFailedBuild) {
  struct Stop {};
  class Stopping final : public ProblemSink {
    void report(Problem) override { throw Stop(); }
  } stopping;
  damage("out/shards/001/main/7");
  EXPECT_THROW((void)scrub_build(folder_ / "out", {1, 1}, true, stopping),
               Stop);
  EXPECT_FALSE(BuildReadLock(folder_ / "out").after_failure());
  (void)run("1/1", true);
  EXPECT_TRUE(BuildReadLock(folder_ / "out").after_failure());
}

TEST_F(ScrubTest, SearchesHaveThePublishedShardUntilThereIsAnother) {
  const std::string pindexes = index::shards_folder(folder_ / "out");
  fs::create_directories(pindexes + "/001/main");
  fs::create_hard_link(folder_ / "out/shards/001/main/7",
                       pindexes + "/001/main/7");
  index::write_published(pindexes, {"001/main"});
  remember();
  damage("out/shards/001/main/7");
  const ScrubCounts counts = run("1/1", true);
  EXPECT_TRUE(counts.needs_build);
  EXPECT_TRUE(fs::exists(pindexes + "/001/main/7"));
  EXPECT_FALSE(fs::exists(folder_ / "out/shards/001"));
  // So the next build puts other files there, though their names are the same.
  EXPECT_FALSE(index::is_published(pindexes, {"001/main"}));
}

TEST_F(ScrubTest, ACopyThatSearchesReadIsReplacedAsAWhole) {
  const std::string pindexes = index::shards_folder(folder_ / "out");
  fs::create_directories(pindexes + "/001");
  fs::copy(folder_ / "out/shards/001/main", pindexes + "/001/main");
  index::write_published(pindexes, {"001/main"});
  remember();
  std::ofstream(pindexes + "/001/main/7") << "other";
  const ScrubCounts counts = run("1/1", true);
  ASSERT_EQ(problems_.all.size(), 1u);
  EXPECT_EQ(problems_.all[0].file, pindexes + "/001/main/7");
  EXPECT_TRUE(counts.needs_build);
  EXPECT_TRUE(fs::exists(folder_ / "out/shards/001/main/7"));
  EXPECT_TRUE(fs::exists(pindexes + "/001/main/7"));
  EXPECT_FALSE(index::is_published(pindexes, {"001/main"}));
}

TEST_F(ScrubTest, NoDamagedShardTakesThePlaceOfAWholeOne) {
  const std::string out = folder_ / "out";
  const std::string pindexes = index::shards_folder(out);
  fs::create_directories(out + "/shards/002/main");
  folder_.write("out/shards/002/main/words", "words");
  fs::copy(out + "/shards", pindexes, fs::copy_options::recursive);
  index::write_published(pindexes, {"001/main", "002/main"});
  remember();
  // One that searches read, and one of another part that they do not.
  damage("out/shards/002/main/words");
  std::ofstream(pindexes + "/001/main/7") << "other";
  fs::rename(out + "/batches/001/segment", folder_ / "segment");
  const uint64_t part = io::crc32("OUT/shards/001/main/7") % 1000 + 1;
  ScrubCounts counts;
  const auto repair = [&] {
    counts = {};  // its lock
    counts = run(std::to_string(part) + "/1000", true);
  };
  repair();
  EXPECT_FALSE(counts.needs_build);
  EXPECT_EQ(counts.removed, 0u);
  EXPECT_TRUE(index::is_published(pindexes, {"001/main", "002/main"}));
  EXPECT_TRUE(counts.unrepaired.contains(out + "/shards/002/main/words"));
  EXPECT_THAT(problems_.all.back().text,
              HasSubstr("put back a copy of " + pindexes));
  // It can be made again: both are.
  fs::rename(folder_ / "segment", out + "/batches/001/segment");
  repair();
  EXPECT_TRUE(counts.needs_build);
  EXPECT_FALSE(fs::exists(out + "/shards/002"));
  EXPECT_FALSE(index::is_published(pindexes, {"001/main", "002/main"}));
}

TEST_F(ScrubTest, ABuildAfterARepairDoesNotTakeOtherDamageAsRight) {
  fs::create_directories(folder_ / "out/ranks");
  folder_.write("out/ranks/views", "views");
  remember();
  damage("out/shards/001/main/7");
  std::ofstream(folder_ / "out/ranks/views") << "cut";  // has another time
  uint64_t named = 0;
  for (uint64_t part = 1; part <= 3; ++part) {
    const ScrubCounts counts = run(std::to_string(part) + "/3", true);
    for (const Problem& problem : problems_.all) {
      named += problem.file == folder_ / "out/ranks/views" ? 1 : 0;
    }
    KnownFiles(folder_ / "out").remember(record_, counts.unrepaired);
  }
  EXPECT_EQ(named, 3u);
}

}  // namespace
}  // namespace wax::collection
