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

void write_keyed(const std::string& path, const std::string& column = {}) {
  WriterOptions options;
  if (!column.empty()) options.columns = {{column, ColumnKind::kInteger}};
  IndexWriter writer(path, options);
  writer.about("keys", "K");
  writer.finish();
}

// Why a folder is not replaced; empty: it may be.
std::string foreign_in(const io::DirectoryKind& kind,
                       const std::string& folder) {
  try {
    io::check_replaceable(folder, true, kind, {});
  } catch (const UsageError& error) {
    return std::string(error.what()).substr(folder.size() + 2);
  }
  return {};
}

std::string holds(const std::string& name, const std::string& kind) {
  return "holds " + name + ", which is not part of " + kind +
         ", so it is not replaced";
}

TEST(ShardFolder, AnIndexWithAnotherFileIsNotReplaced) {
  TempDir folder;
  write_empty(folder / "i");
  EXPECT_EQ(foreign_in(index_folders(), folder / "i"), "");
  folder.write("i/_a_1.del", "x");
  folder.write("i/wax-manifest.part-17", "x");
  EXPECT_EQ(foreign_in(index_folders(), folder / "i"), "");
  for (const char* name : {"a.warc.gz", "_0.warc.gz", "wax-a.warc", "notes"}) {
    const std::string path = folder.write(std::string("i/") + name, "x");
    EXPECT_EQ(foreign_in(index_folders(), folder / "i"),
              holds(name, "an index"));
    fs::remove(path);
  }
  fs::create_directory(folder / "mine");
  folder.write("mine/wax-manifest", "mine\n");
  EXPECT_EQ(foreign_in(index_folders(), folder / "mine"),
            "is not an index, so it is not replaced");
}

TEST(ShardFolder, AFolderOfIndexesIsNoShard) {
  TempDir folder;
  write_keyed(folder / "mine/a2007");
  write_keyed(folder / "mine/a2008");
  const io::DirectoryKind kind = shard_folders({"list"});
  EXPECT_EQ(foreign_in(kind, folder / "mine"), holds("a2007", "a shard"));
  EXPECT_THROW(io::check_replaceable(folder / "mine", false, kind, {}),
               UsageError);

  write_keyed(folder / "s/main");
  write_keyed(folder / "s/dates");
  write_keyed(folder / "s/rating", "rating");
  write_keyed(folder / "s/more");  // its documents are those of main
  folder.write("s/list", "x");
  fs::create_directory(folder / "s/main.part-17");
  folder.write("s/main.part-lock", "x");
  EXPECT_EQ(foreign_in(kind, folder / "s"), "");
  fs::remove_all(folder / "s/more");
  fs::remove_all(folder / "s/main");
  EXPECT_EQ(foreign_in(kind, folder / "s"), "");
  folder.write("s/rating/a.warc.gz", "x");
  EXPECT_EQ(foreign_in(kind, folder / "s"),
            holds("rating/a.warc.gz", "a shard"));
}

TEST(ShardFolder, EachShardOfACollectionIsLookedAt) {
  TempDir folder;
  write_keyed(folder / "c/pindexes/00001/main");
  write_keyed(folder / "c/pindexes/00002/main");
  folder.write("c/pindexes.00001.part-lock", "x");
  const io::DirectoryKind kind = collection_folders();
  EXPECT_EQ(foreign_in(kind, folder / "c"), "");
  for (const char* name :
       {"a.warc.gz", "pindexes/a.warc.gz", "pindexes/00002/a.warc.gz",
        "pindexes/00002/main/a.warc.gz"}) {
    const std::string path = folder.write(std::string("c/") + name, "x");
    EXPECT_EQ(foreign_in(kind, folder / "c"),
              holds(name, "a collection of shards"));
    fs::remove(path);
  }
  write_keyed(folder / "c/pindexes/mine/a2007");
  EXPECT_EQ(foreign_in(kind, folder / "c"),
            holds("pindexes/mine/a2007", "a collection of shards"));
}

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
