#include "io/ordered_pool.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <string>
#include <thread>

#include "io/error.h"
#include "tests/support/allocations.h"
#include "tests/support/archives.h"

namespace wax::io {
namespace {

TEST(ThreadCount, IsBoundedAndNeverZero) {
  EXPECT_EQ(thread_count(1), 1u);
  EXPECT_EQ(thread_count(7), 7u);
  EXPECT_EQ(thread_count(UINT64_MAX), 256u);
  EXPECT_GE(thread_count(0), 1u);
}

struct Number {
  int in = 0;
  int out = 0;
};

TEST(OrderedPool, GivesJobsBackInTheirOrder) {
  for (size_t threads : {0, 1, 2, 5}) {
    for (size_t most : {0, 1, 7}) {
      std::atomic<bool> thread_in_range = true;
      OrderedPool<Number> pool(threads, [&](Number& job, size_t thread) {
        if (thread > threads) thread_in_range = false;
        // Some take longer than those behind them.
        if (job.in % 50 == 3) {
          std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        job.out = job.in * job.in;
      });
      int taken = 0;
      auto take = [&] {
        EXPECT_EQ(pool.take().out, taken * taken);
        ++taken;
      };
      for (int i = 0; i < 300; ++i) {
        pool.put({.in = i});
        while (pool.size() > most) take();
        EXPECT_EQ(pool.size(), std::min(most, static_cast<size_t>(i) + 1 -
                                                  (most == 0 ? 1 : 0)));
      }
      while (pool.size() > 0) take();
      EXPECT_EQ(taken, 300);
      EXPECT_TRUE(thread_in_range);
    }
  }
}

TEST(OrderedPool, WorksInTakeWithoutThreads) {
  std::atomic<int> done = 0;
  OrderedPool<int> pool(0, [&](int&, size_t thread) {
    EXPECT_EQ(thread, 0U);
    ++done;
  });
  for (int i = 0; i < 9; ++i) pool.put(i);
  EXPECT_EQ(done, 0);
  EXPECT_EQ(pool.take(), 0);
  EXPECT_EQ(done, 1);
  EXPECT_FALSE(pool.pool().has_threads());
}

TEST(OrderedPool, AThreadWorksWhileTheCallerDoesSomethingElse) {
  std::atomic<bool> done = false;
  OrderedPool<int> pool(1, [&](int&, size_t thread) {
    EXPECT_EQ(thread, 1U);
    done = true;
    done.notify_all();
  });
  pool.put(5);
  done.wait(false);
  EXPECT_EQ(pool.take(), 5);
}

TEST(OrderedPool, TheCallerWorksWhileTheThreadsDo) {
  std::atomic<bool> begun = false;
  std::atomic<bool> seen = false;
  OrderedPool<int> pool(1, [&](int& job, size_t thread) {
    if (job == 0) {
      begun = true;
      begun.notify_all();
      seen.wait(false);
    } else {
      EXPECT_EQ(thread, 0U);
      seen = true;
      seen.notify_all();
    }
  });
  pool.put(0);
  begun.wait(false);
  pool.put(1);
  EXPECT_EQ(pool.take(), 0);
  EXPECT_EQ(pool.take(), 1);
}

TEST(OrderedPool, ThrowsWhatWorkThrewInItsTurnAndAgain) {
  for (size_t threads : {0, 1, 3}) {
    OrderedPool<int> pool(threads, [](int& job, size_t) {
      if (job == 7 || job == 9) throw std::runtime_error(std::to_string(job));
    });
    for (int i = 0; i < 20; ++i) pool.put(i);
    for (int i = 0; i < 7; ++i) EXPECT_EQ(pool.take(), i);
    for (int again = 0; again < 2; ++again) {
      try {
        (void)pool.take();
        ADD_FAILURE() << "nothing was thrown";
      } catch (const std::runtime_error& error) {
        EXPECT_STREQ(error.what(), "7");
      }
    }
    EXPECT_EQ(pool.size(), 13U);
  }
}

TEST(OrderedPool, MayBeDestroyedWhileThreadsWork) {
  for (size_t threads : {0, 1, 4}) {
    std::atomic<int> begun = 0;
    std::atomic<int> ended = 0;
    {
      OrderedPool<int> pool(threads, [&](int&, size_t) {
        ++begun;
        begun.notify_all();
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        ++ended;
      });
      for (int i = 0; i < 50; ++i) pool.put(i);
      if (threads > 0) begun.wait(0);
    }
    EXPECT_EQ(begun, ended);
    EXPECT_LT(begun, 50);
  }
}

TEST(OrderedPool, StartsNoThreadWithoutWork) {
  auto threads_of_program = [] {
    std::ifstream status("/proc/self/status");
    for (std::string word; status >> word;) {
      if (word == "Threads:") break;
    }
    int count = 0;
    status >> count;
    return count;
  };
  // A sanitizer starts one of its own with the first thread.
  std::thread([] {}).join();
  int before = threads_of_program();
  OrderedPool<int> pool(50, [](int&, size_t) {});
  EXPECT_EQ(threads_of_program(), before);
  pool.put(1);
  EXPECT_EQ(pool.take(), 1);
  EXPECT_LE(threads_of_program(), before + 1);
}

TEST(WorkPool, WorkMayBeFinishedInAnyOrder) {
  for (size_t threads : {0, 1, 3}) {
    std::vector<int> results(100);
    WorkPool pool(threads);
    std::vector<std::shared_ptr<WorkPool::Work>> work;
    for (size_t i = 0; i < results.size(); ++i) {
      work.push_back(
          pool.begin([&, i](size_t) { results[i] = static_cast<int>(i) + 1; }));
    }
    for (size_t i = 0; i < work.size(); ++i) {
      size_t k = i * 37 % 100;
      pool.finish(*work[k]);
      EXPECT_EQ(results[k], static_cast<int>(k) + 1);
      pool.finish(*work[k]);
    }
  }
}

TEST(WorkPool, AThreadThatIsWokenDoesAllWorkThatWaits) {
  for (size_t threads : {0, 1, 3}) {
    WorkPool pool(threads);
    for (int round = 0; round < 20; ++round) {
      std::atomic<int> done = 0;
      auto run = [&](size_t) {
        ++done;
        done.notify_all();
      };
      std::vector<std::shared_ptr<WorkPool::Work>> work;
      for (int i = 0; i < 10; ++i) work.push_back(pool.begin(run, false));
      work.push_back(pool.begin(run));
      for (int seen = 0; threads > 0 && seen < 11; seen = done) done.wait(seen);
      for (auto& one : work) pool.finish(*one);
      EXPECT_EQ(done, 11);
    }
  }
}

// Each in a program of its own, which keeps no stacks of threads that ended.
class PoolDeathTest : public testing::Test {
 protected:
  PoolDeathTest() { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
  ~PoolDeathTest() override { GTEST_FLAG_SET(death_test_style, "fast"); }
};

// Asks for 99 threads where there is room for so many bytes more than the
// program has. Exits with the number of those that worked, the caller among
// them; with 100 if a job was lost.
[[noreturn]] void work_with_room_for(size_t bytes) {
  size_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  rlim_t most = pages * static_cast<size_t>(::getpagesize()) + bytes;
  struct rlimit limit = {most, most};
  (void)::setrlimit(RLIMIT_AS, &limit);
  std::atomic<int> begun = 0;
  std::atomic<bool> stopping = false;
  OrderedPool<int> pool(99, [&](int&, size_t thread) {
    if (thread == 0) return;
    ++begun;
    stopping.wait(false);
  });
  for (int i = 0; i < 99; ++i) pool.put(i);
  int before = -1;
  while (begun != std::exchange(before, begun)) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  stopping = true;
  stopping.notify_all();
  for (int i = 0; i < 99; ++i) {
    if (pool.take() != i) std::_Exit(100);
  }
  std::_Exit(before + 1);
}

TEST_F(PoolDeathTest, GoesOnWithFewerThreadsWhenTheSystemHasNoMore) {
  if (!tests::under_own_memory()) GTEST_SKIP() << "a sanitizer's memory";
  EXPECT_EXIT(
      work_with_room_for(100 << 20),
      [](int status) {
        int worked = WEXITSTATUS(status);
        return worked > 1 && worked < 20;
      },
      "");
}

TEST_F(PoolDeathTest, GoesOnWithoutAThreadWhenTheSystemHasNone) {
  if (!tests::under_own_memory()) GTEST_SKIP() << "a sanitizer's memory";
  EXPECT_EXIT(work_with_room_for(2 << 20), testing::ExitedWithCode(1), "");
}

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
