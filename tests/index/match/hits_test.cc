#include "index/match/hits.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace wax::tests {
namespace {

TEST(Missing, SaysWhatAnAnswerLacks) {
  index::Missing missing;
  EXPECT_FALSE(missing.any());
  EXPECT_TRUE(missing.reasons().empty());
  missing.shards = 1;
  missing.documents = 2;
  EXPECT_TRUE(missing.any());
  EXPECT_THAT(missing.reasons(),
              testing::ElementsAre("1 shard could not be read",
                                   "2 documents could not be read"));
  missing = {.out_of_time = true};
  EXPECT_TRUE(missing.any());
  EXPECT_THAT(missing.reasons(), testing::ElementsAre("the time ran out"));
}

// Documents with scores, some of which then get up to a boost more.
TEST(BestHits, TheFirstOnesAreRightAfterTheBoost) {
  for (unsigned seed = 1; seed <= 300; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    auto below = [&](uint32_t n) {
      return static_cast<uint32_t>(random() % n);
    };
    const float boost = static_cast<float>(below(100)) / 100;
    const uint64_t needed = 1 + below(12);
    index::BestHits some(50, needed, boost);
    index::BestHits all(50);
    std::vector<float> boosts;
    for (uint64_t i = 0; i < 400; ++i) {
      const float score = static_cast<float>(below(300)) / 100;
      boosts.push_back(static_cast<float>(below(3)) / 2 * boost);
      if (score > some.least()) some.add(i, score);
      if (score > all.least()) all.add(i, score);
    }
    auto boosted = [&](std::vector<index::Hit> hits) {
      for (index::Hit& hit : hits) hit.score += boosts[hit.document];
      std::sort(hits.begin(), hits.end(), index::is_better);
      hits.resize(std::min<size_t>(hits.size(), needed));
      return hits;
    };
    const auto found = boosted(std::move(some).sorted());
    const auto expected = boosted(std::move(all).sorted());
    ASSERT_EQ(found.size(), expected.size());
    for (size_t i = 0; i < found.size(); ++i) {
      EXPECT_EQ(found[i].document, expected[i].document);
      EXPECT_EQ(found[i].score, expected[i].score);
    }
  }
}

}  // namespace
}  // namespace wax::tests
