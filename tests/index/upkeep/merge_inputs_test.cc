#include <gtest/gtest.h>

#include "index/upkeep/shard_merger.h"
#include "index/writer/index_writer.h"
#include "io/error.h"
#include "tests/support/temp_dir.h"

namespace wax::index {
namespace {

using tests::TempDir;

void write_stating(
    const std::string& path,
    const std::vector<std::pair<std::string, std::string>>& about) {
  IndexWriter writer(path, {});
  for (const auto& [name, value] : about) writer.about(name, value);
  writer.finish();
}

std::map<std::string, std::string> properties(
    const std::vector<std::string>& paths) {
  std::vector<InputShard> shards;
  for (const std::string& path : paths) shards.push_back(open_input(path, {}));
  cdx::OneIdentity identity;
  return common_properties(shards, identity);
}

TEST(MergeInputs, HaveTheirCommonProperties) {
  TempDir folder;
  write_stating(folder / "a/main", {{"urlkey", "surt"}, {"keys", "x"}});
  write_stating(folder / "b/main", {});
  const auto common = properties({folder / "a", folder / "b"});
  EXPECT_EQ(common.at("urlkey"), "surt");
  EXPECT_TRUE(common.contains("analysis"));
  EXPECT_FALSE(common.contains("keys"));
}

TEST(MergeInputs, WithOtherKeysAreRefused) {
  TempDir folder;
  write_stating(folder / "a/main", {{"urlkey", "surt"}});
  write_stating(folder / "b/main", {{"urlkey", "legacy"}});
  write_stating(folder / "c/main", {{"urlkey", "surt"}, {"field.url", "link"}});
  EXPECT_THROW(properties({folder / "a", folder / "b"}), UsageError);
  EXPECT_THROW(properties({folder / "a", folder / "c"}), UsageError);
}

TEST(MergeInputs, AreAFolderWithColumnsOrOneIndex) {
  TempDir folder;
  write_stating(folder / "a/main", {});
  write_stating(folder / "a/rank", {});
  EXPECT_EQ(open_input(folder / "a", {}).paths.size(), 2U);
  EXPECT_EQ(open_input(folder / "a/main", {}).paths.size(), 1U);
  EXPECT_EQ(column_name(folder / "a/rank"), "rank");
}

}  // namespace
}  // namespace wax::index
