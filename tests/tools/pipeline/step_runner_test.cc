#include "tools/pipeline/step_runner.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "io/error.h"
#include "tests/support/temp_dir.h"

namespace wax::tools::pipeline {
namespace {

// A step that wax-build does itself.
Step own_step(const std::string& out) {
  Step step;
  step.name = "shares";
  step.output = out + "/batches/001/dates";
  step.inputs = {out + "/dates"};
  step.problems = out + "/shares.problems";
  return step;
}

class StepRunnerTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::create_directories(out_ + "/batches/001");
    folder_.write("out/dates", "");
    record_.batches = {{"001", {"/a.warc"}}};
  }

  void run(const std::vector<Step>& steps) {
    cli::CommonOptions common;
    common.quiet = true;
    cli::Console console("wax-build", common);
    BuildLock lock(out_);
    run_steps(
        out_, steps, record_, lock,
        [&] { folder_.write("out/batches/001/dates", "k d 2007\n"); }, console);
  }

  tests::TempDir folder_;
  std::string out_ = folder_ / "out";
  BuildRecord record_;
};

TEST_F(StepRunnerTest, RemembersWhatItRanAndWritesItDown) {
  run({own_step(out_)});
  EXPECT_TRUE(std::filesystem::exists(out_ + "/batches/001/dates"));
  ASSERT_TRUE(record_.steps.contains("shares"));
  BuildRecord written = load_build_record(out_ + "/build.json");
  EXPECT_TRUE(written.steps.contains("shares"));
}

TEST_F(StepRunnerTest, RunsAStepAgainOnlyWhenItsRulesChange) {
  Step step = own_step(out_);
  run({step});
  const std::string output = step.output;
  auto time = std::filesystem::last_write_time(output) - std::chrono::hours(1);
  std::filesystem::last_write_time(output, time);
  complete(record_.steps["shares"], step, 0, {});
  run({step});
  EXPECT_EQ(std::filesystem::last_write_time(output), time);
  ++step.rules;
  run({step});
  EXPECT_NE(std::filesystem::last_write_time(output), time);
}

TEST_F(StepRunnerTest, KeepsWhatItMadeOfInputsThatAreGone) {
  Step step = own_step(out_);
  run({step});
  std::filesystem::remove(out_ + "/dates");
  ++step.rules;
  run({step});
  EXPECT_TRUE(std::filesystem::exists(step.output));
}

TEST_F(StepRunnerTest, NamesAToolThatFails) {
  Step step = own_step(out_);
  step.tool = "wax-no-such-tool";
  EXPECT_THROW(run({step}), Error);
  EXPECT_FALSE(record_.steps.contains("shares"));
}

}  // namespace
}  // namespace wax::tools::pipeline
