#include "index/writer/graph_bisection.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <set>

#include "tests/support/seed.h"

namespace wax::index {
namespace {

DocumentWords make_lists(const std::vector<std::set<uint32_t>>& documents) {
  DocumentWords lists;
  lists.begins.push_back(0);
  for (const std::set<uint32_t>& words : documents) {
    lists.words.insert(lists.words.end(), words.begin(), words.end());
    lists.begins.push_back(static_cast<uint32_t>(lists.words.size()));
    if (words.empty()) continue;
    lists.different = std::max(lists.different, *words.rbegin() + 1);
  }
  return lists;
}

// Documents of some kinds, which have words of their own and words of all.
DocumentWords mixed(uint32_t documents, uint32_t kinds, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<std::set<uint32_t>> all(documents);
  for (uint32_t i = 0; i < documents; ++i) {
    for (int n = 0; n < 30; ++n) {
      const auto word = static_cast<uint32_t>(random() % 200);
      all[i].insert(n < 10 ? word : 200 * (1 + i % kinds) + word);
    }
  }
  return make_lists(all);
}

TEST(GraphBisection, EachDocumentHasOnePlace) {
  const unsigned seed = tests::seed_of_test();
  for (const uint32_t documents : {0U, 1U, 31U, 32U, 33U, 64U, 65U, 1000U}) {
    std::vector<uint32_t> order = bisected_order(mixed(documents, 3, seed), 2);
    std::sort(order.begin(), order.end());
    std::vector<uint32_t> expected(documents);
    std::iota(expected.begin(), expected.end(), 0);
    EXPECT_EQ(order, expected) << documents;
  }
}

TEST(GraphBisection, DocumentsOfTwoKindsArePulledApart) {
  constexpr uint32_t kDocuments = 1024;
  const std::vector<uint32_t> order =
      bisected_order(mixed(kDocuments, 2, tests::seed_of_test()), 1);
  for (uint32_t i = 0; i < kDocuments; ++i) {
    EXPECT_EQ(order[i] % 2, order[i < kDocuments / 2 ? 0 : kDocuments - 1] % 2)
        << i;
  }
  EXPECT_NE(order.front() % 2, order.back() % 2);
}

TEST(GraphBisection, ThreadsDoNotChangeTheOrder) {
  const DocumentWords lists = mixed(20000, 7, tests::seed_of_test());
  const std::vector<uint32_t> expected = bisected_order(lists, 1);
  for (const unsigned threads : {2U, 3U, 8U}) {
    EXPECT_TRUE(bisected_order(lists, threads) == expected) << threads;
  }
}

TEST(GraphBisection, LeavesAreInTheOrderOfTheNumbers) {
  const std::vector<uint32_t> order =
      bisected_order(mixed(1000, 5, tests::seed_of_test()), 2);
  for (size_t i = 1; i < order.size(); ++i) {
    if (i % kBisectionLeaf == 0) continue;
    EXPECT_LT(order[i - 1], order[i]) << i;
  }
  // Without words all keep their places.
  const std::vector<uint32_t> same =
      bisected_order(make_lists(std::vector<std::set<uint32_t>>(500)), 2);
  EXPECT_TRUE(std::is_sorted(same.begin(), same.end()));
}

}  // namespace
}  // namespace wax::index
