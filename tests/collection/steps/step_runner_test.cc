#include "collection/steps/step_runner.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "collection/record/build_messages.h"
#include "io/error.h"
#include "io/folder.h"
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
    NoMessages messages;
    BuildLock lock(out_);
    ToolOptions manner;
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

Problem none_in(const std::string& file) {
  return {Severity::kLost, "not-an-archive", file, 0, "is none"};
}

// Keeps what a build tells.
struct ToldProblems final : BuildMessages {
  void report(Problem problem) override { met.push_back(problem.file); }
  void show(const Problem& problem) override { shown.push_back(problem.file); }
  void take_over(std::string_view line, const std::string&) override {
    lines.emplace_back(line);
  }
  void message(std::string_view) override {}
  void error(std::string_view text) override { errors.emplace_back(text); }
  std::vector<std::string> met;
  std::vector<std::string> shown;
  std::vector<std::string> errors;
  std::vector<std::string> lines;
};

TEST_F(StepRunnerTest, TellsOnlyWhatWasNotAccepted) {
  const std::string accepted = out_ + "/accepted.problems";
  const std::string line =
      R"({"severity":"lost","id":"warc-truncated-record","file":"a","text":"t"})";
  ToolOptions manner;
  manner.quiet = true;
  manner.known_problems = {accepted};
  auto build = [&](const std::vector<std::string>& missing, bool accept) {
    ToldProblems told;
    BuildLock lock(out_);
    StepRunner runner(out_, record_, lock, manner, told);
    runner.run({sorting_step(out_)});
    folder_.write("out/sorted.problems", line + "\n");
    for (const std::string& file : missing) {
      runner.report({Severity::kLost, "build-missing", file, {}, "is missing"});
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

TEST_F(StepRunnerTest, MeetsProblemsOfNamesAsThoseOfAStep) {
  const std::string accepted = out_ + "/accepted.problems";
  const std::string in = folder_ / "in";
  ToolOptions manner;
  manner.quiet = true;
  manner.known_problems = {accepted};
  bool stopped = false;
  // Names nothing without files.
  auto build = [&](const std::vector<std::string>& files, bool accept) {
    ToldProblems told;
    BuildLock lock(out_);
    StepRunner runner(out_, record_, lock, manner, told);
    NamesLook names;
    if (!files.empty()) names.places = {in};
    for (const std::string& file : files) {
      names.problems.push_back({file, none_in(file)});
    }
    runner.report_name_problems(names);
    stopped = runner.stopped();
    if (accept) runner.accept_problems(accepted);
    counts_ = runner.finish();
    EXPECT_EQ(runner.tell_losses(), !told.lines.empty());
    EXPECT_EQ(told.errors.size(), told.lines.size());
    return told;
  };
  const std::string a = in + "/a.wacz";
  const std::string b = in + "/b.wacz";
  EXPECT_EQ(build({a}, false).shown, std::vector<std::string>{a});
  ToldProblems told = build({a}, false);
  EXPECT_TRUE(told.shown.empty());
  EXPECT_EQ(told.lines, std::vector<std::string>{line_of_problem(none_in(a))});
  EXPECT_EQ(told.errors,
            std::vector<std::string>{"names: files could not be added; see " +
                                     out_ + "/names.problems"});
  EXPECT_EQ(build({}, false).lines, told.lines) << "without a name";
  manner.strict = true;
  EXPECT_EQ(build({a}, false).shown, std::vector<std::string>{a});
  EXPECT_TRUE(stopped);
  manner.strict = false;

  EXPECT_TRUE(build({}, true).lines.empty());
  EXPECT_EQ(counts_.known_problems, 1u);
  manner.strict = true;
  EXPECT_TRUE(build({a}, false).lines.empty());
  EXPECT_FALSE(stopped) << "it is accepted";
  manner.strict = false;
  EXPECT_EQ(build({a, b}, false).shown, std::vector<std::string>{b});
  EXPECT_EQ(counts_.known_problems, 1u);
}

TEST_F(StepRunnerTest, WhatANameMetIsNotToldAgainByAStep) {
  Step step = sorting_step(out_);
  ToldProblems told;
  BuildLock lock(out_);
  StepRunner runner(out_, record_, lock, {.quiet = true}, told);
  runner.report_name_problems({{}, {{"/a.wacz", none_in("/a.wacz")}}});
  runner.run({step});
  write_problems(step.problems, problem_json(none_in("/a.wacz")));
  (void)runner.finish();
  EXPECT_EQ(told.lines.size(), 1u);
}

TEST_F(StepRunnerTest, NamesAToolThatFails) {
  Step step = sorting_step(out_);
  step.tool = "wax-no-such-tool";
  EXPECT_THROW(run({step}), Error);
  EXPECT_EQ(record_.steps.find("sorted"), nullptr);
}

TEST_F(StepRunnerTest, LeavesNoFileOfKnownProblemsWhenItsToolCannotBeRun) {
  Step step = sorting_step(out_);
  step.tool = "wax-no-such-tool";
  step.known_problems = folder_.write("known", R"({"severity":"lost"})");
  const std::vector<std::string> before = io::entries_of(out_);
  EXPECT_THROW(run({step}), Error);
  EXPECT_EQ(io::entries_of(out_).size(), before.size() + 1);  // the lock
  for (const std::string& path : io::entries_of(out_)) {
    EXPECT_FALSE(path.ends_with("-known")) << path;
  }
}

}  // namespace
}  // namespace wax::collection
