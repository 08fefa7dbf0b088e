#include "index/store/limits.h"

#include <gtest/gtest.h>

#include <chrono>
#include <utility>

namespace wax::index {
namespace {

TEST(Deadline, PassesAtItsEnd) {
  EXPECT_NO_THROW(Deadline().check());
  auto now = std::chrono::steady_clock::now();
  EXPECT_NO_THROW(Deadline(now + std::chrono::hours(1)).check());
  EXPECT_THROW(Deadline(now).check(), Deadline::Passed);
}

TEST(MemoryBudget, RefusesWhatIsBeyondIt) {
  MemoryBudget budget(100);
  budget.take(60);
  EXPECT_THROW(budget.take(41), TooMuchMemory);
  EXPECT_EQ(budget.taken(), 60U);
  budget.take(40);
  budget.give_back(100);
  EXPECT_EQ(budget.taken(), 0U);
}

TEST(TakenMemory, IsGivenBackAtItsEnd) {
  MemoryBudget budget(100);
  {
    TakenMemory memory(&budget);
    memory.add(20);
    memory.add(30);
    TakenMemory moved = std::move(memory);
    EXPECT_EQ(budget.taken(), 50U);
    moved.set(70);
    EXPECT_EQ(budget.taken(), 70U);
    EXPECT_THROW(moved.set(101), TooMuchMemory);
    EXPECT_EQ(budget.taken(), 0U);
    moved.add(10);
  }
  EXPECT_EQ(budget.taken(), 0U);
  TakenMemory unlimited(nullptr);
  unlimited.add(uint64_t{1} << 60);
}

}  // namespace
}  // namespace wax::index
