#include "index/store/impact_bounds.h"

#include <gtest/gtest.h>

#include <random>
#include <utility>
#include <vector>

namespace wax::index {
namespace {

// Equal and nearly equal impacts of different frequencies and norms occur.
TEST(GreatestImpactTest, NoScoreIsAboveThatOfTheGreatestImpact) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    std::mt19937 random(seed);
    for (int round = 0; round < 500; ++round) {
      const NormFactors& factors = factors_of("main");
      GreatestImpact greatest(factors);
      std::vector<std::pair<uint32_t, uint8_t>> all;
      for (size_t n = 1 + random() % 128; n > 0; --n) {
        auto frequency = static_cast<uint32_t>(
            1 + random() % (random() % 4 == 0 ? 1000U : 8U));
        auto norm = static_cast<uint8_t>(90 + random() % 30);
        all.emplace_back(frequency, norm);
        greatest.add(frequency, norm);
      }
      float weight = static_cast<float>(1 + random() % 100000) / 997;
      const Impact& impact = greatest.impact();
      float bound = score_of(weight, impact.frequency, factors[impact.norm]);
      float most = impact.has_rival ? bound * (1 + 0x1p-18F) : bound;
      bool reached = false;
      for (auto [frequency, norm] : all) {
        float score = score_of(weight, frequency, factors[norm]);
        EXPECT_LE(score, most) << "seed " << seed;
        reached |= score == bound;
      }
      EXPECT_TRUE(reached) << "seed " << seed;
    }
  }
}

TEST(NormFactorsTest, LongValuesCountLessAndFieldsWithoutNormsAllTheSame) {
  for (std::string_view field : {"title", "main", "content", "url", "other"}) {
    const NormFactors& factors = factors_of(field);
    for (size_t i = 1; i < factors.size(); ++i) {
      EXPECT_LE(factors[i - 1], factors[i]) << field << ' ' << i;
    }
  }
  LuceneField without;
  EXPECT_EQ(factors_of(without)[7], 1);
}

}  // namespace
}  // namespace wax::index
