#include "answers/shown/once_per_state.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <future>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "io/error.h"
#include "tests/serve/small_site.h"

namespace wax::answers {
namespace {

using Numbers = OncePerState<uint64_t>;

// The collection in another state.
Scope scope_in(const serve::SmallSite& small, uint64_t number,
               std::shared_ptr<const collection::AccessRules> access = {}) {
  auto generation = std::make_shared<Generation>();
  generation->number = number;
  generation->access = std::move(access);
  Scope scope = small.scope();
  scope.generation = std::move(generation);
  return scope;
}

std::shared_ptr<const uint64_t> number_of(const Scope& scope) {
  return std::make_shared<const uint64_t>(scope.generation->number);
}

// Asks until nothing is being made.
Numbers::Answer made_answer(Numbers& numbers, const Scope& scope) {
  Numbers::Answer answer = numbers.of(scope);
  for (int i = 0; i < 1000 && answer.being_made; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    answer = numbers.of(scope);
  }
  return answer;
}

TEST(OncePerState, MakesEachStateOnceHoweverManyThreadsAsk) {
  serve::SmallSite small;
  std::atomic<int> made{0};
  Numbers numbers([&](const Scope& scope, const std::atomic<bool>&) {
    ++made;
    return number_of(scope);
  });
  for (uint64_t state = 1; state <= 3; ++state) {
    const Scope scope = scope_in(small, state);
    std::vector<std::thread> threads;
    for (int i = 0; i < 8; ++i) {
      threads.emplace_back([&] {
        const Numbers::Answer answer = made_answer(numbers, scope);
        ASSERT_NE(answer.made, nullptr);
        EXPECT_EQ(*answer.made, state);
        EXPECT_EQ(answer.failure, "");
      });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(made, static_cast<int>(state));
  }
  // A request that still has an earlier state gets the last value.
  EXPECT_EQ(*made_answer(numbers, scope_in(small, 2)).made, 3U);
  EXPECT_EQ(made, 3);
}

TEST(OncePerState, TheFormerValueIsShownOnlyUnderTheSameRules) {
  serve::SmallSite small;
  std::promise<void> go;
  std::shared_future<void> gone(go.get_future());
  Numbers numbers([&](const Scope& scope, const std::atomic<bool>&) {
    if (scope.generation->number > 1) gone.wait();
    return number_of(scope);
  });
  ASSERT_NE(made_answer(numbers, scope_in(small, 1)).made, nullptr);

  Numbers::Answer answer = numbers.of(scope_in(small, 2));
  EXPECT_TRUE(answer.being_made);
  ASSERT_NE(answer.made, nullptr);
  EXPECT_EQ(*answer.made, 1U);
  const auto rules =
      std::make_shared<const collection::AccessRules>("20260101");
  answer = numbers.of(scope_in(small, 2, rules));
  EXPECT_TRUE(answer.being_made);
  EXPECT_EQ(answer.made, nullptr);

  go.set_value();
  EXPECT_EQ(*made_answer(numbers, scope_in(small, 2)).made, 2U);
}

TEST(OncePerState, AFailureIsTold) {
  serve::SmallSite small;
  Numbers numbers([&](const Scope& scope, const std::atomic<bool>&) {
    if (scope.generation->number == 1) throw Error("no numbers");
    return number_of(scope);
  });
  Numbers::Answer answer = made_answer(numbers, scope_in(small, 1));
  EXPECT_EQ(answer.made, nullptr);
  EXPECT_EQ(answer.failure, "no numbers");
  answer = made_answer(numbers, scope_in(small, 2));
  EXPECT_EQ(*answer.made, 2U);
  EXPECT_EQ(answer.failure, "");
}

TEST(OncePerState, EndsWhileAValueIsMade) {
  serve::SmallSite small;
  std::atomic<bool> stopped{false};
  {
    Numbers numbers([&](const Scope&, const std::atomic<bool>& stopping)
                        -> std::shared_ptr<const uint64_t> {
      while (!stopping) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
      }
      stopped = true;
      throw Error("stopped");
    });
    EXPECT_TRUE(numbers.of(scope_in(small, 1)).being_made);
  }
  EXPECT_TRUE(stopped);
}

}  // namespace
}  // namespace wax::answers
