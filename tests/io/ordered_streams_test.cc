#include "io/ordered_streams.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <string>
#include <thread>

namespace wax::io {
namespace {

using Streams = OrderedStreams<int>;

TEST(OrderedStreams, ItemsComeInTheOrderOfTheJobs) {
  for (size_t threads : {1, 2, 20}) {
    // Without room, each job waits for its turn.
    for (uint64_t most : {0, 5, 100000}) {
      Streams streams(30, threads, most, [](size_t job, Streams::Stream& out) {
        // Later ones are ready sooner.
        if (job % 10 == 0) {
          std::this_thread::sleep_for(std::chrono::milliseconds(2));
        }
        for (int i = 0; i < static_cast<int>(job) * 7; ++i) {
          EXPECT_TRUE(out.put(static_cast<int>(job) * 1000 + i, 1));
        }
      });
      for (int job = 0; job < 30; ++job) {
        int item = -1;
        for (int i = 0; i < job * 7; ++i) {
          ASSERT_TRUE(streams.next(item));
          ASSERT_EQ(item, job * 1000 + i);
        }
        EXPECT_FALSE(streams.next(item));
        EXPECT_FALSE(streams.next(item));
        streams.advance();
      }
    }
  }
}

TEST(OrderedStreams, ThrowWhatAJobThrewBehindItsItems) {
  for (size_t threads : {1, 3}) {
    Streams streams(5, threads, 100, [](size_t job, Streams::Stream& out) {
      (void)out.put(static_cast<int>(job), 1);
      if (job == 2 || job == 3) throw std::runtime_error(std::to_string(job));
    });
    int item = -1;
    for (int job = 0; job < 2; ++job) {
      ASSERT_TRUE(streams.next(item));
      EXPECT_FALSE(streams.next(item));
      streams.advance();
    }
    ASSERT_TRUE(streams.next(item));
    EXPECT_EQ(item, 2);
    for (int again = 0; again < 2; ++again) {
      EXPECT_THROW((void)streams.next(item), std::runtime_error);
    }
    streams.advance();
    EXPECT_TRUE(streams.next(item));
    EXPECT_THROW((void)streams.next(item), std::runtime_error);
  }
}

TEST(OrderedStreams, BoundTheItemsThatWait) {
  constexpr size_t kThreads = 4;
  constexpr uint64_t kMost = 1000;
  std::atomic<int> waiting = 0;
  std::atomic<int> most = 0;
  Streams streams(10, kThreads, kMost, [&](size_t, Streams::Stream& out) {
    for (int i = 0; i < 3000; ++i) {
      int now = ++waiting;
      for (int seen = most;
           seen < now && !most.compare_exchange_weak(seen, now);) {
        continue;
      }
      ASSERT_TRUE(out.put(i, 10));
    }
  });
  for (int job = 0; job < 10; ++job) {
    int item = -1;
    int count = 0;
    while (streams.next(item)) {
      EXPECT_EQ(item, count++);
      --waiting;
    }
    EXPECT_EQ(count, 3000);
    streams.advance();
  }
  // Half more in the current job; and one item that each thread puts.
  EXPECT_LE(most, static_cast<int>(kMost + kMost / 2) / 10 + 2 + 2 * 4);
}

TEST(OrderedStreams, JobsAreBegunNotFarAhead) {
  std::atomic<int> begun = 0;
  Streams streams(100, 3, 100, [&](size_t, Streams::Stream&) { ++begun; });
  int item = -1;
  EXPECT_FALSE(streams.next(item));
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_LE(begun, 6);
}

TEST(OrderedStreams, TellAJobThatNobodyWantsItsItems) {
  for (size_t threads : {1, 2}) {
    std::atomic<int> told = 0;
    {
      Streams streams(9, threads, 1, [&](size_t job, Streams::Stream& out) {
        int item = static_cast<int>(job) * 10;
        while (out.put(item, 1)) ++item;
        EXPECT_FALSE(out.wanted());
        ++told;
      });
      int item = -1;
      for (int job = 0; job < 4; ++job) {
        ASSERT_TRUE(streams.next(item));
        EXPECT_EQ(item, job * 10);
        // With or without a word before.
        if (job % 2 == 0) streams.drop();
        streams.advance();
      }
      ASSERT_TRUE(streams.next(item));
      ASSERT_TRUE(streams.next(item));
      EXPECT_EQ(item, 41);
      streams.drop();
      EXPECT_FALSE(streams.next(item));
    }
    EXPECT_GE(told, 5);
  }
}

TEST(OrderedStreams, MayBeDestroyedBeforeAnItemIsTaken) {
  std::atomic<bool> begun = false;
  {
    Streams streams(9, 2, 1, [&](size_t, Streams::Stream& out) {
      begun = true;
      begun.notify_all();
      while (out.put(1, 1)) continue;
    });
    begun.wait(false);
  }
  Streams untouched(0, 2, 1, [](size_t, Streams::Stream&) {});
}

TEST(OrderedStreams, TickWhileTheyWait) {
  struct Ended {};
  std::atomic<bool> ended = false;
  int ticks = 0;
  Streams streams(
      2, 1, 100,
      [&](size_t, Streams::Stream& out) {
        while (!ended)
          std::this_thread::sleep_for(std::chrono::milliseconds(1));
        (void)out.put(7, 1);
      },
      [&] {
        if (++ticks == 3) throw Ended();
        ended = ticks == 5;
      });
  int item = -1;
  EXPECT_THROW((void)streams.next(item), Ended);
  EXPECT_EQ(ticks, 3);
  ASSERT_TRUE(streams.next(item));
  EXPECT_EQ(item, 7);
}

TEST(OrderedStreams, SayWhenThereIsNoThread) {
  Streams streams(3, 0, 1, [](size_t, Streams::Stream&) {});
  EXPECT_FALSE(streams.has_threads());
}

}  // namespace
}  // namespace wax::io
