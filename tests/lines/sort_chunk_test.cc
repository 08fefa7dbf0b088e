#include "lines/sort_chunk.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "tests/lines/hostile_lines.h"

namespace wax::lines {
namespace {

using Lines = std::vector<std::string>;

Lines lines_in(const SortChunk& chunk) {
  Lines lines;
  for (size_t i = 0; i < chunk.size(); ++i) lines.emplace_back(chunk.line(i));
  return lines;
}

TEST(SortChunk, GivesTheOrderOfStdSortAndTheCodeOfEachLine) {
  for (unsigned seed = 1; seed <= 200; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    Lines lines = hostile_lines(random, random() % 300, 500);
    SortChunk chunk(1 << 20);
    for (bool unique : {false, true}) {
      chunk.clear();
      for (const std::string& line : lines) ASSERT_TRUE(chunk.add(line));
      chunk.sort(unique);
      Lines expected = lines;
      std::sort(expected.begin(), expected.end());
      if (unique) {
        expected.erase(std::unique(expected.begin(), expected.end()),
                       expected.end());
      }
      ASSERT_EQ(lines_in(chunk), expected);
      std::string before;
      for (size_t i = 0; i < expected.size(); ++i) {
        LineCode code = kNoLine;
        EXPECT_FALSE(less_from(expected[i], before, 0, code));
        EXPECT_EQ(chunk.code(i), code);
        before = expected[i];
      }
    }
  }
}

TEST(SortChunk, TakesALineOfTheSizeItWasMadeFor) {
  for (size_t size : {size_t{0}, size_t{1}, size_t{15}, size_t{100'003}}) {
    SortChunk chunk(SortChunk::room_for(size));
    EXPECT_TRUE(chunk.add(std::string(size, 'x'))) << size;
  }
}

TEST(SortChunk, RefusesALineThatDoesNotFitAndKeepsTheRest) {
  SortChunk chunk(1000);
  size_t taken = 0;
  while (chunk.add("com,example)/")) ++taken;
  EXPECT_GT(taken, 20U);
  EXPECT_LT(taken * (13 + 16), 1000U);
  chunk.sort(false);
  EXPECT_EQ(lines_in(chunk), Lines(taken, "com,example)/"));
  chunk.clear();
  EXPECT_EQ(chunk.size(), 0U);
  EXPECT_TRUE(chunk.add("a"));
}

TEST(SortChunk, StaysEmptyWithoutLines) {
  SortChunk chunk(100);
  chunk.sort(true);
  EXPECT_EQ(chunk.size(), 0U);
}

}  // namespace
}  // namespace wax::lines
