#include "collection/versions/shard_writer.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "index/store/manifest.h"
#include "tests/support/temp_dir.h"

namespace wax::collection {
namespace {

using tests::TempDir;

void add(ShardWriter& writer, const std::string& urlkey) {
  writer.add(urlkey, "sha1:A", {{"urlkey", urlkey}, {"digest", "sha1:A"}}, {});
}

TEST(ShardWriter, WritesOneIndexWithoutALimit) {
  TempDir folder;
  ShardWriter writer(folder / "i", {}, 0);
  writer.about("urlkey", "surt");
  add(writer, "a");
  add(writer, "b");
  writer.finish();
  EXPECT_EQ(writer.shards(), 1U);
  EXPECT_EQ(writer.documents(), 2U);
  const index::Manifest manifest = index::read_manifest(folder / "i");
  EXPECT_EQ(manifest.about.at("urlkey"), "surt");
  EXPECT_EQ(manifest.about.at("documents"), "2");
}

TEST(ShardWriter, ShardsHaveAtMostSoManyDocumentsAndTheirOwnKeys) {
  TempDir folder;
  ShardWriter writer(folder / "c", {}, 2);
  for (const char* key : {"a", "b", "c"}) add(writer, key);
  EXPECT_FALSE(std::filesystem::exists(folder / "c"));
  writer.finish();
  EXPECT_EQ(writer.shards(), 2U);
  EXPECT_EQ(writer.documents(), 3U);
  const auto first = index::read_manifest(folder / "c/pindexes/00001/main");
  const auto last = index::read_manifest(folder / "c/pindexes/00002/main");
  EXPECT_EQ(first.about.at("documents"), "2");
  EXPECT_EQ(last.about.at("documents"), "1");
  EXPECT_NE(first.about.at("keys"), last.about.at("keys"));
}

}  // namespace
}  // namespace wax::collection
