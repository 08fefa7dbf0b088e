#include "collection/pipeline/build.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "collection/layout.h"
#include "index/store/index_reader.h"
#include "tests/collection/pipeline/quiet_messages.h"
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
    tests::QuietMessages messages;
    BuildLock lock(out_);
    StepManner manner;
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

}  // namespace
}  // namespace wax::collection
