#include "io/threads.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <fstream>

#include "io/error.h"
#include "tests/support/allocations.h"

namespace wax::io {
namespace {

TEST(StartThreads, EachHasItsNumber) {
  std::atomic<unsigned> numbers = 0;
  auto threads = start_threads(5, [&](size_t i) { numbers |= 1U << i; });
  ASSERT_EQ(threads.size(), 5U);
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(numbers, 0b11111U);
}

TEST(StartThreads, MayBeNone) {
  EXPECT_TRUE(start_threads(0, [](size_t) {}).empty());
}

// Each in a program of its own, which keeps no stacks of threads that ended.
class StartThreadsDeathTest : public testing::Test {
 protected:
  StartThreadsDeathTest() { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
  ~StartThreadsDeathTest() override {
    GTEST_FLAG_SET(death_test_style, "fast");
  }
};

// Exits with the number of threads, or with 100 for an Error, where there is
// room for so many bytes more than the program has.
[[noreturn]] void start_with_room_for(size_t bytes) {
  size_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  rlim_t most = pages * static_cast<size_t>(::getpagesize()) + bytes;
  struct rlimit limit = {most, most};
  (void)::setrlimit(RLIMIT_AS, &limit);
  try {
    std::atomic<bool> stopping = false;
    auto threads = start_threads(99, [&](size_t) { stopping.wait(false); });
    stopping = true;
    stopping.notify_all();
    for (std::thread& thread : threads) thread.join();
    std::_Exit(static_cast<int>(threads.size()));
  } catch (const Error& refused) {
    std::fputs(refused.what(), stderr);
    std::_Exit(100);
  }
}

TEST_F(StartThreadsDeathTest, AreFewerWhenTheSystemHasNoMore) {
  if (!tests::under_own_memory()) GTEST_SKIP() << "a sanitizer's memory";
  EXPECT_EXIT(
      start_with_room_for(100 << 20),
      [](int status) {
        int started = WEXITSTATUS(status);
        return started > 0 && started < 20;
      },
      "");
}

TEST_F(StartThreadsDeathTest, ThatTheSystemRefusesAreAnError) {
  if (!tests::under_own_memory()) GTEST_SKIP() << "a sanitizer's memory";
  EXPECT_EXIT(start_with_room_for(0), testing::ExitedWithCode(100),
              "cannot start a thread: ");
}

}  // namespace
}  // namespace wax::io
