#include "graph/update/pair_sorter.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace wax::graph {
namespace {

void check(uint32_t count, uint32_t most, uint32_t seed) {
  std::mt19937 random(seed);
  std::set<std::pair<NodeId, NodeId>> wanted;
  PairSorter sorter(0, "");  // the least memory: 65,536 pairs
  for (uint32_t i = 0; i < count; ++i) {
    NodeId first = static_cast<NodeId>(random() % most);
    NodeId second = static_cast<NodeId>(random() % most);
    sorter.add(first, second);
    wanted.emplace(first, second);
  }
  sorter.sort();
  NodeId first = 0;
  NodeId second = 0;
  for (auto [a, b] : wanted) {
    ASSERT_TRUE(sorter.next(first, second));
    ASSERT_EQ(first, a);
    ASSERT_EQ(second, b);
  }
  EXPECT_FALSE(sorter.next(first, second));
}

TEST(PairSorter, GivesEachPairOnceInOrder) {
  check(0, 1, 1);
  check(1000, 20, 2);
  check(30'000, 0xfffffff0, 3);
}

TEST(PairSorter, MergesWhatIsMoreThanItsMemory) {
  check(300'000, 300, 4);
  check(200'000, 0xfffffff0, 5);
}

}  // namespace
}  // namespace wax::graph
