#include "collection/publish/generation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>

#include "collection/record/build_messages.h"
#include "index/store/index_reader.h"
#include "index/store/shard_folder.h"
#include "index/writer/index_writer.h"
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

  bool publish(const std::vector<std::string>& shards,
               const std::vector<std::string>& batches) {
    return publish_shards(folder_.path(), shards, batches, {}, messages_);
  }
  // A main index of documents with these URL keys, with a column of the
  // values if there are any.
  void index_of(const std::string& shard, const std::vector<std::string>& keys,
                const std::vector<std::string>& values = {}) {
    fs::remove_all(folder_ / shard);
    index::IndexWriter main(folder_ / (shard + "/main"), {});
    for (const std::string& key : keys) {
      main.add({{"urlkey", key}, {"digest", "sha1:" + key}});
    }
    main.finish();
    if (values.empty()) return;
    index::WriterOptions options;
    options.columns = {{"rank", index::ColumnKind::kKeyword}};
    index::IndexWriter column(folder_ / (shard + "/rank"), options);
    for (const std::string& value : values) column.add({{"rank", value}});
    column.finish();
  }
  // "KEY RANK" of each document of a published shard.
  std::vector<std::string> ranks(const std::string& shard) {
    const std::string path = folder_ / ("pindexes/" + shard);
    index::IndexReader reader =
        index::IndexReader::open({path + "/rank", path + "/main"});
    std::vector<std::string> lines;
    for (uint64_t n = 0; n < reader.documents(); ++n) {
      index::StoredDocument values;
      reader.document(n, {}, values);
      std::map<std::string, std::string> fields(values.begin(), values.end());
      lines.push_back(fields["urlkey"] + ' ' + fields["rank"]);
    }
    return lines;
  }

  tests::TempDir folder_;
  struct Messages final : BuildMessages {
    std::vector<std::string> errors;
    void report(Problem) override {}
    void message(std::string_view) override {}
    void error(std::string_view text) override { errors.emplace_back(text); }
    void show(const Problem&) override {}
    void take_over(std::string_view, const std::string&) override {}
  };
  Messages messages_;
};

// On NFS, a file that another host removes ends for those that read it.
TEST_F(GenerationTest, TheFormerOneStaysUntilTheNext) {
  index("shards/001/main", "first");
  ASSERT_TRUE(publish({"001"}, {"001"}));
  EXPECT_FALSE(fs::exists(folder_ / "pindexes.former"));
  index("shards/001/main", "second");
  ASSERT_TRUE(publish({"001"}, {"001"}));
  EXPECT_EQ(text("pindexes/001/main/_0.frq"), "second");
  EXPECT_EQ(text("pindexes.former/001/main/_0.frq"), "first");
  ASSERT_TRUE(publish({"001"}, {"001"}));  // nothing has changed
  EXPECT_EQ(text("pindexes.former/001/main/_0.frq"), "first");
  index("shards/001/main", "third");
  ASSERT_TRUE(publish({"001"}, {"001"}));
  EXPECT_EQ(text("pindexes.former/001/main/_0.frq"), "second");
  EXPECT_THAT(names(""),
              testing::Not(testing::Contains(testing::HasSubstr("part"))));
}

// "cp -r" of OUT gives files of their own, and damage may be in those alone
// that nobody reads.
TEST_F(GenerationTest, DamageInACopiedBuildIsNotPublished) {
  index_of("shards/001", {"a", "b"});
  ASSERT_TRUE(publish({"001"}, {"001"}));
  const std::string built = folder_ / "shards/001/main/wax-keys";
  const std::string read = folder_ / "pindexes/001/main/wax-keys";
  const std::string whole = tests::read_file(read);
  for (const std::string& copy : {built, read}) {
    const bool is_published = copy == read;
    fs::remove(is_published ? built : read);
    fs::copy_file(is_published ? read : built, is_published ? built : read);
    std::ofstream(copy) << std::string(whole.size(), 'x');
    index_of(is_published ? "shards/003" : "shards/002", {"c"});
    std::vector<std::string> shards = {"001", "002"};
    if (is_published) shards.emplace_back("003");
    ASSERT_TRUE(publish(shards, shards));
    EXPECT_EQ(tests::read_file(read), whole) << copy;
    EXPECT_EQ(messages_.errors.size(), is_published ? 0U : 1U);
    messages_.errors.clear();
    std::ofstream(built) << whole;
  }
}

TEST_F(GenerationTest, AColumnThatTheBuildMakesIsNotCarried) {
  index_of("shards/001", {"a", "b"}, {"1", "2"});
  ASSERT_TRUE(publish({"001"}, {"001"}));
  index_of("shards/001", {"b", "c"}, {"20", "30"});
  ASSERT_TRUE(publish({"001"}, {"001"}));
  EXPECT_THAT(ranks("001"), ElementsAre("b 20", "c 30"));
}

