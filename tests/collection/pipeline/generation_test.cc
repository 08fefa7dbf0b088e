#include "collection/pipeline/generation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "io/folder.h"
#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"

namespace wax::collection {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;

class GenerationTest : public ::testing::Test {
 protected:
  void index(const std::string& path, const std::string& text) {
    fs::remove_all(folder_ / path);
    fs::create_directories(folder_ / path);
    folder_.write(path + "/wax-manifest", text);
    folder_.write(path + "/_0.frq", text);
  }
  std::vector<std::string> names(const std::string& path) {
    std::vector<std::string> found;
    for (const std::string& entry : io::entries_of(folder_ / path)) {
      found.push_back(fs::path(entry).filename().string());
    }
    return found;
  }
  std::string text(const std::string& path) {
    return tests::read_file(folder_ / path);
  }

  tests::TempDir folder_;
};

TEST_F(GenerationTest, ShardsTakeThePlaceOfThoseBeforeInOneStep) {
  index("shards/001/main", "one");
  index("shards/001/dates", "dates");
  publish_shards(folder_.path(), {"001"}, {"001"});
  EXPECT_EQ(text("pindexes/001/main/_0.frq"), "one");
  EXPECT_EQ(fs::hard_link_count(folder_ / "pindexes/001/main/_0.frq"), 2U);
  std::ifstream reader(folder_ / "pindexes/001/main/_0.frq");
  index("shards/002/main", "two");
  index("shards/001-002/main", "both");
  publish_shards(folder_.path(), {"001-002"}, {"001", "002"});
  EXPECT_THAT(names("pindexes"), ElementsAre("001-002"));
  std::string kept;
  reader >> kept;
  EXPECT_EQ(kept, "one");
  EXPECT_FALSE(fs::exists(folder_ / "pindexes.part-new"));
}

TEST_F(GenerationTest, WhatIsPublishedAlreadyIsNotTouched) {
  index("shards/001/main", "one");
  publish_shards(folder_.path(), {"001"}, {"001"});
  auto time = fs::last_write_time(folder_ / "pindexes");
  publish_shards(folder_.path(), {"001"}, {"001"});
  EXPECT_EQ(fs::last_write_time(folder_ / "pindexes"), time);
  index("shards/001/dates", "new");
  publish_shards(folder_.path(), {"001"}, {"001"});
  EXPECT_THAT(names("pindexes/001"), ElementsAre("dates", "main"));
}

TEST_F(GenerationTest, ColumnsAndShardsOfOthersStay) {
  index("shards/001/main", "one");
  publish_shards(folder_.path(), {"001"}, {"001"});
  index("pindexes/by-hand/main", "hand");
  index("pindexes/001/rank", "rank");
  index("shards/002/main", "two");
  publish_shards(folder_.path(), {"001", "002"}, {"001", "002"});
  EXPECT_THAT(names("pindexes"), ElementsAre("001", "002", "by-hand"));
  EXPECT_THAT(names("pindexes/001"), ElementsAre("main", "rank"));
  // Another main index has other documents.
  index("shards/001/main", "other");
  publish_shards(folder_.path(), {"001", "002"}, {"001", "002"});
  EXPECT_THAT(names("pindexes/001"), ElementsAre("main"));
}

TEST_F(GenerationTest, OtherShardsAreRemoved) {
  index("shards/001/main", "one");
  index("shards/001-002/main", "both");
  folder_.write("batches/001/captures.cdx", "");
  folder_.write("batches/003-004/dates.problems", "");
  remove_other_shards(folder_.path(), {"001-002"});
  EXPECT_THAT(names("shards"), ElementsAre("001-002"));
  EXPECT_THAT(names("batches"), ElementsAre("001"));
  EXPECT_THAT(names("batches/001"), ElementsAre("captures.cdx"));
}

}  // namespace
}  // namespace wax::collection
