#include "collection/publish/scrub.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "collection/archives/known_files.h"
#include "collection/record/build_record.h"
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
  for (const char* wrong :
       {"", "3", "0/52", "53/52", "-1/2", "a/b", "3/0", "3/", "/3", "1/9999999",
        "next", "next/0"}) {
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
    BuildRecord record;
    record.batches.emplace_back().name = "001";
    save_build_record(record, folder_ / "out");
    save_steps(record.steps, folder_ / "out");
    KnownFiles(folder_ / "out").remember(record);
  }
  ScrubCounts run(const std::string& part, bool repair = false) {
    problems_ = {};
    return scrub_build(folder_ / "out", scrub_part_of(part), repair, problems_);
  }

  tests::TempDir folder_;
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
  auto damage = [&](const std::string& name) {
    const std::string path = folder_ / name;
    const auto time = fs::last_write_time(path);
    std::ofstream(path) << "other";
    fs::last_write_time(path, time);
  };
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
  EXPECT_TRUE(counts.needs_build);
  ASSERT_EQ(problems_.all.size(), 1u);
  EXPECT_THROW((void)scrub_build(folder_ / "none", {1, 1}, false, problems_),
               UsageError);
}

}  // namespace
}  // namespace wax::collection