TEST_F(GenerationTest, ShardsTakeThePlaceOfThoseBeforeInOneStep) {
  index("shards/001/main", "one");
  index("shards/001/dates", "dates");
  publish({"001"}, {"001"});
  EXPECT_EQ(text("pindexes/001/main/_0.frq"), "one");
  EXPECT_EQ(fs::hard_link_count(folder_ / "pindexes/001/main/_0.frq"), 2U);
  std::ifstream reader(folder_ / "pindexes/001/main/_0.frq");
  index("shards/002/main", "two");
  index("shards/001-002/main", "both");
  publish({"001-002"}, {"001", "002"});
  EXPECT_THAT(names("pindexes"), ElementsAre(".published", "001-002"));
  std::string kept;
  reader >> kept;
  EXPECT_EQ(kept, "one");
  EXPECT_FALSE(fs::exists(folder_ / "pindexes.part-new"));
}

TEST_F(GenerationTest, WhatIsPublishedAlreadyIsNotTouched) {
  index("shards/001/main", "one");
  publish({"001"}, {"001"});
  auto time = fs::last_write_time(folder_ / "pindexes");
  publish({"001"}, {"001"});
  EXPECT_EQ(fs::last_write_time(folder_ / "pindexes"), time);
  index("shards/001/dates", "new");
  publish({"001"}, {"001"});
  EXPECT_THAT(names("pindexes/001"), ElementsAre("dates", "main"));
  // Neither is one without a list left so.
  fs::remove(folder_ / "pindexes/.published");
  publish({"001"}, {"001"});
  EXPECT_THAT(index::read_published(folder_ / "pindexes"),
              ElementsAre("001/dates", "001/main"));
}

TEST_F(GenerationTest, ColumnsAndShardsOfOthersStay) {
  index("shards/001/main", "one");
  publish({"001"}, {"001"});
  index("pindexes/by-hand/main", "hand");
  index("pindexes/001/rank", "rank");
  index("shards/002/main", "two");
  publish({"001", "002"}, {"001", "002"});
  EXPECT_THAT(names("pindexes"),
              ElementsAre(".published", "001", "002", "by-hand"));
  EXPECT_THAT(index::read_published(folder_ / "pindexes"),
              ElementsAre("001/main", "002/main"));
  EXPECT_THAT(names("pindexes/001"), ElementsAre("main", "rank"));
}

TEST_F(GenerationTest, ColumnsOfOthersGoWithTheirVersions) {
  index_of("shards/001", {"a", "b"});
  index_of("shards/002", {"c"});
  publish({"001", "002"}, {"001", "002"});
  index_of("pindexes/001", {"a", "b"}, {"of-a", "of-b"});
  index_of("pindexes/002", {"c"}, {"of-c"});
  // Made again: a version went to another shard, another one is new.
  index_of("shards/001", {"0", "a"});
  index_of("shards/002", {"c", "b"});
  index_of("shards/003", {"d"});
  ASSERT_TRUE(publish({"001", "002", "003"}, {"001", "002", "003"}));
  EXPECT_THAT(ranks("001"), ElementsAre("0 ", "a of-a"));
  EXPECT_THAT(ranks("002"), ElementsAre("c of-c", "b of-b"));
  // Merged.
  index_of("shards/001-003", {"0", "a", "c", "b", "d"});
  ASSERT_TRUE(publish({"001-003"}, {"001", "002", "003"}));
  EXPECT_THAT(names("pindexes"), ElementsAre(".published", "001-003"));
  EXPECT_THAT(ranks("001-003"),
              ElementsAre("0 ", "a of-a", "c of-c", "b of-b", "d "));
  const auto time = fs::last_write_time(folder_ / "pindexes");
  ASSERT_TRUE(publish({"001-003"}, {"001", "002", "003"}));
  EXPECT_EQ(fs::last_write_time(folder_ / "pindexes"), time);
}

TEST_F(GenerationTest, AColumnThatCannotBeKeptKeepsTheGenerationBefore) {
  index_of("shards/001", {"a", "b"});
  publish({"001"}, {"001"});
  index_of("pindexes/001", {"a", "b"}, {"of-a", "of-b"});
  folder_.write("pindexes/001/rank/wax-manifest", "damaged");
  index_of("shards/001", {"b"});
  EXPECT_FALSE(publish({"001"}, {"001"}));
  EXPECT_THAT(names("."), ElementsAre("pindexes", "shards"));
  EXPECT_EQ(text("pindexes/001/rank/wax-manifest"), "damaged");
  fs::remove_all(folder_ / "pindexes/001/rank");
  EXPECT_TRUE(publish({"001"}, {"001"}));
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
