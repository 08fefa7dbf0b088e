#include "collection/publish/shards_check.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "index/store/shard_folder.h"
#include "index/writer/index_writer.h"
#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"

namespace wax::collection {
namespace {

namespace fs = std::filesystem;

TEST(ShardsCheck, ShardsThatAreOthersOrMissingAreNamed) {
  tests::TempDir folder;
  BuildRecord record;
  record.batches = {{"001", {}}};
  for (const char* name : {"shards/001/main", "shards/001/dates"}) {
    index::IndexWriter index(folder / name, {});
    index.add({{"urlkey", "org,a)/"}, {"digest", "sha1:A"}});
    index.finish();
  }
  auto found = [&] {
    tests::Problems problems;
    CheckReport report(folder.path(), problems);
    check_shards(folder.path(), record, report);
    std::string text;
    for (const Problem& problem : problems.all) {
      text += problem.id + ' ' + problem.file.substr(folder.path().size() + 1) +
              '\n';
    }
    return text;
  };
  EXPECT_EQ(found(),
            "build-missing pindexes/001/main\nbuild-missing "
            "pindexes/001/dates\n");
  fs::create_directories(folder / "pindexes");
  fs::copy(folder / "shards/001", folder / "pindexes/001",
           fs::copy_options::recursive);
  EXPECT_EQ(found(), "build-differs pindexes/.published\n");
  index::write_published(folder / "pindexes", {"001/dates", "001/main"});
  EXPECT_EQ(found(), "");
  fs::copy(folder / "shards/001", folder / "pindexes/001-001",
           fs::copy_options::recursive);
  fs::create_directories(folder / "batches/007");
  EXPECT_EQ(found(),
            "build-differs batches/007\nbuild-differs pindexes/001-001\n");
}

}  // namespace
}  // namespace wax::collection
