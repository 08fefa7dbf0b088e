#include "rank/rank_sampler.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace wax::rank {
namespace {

Sampler sampled(const std::vector<uint64_t>& views, uint64_t top,
                uint64_t size) {
  Sampler sampler({views.size(), top, size});
  for (size_t i = 0; i < views.size(); ++i) {
    sampler.add("Q" + std::to_string(i + 1), views[i]);
  }
  sampler.finish();
  return sampler;
}

std::string names(const Sampler& sampler) {
  std::string text;
  for (const Sample& sample : sampler.samples()) text += sample.entity + ' ';
  return text;
}

TEST(Sampler, KeepsTopMedianAndLast) {
  Sampler sampler = sampled(
      {4721864130, 107330319, 69160330, 5111172, 51123, 156, 1, 1, 1}, 2, 8);
  EXPECT_EQ(names(sampler), "Q1 Q2 Q5 Q9 ");
  EXPECT_EQ(sampler.median(), 2U);
  EXPECT_EQ(sampler.samples()[3].place, 9U);
  EXPECT_EQ(sampler.samples()[3].views, 1U);
}

TEST(Sampler, TakesFewEntities) {
  EXPECT_EQ(names(sampled({}, 2, 8)), "");
  EXPECT_EQ(names(sampled({5}, 2, 8)), "Q1 ");
  EXPECT_EQ(names(sampled({5}, 0, 8)), "Q1 ");
  EXPECT_EQ(names(sampled({1, 1}, 0, 8)), "Q1 Q2 ");
  // The last one is added when the one before it must stay.
  Sampler three = sampled({1, 1, 1}, 0, 1);
  EXPECT_EQ(names(three), "Q2 Q3 ");
  EXPECT_EQ(three.median(), 0U);
}

TEST(Sampler, KeepsABoundedNumber) {
  std::vector<uint64_t> views;
  for (uint64_t i = 0; i < 100000; ++i) views.push_back(1 + 1000000 / (i + 1));
  EXPECT_LT(sampled(views, 50, 1000).samples().size(), 600U);
}

}  // namespace
}  // namespace wax::rank
