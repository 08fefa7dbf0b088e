#include "collection/pipeline/unchanged_batches.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>

#include "collection/pipeline/plan.h"
#include "tests/support/temp_dir.h"

namespace wax::collection {
namespace {

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
