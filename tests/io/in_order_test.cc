#include "io/in_order.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <string>
#include <thread>

#include "io/error.h"
#include "tests/support/archives.h"

namespace wax::io {
namespace {

Problem problem(size_t file, size_t number) {
  return {Severity::kNote, "odd-url", std::to_string(file), number, ""};
}

std::string history(size_t count, size_t jobs, size_t problems) {
  std::string text;
  struct Sink final : ProblemSink {
    std::string* out;
    void report(Problem p) override {
      *out += p.file + ":" + std::to_string(*p.offset) + " ";
    }
  } sink;
  sink.out = &text;
  run_in_order(
      count, jobs,
      [&](size_t i, Job& job) {
        // Later files are ready sooner.
        std::this_thread::sleep_for(std::chrono::milliseconds(count - i));
        for (size_t n = 0; n < problems; ++n) job.report(problem(i, n));
      },
      sink, [&](size_t i) { text += "done " + std::to_string(i) + "\n"; });
  return text;
}

TEST(InOrder, ResultsDoNotDependOnJobs) {
  std::string one = history(9, 1, 3);
  EXPECT_TRUE(one.starts_with("0:0 0:1 0:2 done 0\n1:0 "));
  for (size_t jobs : {2, 3, 20}) EXPECT_EQ(history(9, jobs, 3), one);
  EXPECT_EQ(history(0, 4, 1), "");
}

TEST(InOrder, ReportsMoreProblemsThanMayWait) {
  EXPECT_EQ(history(4, 3, 20000), history(4, 1, 20000));
}

TEST(InOrder, ThrowsAnErrorInItsTurn) {
  for (size_t jobs : {1, 3}) {
    tests::Problems problems;
    std::string done;
    EXPECT_THROW(run_in_order(
                     5, jobs,
                     [&](size_t i, Job& job) {
                       job.report(problem(i, 0));
                       if (i == 2) throw UsageError("no");
                     },
                     problems, [&](size_t i) { done += std::to_string(i); }),
                 UsageError);
    EXPECT_EQ(done, "01");
    EXPECT_EQ(problems.all.size(), 3u);
  }
}

TEST(InOrder, WorkEndsWhenNobodyWantsIt) {
  std::atomic<bool> ended = false;
  struct Sink final : ProblemSink {
    void report(Problem) override { throw UsageError("stop"); }
  } sink;
  EXPECT_THROW(run_in_order(
                   2, 2,
                   [&](size_t i, Job& job) {
                     if (i == 0) {
                       job.report(problem(0, 0));
                       return;
                     }
                     while (job.wanted()) std::this_thread::yield();
                     ended = true;
                   },
                   sink, [](size_t) {}),
               UsageError);
  // The second may not have been begun.
  SUCCEED() << ended;
}

}  // namespace
}  // namespace wax::io
