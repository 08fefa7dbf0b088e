#include "index/store/shard_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "index/writer/index_writer.h"
#include "io/error.h"
#include "tests/support/temp_dir.h"

namespace wax::index {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using tests::TempDir;

void write_empty(const std::string& path) { IndexWriter(path, {}).finish(); }

TEST(ShardFolder, ShardsAreInOrderAndThoseBeingMadeAreLeftOut) {
  TempDir folder;
  write_empty(folder / "c/pindexes/b/main");
  write_empty(folder / "c/pindexes/a/main");
  fs::create_directories(folder / "c/pindexes/z/main.part-1");
  EXPECT_TRUE(is_collection(folder / "c"));
  EXPECT_FALSE(is_collection(folder / "c/pindexes"));
  EXPECT_THAT(shards_of(folder / "c"),
              ElementsAre(folder / "c/pindexes/a", folder / "c/pindexes/b"));
}

TEST(ShardFolder, MainOwnsFieldsLast) {
  TempDir folder;
  for (const char* name : {"main", "rank", "dates"}) {
    write_empty(folder / "s/" + name);
  }
  EXPECT_TRUE(is_index(folder / "s/main"));
  EXPECT_FALSE(is_index(folder / "s"));
  EXPECT_THAT(
      indexes_of_shard(folder / "s"),
      ElementsAre(folder / "s/dates", folder / "s/rank", folder / "s/main"));
}

TEST(ShardFolder, AShardWithoutMainIsRefused) {
  TempDir folder;
  write_empty(folder / "s/dates");
  EXPECT_THROW((void)indexes_of_shard(folder / "s"), UsageError);
}

TEST(ShardFolder, WhatABuildHasPublishedIsNotToBeReplaced) {
  TempDir folder;
  const std::string shards = shards_folder(folder / "c");
  for (const char* index : {"1/main", "1/dates", "1/rating", "mine/main"}) {
    write_empty(shards + '/' + index);
  }
  EXPECT_NO_THROW(check_is_not_published(shards + "/1/main"));
  write_published(shards, {"1/dates", "1/main"});
  EXPECT_THROW(check_is_not_published(shards + "/1/main"), UsageError);
  EXPECT_THROW(check_is_not_published(shards + "/mine/../1/dates"), UsageError);
  EXPECT_THROW(check_is_not_published(shards + "/1"), UsageError);
  for (const char* other : {"/1/rating", "/1/new", "/mine/main", "/mine", ""}) {
    EXPECT_NO_THROW(check_is_not_published(shards + other)) << other;
  }
  EXPECT_NO_THROW(check_is_not_published(folder / "dates"));
}

TEST(ShardFolder, APublishedIndexThatIsGoneIsMissed) {
  tests::TempDir folder;
  for (const char* index : {"1/main", "1/dates", "2/main"}) {
    write_empty(shards_folder(folder / "c") + '/' + index);
  }
  const std::string shards = shards_folder(folder / "c");
  EXPECT_TRUE(read_published(shards).empty());
  EXPECT_FALSE(is_published(shards, {}));
  const std::vector<std::string> published = {"1/dates", "1/main", "3/main"};
  write_published(shards, published);
  EXPECT_EQ(read_published(shards), published);
  EXPECT_TRUE(is_published(shards, published));
  EXPECT_FALSE(is_published(shards, {"1/dates", "1/main"}));
  EXPECT_EQ(
      shards_of(folder / "c"),
      (std::vector<std::string>{shards + "/1", shards + "/2", shards + "/3"}));
  EXPECT_EQ(indexes_of_shard(shards + "/1").size(), 2U);
  EXPECT_EQ(indexes_of_shard(shards + "/2").size(), 1U);
  EXPECT_THROW((void)indexes_of_shard(shards + "/3"), IoError);
  std::filesystem::remove_all(shards + "/1/dates");
  EXPECT_THROW((void)indexes_of_shard(shards + "/1"), IoError);
}

}  // namespace
}  // namespace wax::index
