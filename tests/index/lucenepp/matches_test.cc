#include "index/lucenepp/matches.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <random>
#include <set>

namespace wax::index {
namespace {

using testing::ElementsAre;

TEST(MatchesTest, ScoresAddUp) {
  Matches a{{1, 3, 5}, {1, 1, 1}, false};
  Matches b{{3, 4, 5}, {2, 2, 2}, false};
  EXPECT_THAT(both(a, b).documents, ElementsAre(3, 5));
  EXPECT_THAT(both(a, b).scores, ElementsAre(3, 3));
  EXPECT_THAT(either(a, b).documents, ElementsAre(1, 3, 4, 5));
  EXPECT_THAT(either(a, b).scores, ElementsAre(1, 3, 2, 3));
  EXPECT_THAT(without(a, {3}).documents, ElementsAre(1, 5));
  EXPECT_THAT(without(a, {3}).scores, ElementsAre(1, 1));
}

TEST(MatchesTest, ComplementsFollowTheRulesOfSets) {
  constexpr int32_t kDocuments = 12;
  auto set_of = [](const Matches& matches) {
    Matches all = listed(matches, kDocuments);
    return std::set<int32_t>(all.documents.begin(), all.documents.end());
  };
  for (unsigned seed = 1; seed <= 500; ++seed) {
    std::mt19937 random(seed);
    auto make = [&] {
      Matches made;
      made.all_but = random() % 2 == 0;
      for (int32_t n = 0; n < kDocuments; ++n) {
        if (random() % 2 == 0) made.documents.push_back(n);
      }
      return made;
    };
    Matches a = make();
    Matches b = make();
    std::set<int32_t> expected;
    for (int32_t n : set_of(a)) {
      if (set_of(b).contains(n)) expected.insert(n);
    }
    EXPECT_EQ(set_of(both(a, b)), expected) << seed;
  }
}

}  // namespace
}  // namespace wax::index
