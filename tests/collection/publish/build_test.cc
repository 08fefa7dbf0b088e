#include "collection/publish/build.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <string>

#include "collection/layout.h"
#include "collection/record/build_messages.h"
#include "collection/steps/plan.h"
#include "index/store/index_reader.h"
#include "tests/support/archives.h"
#include "tests/support/paths.h"
#include "tests/support/temp_dir.h"

namespace wax::collection {
namespace {

namespace fs = std::filesystem;

class BuildTest : public testing::Test {
 protected:
  // Adds an archive of one page.
  void add(const std::string& name, const std::string& text) {
    tests::WarcFields fields;
    fields.uri = "http://a.org/" + name;
    std::string path = folder_.write(
        name + ".warc.gz",
        tests::gzip_member(tests::warc_record(
            tests::http_response("<p>" + text, "Content-Type: text/html\r\n"),
            fields)));
    add_batch(out_, {path}, record_);
  }
  StepCounts build() {
    fs::create_directories(out_);
    save_build_record(record_, out_);
    NoMessages messages;
    BuildLock lock(out_);
    ToolOptions manner;
    manner.quiet = true;
    manner.tools = tests::program_folder();
    StepRunner runner(out_, record_, lock, manner, messages);
    build_shards(out_, record_, {}, runner, messages);
    lock.ended();
    return runner.finish();
  }
  uint64_t documents() const {
    NoProblems problems;
    return index::IndexReader::open_collection(out_, {}, problems).documents();
  }

  tests::TempDir folder_;
  std::string out_ = folder_ / "out";
  BuildRecord record_;
};

TEST_F(BuildTest, EachBatchIsAShardThatSearchesSee) {
  fs::create_directories(out_);
  add("one", "castle");
  add("two", "heron");
  StepCounts counts = build();
  EXPECT_EQ(counts.archives, 2U);
  EXPECT_GT(counts.run, 0U);
  EXPECT_EQ(counts.up_to_date, 0U);
  EXPECT_EQ(documents(), 2U);
  EXPECT_TRUE(fs::exists(Layout{out_}.captures_list()));
}

TEST_F(BuildTest, NothingIsDoneTwice) {
  fs::create_directories(out_);
  add("one", "castle");
  (void)build();
  StepCounts again = build();
  EXPECT_EQ(again.run, 0U);
  EXPECT_GT(again.up_to_date, 0U);
}

TEST_F(BuildTest, SmallShardsAreMerged) {
  record_.merge_shards = 2;
  fs::create_directories(out_);
  add("one", "castle");
  add("two", "heron");
  (void)build();
  EXPECT_EQ(shards_of(record_).size(), 1U);
  EXPECT_TRUE(fs::exists(Layout{out_}.shard("001-002")));
  EXPECT_FALSE(fs::exists(Layout{out_}.shard("001")));
  EXPECT_EQ(documents(), 2U);
}

namespace fs = std::filesystem;

// A build of one batch whose steps have been run.
class UnchangedBatchesTest : public ::testing::Test {
 protected:
  void SetUp() override {
    record_.batches = {{"001", {folder_.write("a.warc", "a")}}};
    fs::create_directories(batch_ + "/segment");
    for (const char* step : {"captures", "versions", "import", "index"}) {
      record_.steps.set(std::string("001/") + step, {});
    }
  }
  bool settles() {
    UnchangedBatches(out_, record_).record();
    return is_unchanged();
  }
  bool is_unchanged() { return UnchangedBatches(out_, record_).contains(0); }
  // The clock of a file system may stand still for some milliseconds.
  static void set_back(const std::string& path) {
    fs::last_write_time(path,
                        fs::last_write_time(path) - std::chrono::hours(1));
  }

  tests::TempDir folder_;
  std::string out_ = folder_ / "out";
  std::string batch_ = out_ + "/batches/001";
  BuildRecord record_;
};

TEST_F(UnchangedBatchesTest, StaySoWhenNothingChanged) {
  EXPECT_FALSE(is_unchanged());
  EXPECT_TRUE(settles());
}

TEST_F(UnchangedBatchesTest, AreLookedAtWhenAnArchiveChanged) {
  set_back(folder_ / "a.warc");
  ASSERT_TRUE(settles());
  folder_.write("a.warc", "b");
  EXPECT_FALSE(is_unchanged());
  ASSERT_TRUE(settles());
  fs::remove(folder_ / "a.warc");
  EXPECT_FALSE(settles());
}

TEST_F(UnchangedBatchesTest, AreLookedAtWhenAFileWasReplaced) {
  set_back(batch_);
  ASSERT_TRUE(settles());
  folder_.write("out/batches/001/captures.cdx", "a");
  EXPECT_FALSE(is_unchanged());
  ASSERT_TRUE(settles());
  set_back(batch_ + "/segment");
  EXPECT_FALSE(is_unchanged());
}

TEST_F(UnchangedBatchesTest, AreLookedAtWhenOptionsChanged) {
  ASSERT_TRUE(settles());
  record_.import_rules = {"--status", "200"};
  EXPECT_FALSE(is_unchanged());
}

TEST_F(UnchangedBatchesTest, HaveReadAllArchives) {
  StepRecord unread;
  unread.unread = {folder_ / "a.warc"};
  record_.steps.set("001/import", unread);
  EXPECT_FALSE(settles());
}

TEST_F(UnchangedBatchesTest, RememberWhetherTheyMetProblems) {
  ASSERT_TRUE(settles());
  EXPECT_FALSE(UnchangedBatches(out_, record_).has_problems(0));
  set_back(batch_);
  folder_.write("out/batches/001/import.problems", "{}\n");
  ASSERT_TRUE(settles());
  EXPECT_TRUE(UnchangedBatches(out_, record_).has_problems(0));
}

}  // namespace

}  // namespace wax::collection
