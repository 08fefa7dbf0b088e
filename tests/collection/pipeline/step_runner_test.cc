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

// Keeps what a build tells.
struct ToldProblems final : BuildMessages {
  void report(Problem problem) override { met.push_back(problem.file); }
  void take_over(std::string_view line, const std::string&) override {
    lines.emplace_back(line);
  }
  void message(std::string_view) override {}
  void error(std::string_view) override {}
  std::vector<std::string> met;
  std::vector<std::string> lines;
};

TEST_F(StepRunnerTest, TellsOnlyWhatWasNotAccepted) {
  const std::string accepted = out_ + "/accepted.problems";
  const std::string line =
      R"({"severity":"lost","id":"warc-truncated-record","file":"a","text":"t"})";
  StepManner manner;
  manner.quiet = true;
  manner.known_problems = {accepted};
  auto build = [&](const std::vector<std::string>& missing, bool accept) {
    ToldProblems told;
    BuildLock lock(out_);
    StepRunner runner(out_, record_, lock, manner, told);
    runner.run({sorting_step(out_)});
    folder_.write("out/sorted.problems", line + "\n");
    for (const std::string& file : missing) {
      runner.met({Severity::kLost, "build-missing", file, {}, "is missing"});
    }
    if (accept) runner.accept_problems(accepted);
    counts_ = runner.finish();
    return told;
  };
  ToldProblems told = build({"b"}, false);
  EXPECT_EQ(told.met, std::vector<std::string>{"b"});
  EXPECT_EQ(told.lines, std::vector<std::string>{line});
  EXPECT_EQ(counts_.known_problems, 0u);

  told = build({"b"}, true);
  EXPECT_TRUE(told.met.empty());
  EXPECT_TRUE(told.lines.empty());
  EXPECT_EQ(counts_.known_problems, 2u);
  const std::string once = tests::read_file(accepted);

  // Accepted twice, each is written down once; what is new is told.
  (void)build({"b"}, true);
  EXPECT_EQ(tests::read_file(accepted), once);
  told = build({"b", "c"}, false);
  EXPECT_EQ(told.met, std::vector<std::string>{"c"});
  EXPECT_TRUE(told.lines.empty());
}

TEST_F(StepRunnerTest, NamesAToolThatFails) {
  Step step = sorting_step(out_);
  step.tool = "wax-no-such-tool";
  EXPECT_THROW(run({step}), Error);
  EXPECT_EQ(record_.steps.find("sorted"), nullptr);
}

}  // namespace
}  // namespace wax::collection
