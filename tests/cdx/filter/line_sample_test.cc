#include "cdx/filter/line_sample.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace wax::cdx {
namespace {

std::vector<std::string> sampled_keys(double share, uint64_t seed) {
  KeySample sample(share, seed);
  std::vector<std::string> keys;
  for (int i = 1000; i < 3000; ++i) {
    std::string key = "key-" + std::to_string(i);
    if (sample.has(key)) keys.push_back(key);
  }
  return keys;
}

TEST(KeySample, HasItsShareOfTheKeys) {
  const struct {
    double share;
    size_t least;
    size_t most;
  } kCases[] = {
      {-1, 0, 0},       {0, 0, 0},       {0.1, 140, 260},
      {0.5, 920, 1080}, {1, 2000, 2000}, {7, 2000, 2000},
  };
  for (const auto& c : kCases) {
    size_t keys = sampled_keys(c.share, 0).size();
    EXPECT_GE(keys, c.least) << c.share;
    EXPECT_LE(keys, c.most) << c.share;
  }
}

TEST(KeySample, AGreaterShareHasTheKeysOfASmallerOne) {
  std::vector<std::string> smaller;
  for (double share : {0.01, 0.1, 0.5, 0.9, 1.0}) {
    std::vector<std::string> keys = sampled_keys(share, 3);
    EXPECT_TRUE(
        std::includes(keys.begin(), keys.end(), smaller.begin(), smaller.end()))
        << share;
    smaller = keys;
  }
}

TEST(KeySample, DependsOnTheSeed) {
  EXPECT_EQ(sampled_keys(0.5, 1), sampled_keys(0.5, 1));
  EXPECT_NE(sampled_keys(0.5, 1), sampled_keys(0.5, 2));
}

std::vector<std::string> numbered_lines(int count) {
  std::vector<std::string> lines;
  for (int i = 0; i < count; ++i) {
    lines.push_back("k" + std::to_string(100 + i) + " 2007 {}");
  }
  return lines;
}

std::vector<std::string> taken(LineSample& sample) {
  std::vector<std::string> lines;
  for (std::string line; sample.take(line);) lines.push_back(line);
  return lines;
}

std::vector<std::string> line_sample(const std::vector<std::string>& lines,
                                     uint64_t most, uint64_t seed) {
  LineSample sample(most, seed);
  for (const std::string& line : lines) (void)sample.add(line);
  return taken(sample);
}

TEST(LineSample, HasTheRequestedNumberOfLinesInOrder) {
  const std::vector<std::string> lines = numbered_lines(300);
  for (uint64_t most : {1, 20, 299, 300, 1000}) {
    std::vector<std::string> some = line_sample(lines, most, 1);
    EXPECT_EQ(some.size(), std::min<size_t>(most, 300));
    EXPECT_TRUE(std::is_sorted(some.begin(), some.end())) << most;
  }
  EXPECT_EQ(line_sample({}, 5, 1), std::vector<std::string>{});
}

TEST(LineSample, AGreaterSampleHasTheLinesOfASmallerOne) {
  const std::vector<std::string> lines = numbered_lines(300);
  std::vector<std::string> some = line_sample(lines, 20, 1);
  std::vector<std::string> fewer = line_sample(lines, 10, 1);
  EXPECT_TRUE(
      std::includes(some.begin(), some.end(), fewer.begin(), fewer.end()));
  EXPECT_NE(line_sample(lines, 20, 2), some) << "another seed";
}

TEST(LineSample, IsTheSameInAnyOrderOfLines) {
  std::vector<std::string> lines = numbered_lines(300);
  std::vector<std::string> some = line_sample(lines, 20, 1);
  std::reverse(lines.begin(), lines.end());
  std::vector<std::string> reversed = line_sample(lines, 20, 1);
  std::reverse(reversed.begin(), reversed.end());
  EXPECT_EQ(reversed, some);
}

TEST(LineSample, TellsWhetherALineIsDropped) {
  LineSample sample(2, 0);
  EXPECT_TRUE(sample.add("a"));
  EXPECT_TRUE(sample.add("b"));
  EXPECT_FALSE(sample.add("c"));
  EXPECT_FALSE(sample.add("d"));
  EXPECT_EQ(taken(sample).size(), 2U);
}

TEST(LineSample, KeepsMetadataLinesInTheirPlaces) {
  LineSample sample(2, 0);
  sample.add_metadata("!meta 0 {}");
  (void)sample.add("a");
  sample.add_metadata("");
  (void)sample.add("b");
  sample.add_metadata("!meta 1 {}");
  EXPECT_EQ(taken(sample), (std::vector<std::string>{"!meta 0 {}", "a", "", "b",
                                                     "!meta 1 {}"}));
}

}  // namespace
}  // namespace wax::cdx
