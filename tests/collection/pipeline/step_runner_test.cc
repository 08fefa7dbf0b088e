#include "collection/pipeline/step_runner.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "io/error.h"
#include "tests/collection/pipeline/quiet_messages.h"
#include "tests/support/temp_dir.h"

namespace wax::collection {
namespace {

// Sorts a file.
Step sorting_step(const std::string& out) {
  Step step;
  step.name = "sorted";
  step.tool = "../bin/wax-cdx-sort";
  step.arguments = {"--force", "--output", out + "/sorted", out + "/lines"};
  step.output = out + "/sorted";
  step.inputs = {out + "/lines"};
  step.problems = out + "/sorted.problems";
  return step;
}

class StepRunnerTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::create_directories(out_);
    folder_.write("out/lines", "b\na\n");
    record_.batches = {{"001", {"/a.warc"}}};
    save_build_record(record_, out_);
  }

  void run(const std::vector<Step>& steps) {
    tests::QuietMessages messages;
    BuildLock lock(out_);
    StepManner manner;
    manner.quiet = true;
    StepRunner runner(out_, record_, lock, manner, messages);
    runner.run(steps);
    counts_ = runner.finish();
  }

  // Of the last run.
  StepCounts counts_;

  tests::TempDir folder_;
  std::string out_ = folder_ / "out";
  BuildRecord record_;
};

TEST_F(StepRunnerTest, RemembersWhatItRanAndWritesItDown) {
  run({sorting_step(out_)});
  EXPECT_EQ(tests::read_file(out_ + "/sorted"), "a\nb\n");
  ASSERT_NE(record_.steps.find("sorted"), nullptr);
  BuildRecord written = load_build_record(out_);
  EXPECT_NE(written.steps.find("sorted"), nullptr);
}

TEST_F(StepRunnerTest, RunsAStepAgainOnlyWhenItsRulesChange) {
  Step step = sorting_step(out_);
  run({step});
  const std::string output = step.output;
  auto time = std::filesystem::last_write_time(output) - std::chrono::hours(1);
  std::filesystem::last_write_time(output, time);
  StepRecord ran = *record_.steps.find("sorted");
  complete(ran, step, 0, {});
  record_.steps.set("sorted", ran);
  run({step});
  EXPECT_EQ(std::filesystem::last_write_time(output), time);
  ++step.rules;
  run({step});
  EXPECT_NE(std::filesystem::last_write_time(output), time);
}

TEST_F(StepRunnerTest, KeepsWhatItMadeOfInputsThatAreGone) {
  Step step = sorting_step(out_);
  run({step});
  std::filesystem::remove(out_ + "/lines");
  ++step.rules;
  run({step});
  EXPECT_TRUE(std::filesystem::exists(step.output));
}

TEST_F(StepRunnerTest, NamesAToolThatFails) {
  Step step = sorting_step(out_);
  step.tool = "wax-no-such-tool";
  EXPECT_THROW(run({step}), Error);
  EXPECT_EQ(record_.steps.find("sorted"), nullptr);
}

}  // namespace
}  // namespace wax::collection
