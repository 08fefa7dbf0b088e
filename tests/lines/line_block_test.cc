#include "lines/line_block.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "lines/line_stream.h"
#include "tests/lines/hostile_lines.h"

namespace wax::lines {
namespace {

// The lines of all blocks; checks what a block says of them.
std::vector<std::string> lines_in(BlockSource& source) {
  std::vector<std::string> lines;
  std::string before;
  LineBlock block;
  while (source.next(block)) {
    EXPECT_GT(block.size(), 0U);
    for (size_t i = 0; i < block.size(); ++i) {
      std::string line(block.line(i));
      LineCode code;
      EXPECT_FALSE(less_from(line, before, 0, code));
      EXPECT_EQ(block.lines[i].code, code);
      EXPECT_EQ(block.line(i).data()[line.size()], '\n');
      lines.push_back(line);
      before = line;
    }
  }
  return lines;
}

TEST(LineBlock, GivesTheLinesOfAnyTextInBlocksOfAnySize) {
  for (unsigned seed = 1; seed <= 150; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    auto lines = hostile_lines(random, random() % 60, 2000);
    std::sort(lines.begin(), lines.end());
    std::string text;
    for (const std::string& line : lines) text += line + '\n';
    size_t size = 16 + random() % 600;
    auto stream = blocks_of("x", lines_of(text), size);
    EXPECT_EQ(lines_in(*stream), lines);
  }
}

TEST(LineBlock, TakesLinesUpToItsSize) {
  for (const size_t size : {3, 4}) {
    auto stream = blocks_of("x", lines_of("a\nb\nc\n"), size);
    LineBlock block;
    ASSERT_TRUE(stream->next(block));
    EXPECT_EQ(block.size(), size / 2);
  }
}

TEST(LineBlock, NamesTheLineThatIsOutOfOrder) {
  std::string text;
  for (int i = 100; i < 200; ++i) text += std::to_string(i) + "\n";
  text += "150\n";
  for (size_t size : {64, 4096}) {
    try {
      (void)lines_in(*blocks_of("file", lines_of(text), size));
      FAIL() << "no error";
    } catch (const LineError& error) {
      EXPECT_TRUE(std::string(error.what()).starts_with("file: line 101: "))
          << error.what();
    }
  }
}

}  // namespace
}  // namespace wax::lines
