#include "cdx/files/cdx_blocks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "lines/line_error.h"
#include "tests/lines/hostile_lines.h"

namespace wax::cdx {
namespace {

constexpr std::string_view kHeader = " CDX N b a";

// The lines of all blocks; checks what a block says of them.
std::vector<std::string> lines_in(lines::BlockSource& source) {
  std::vector<std::string> lines;
  std::string before;
  lines::LineBlock block;
  while (source.next(block)) {
    EXPECT_GT(block.size(), 0U);
    for (size_t i = 0; i < block.size(); ++i) {
      std::string line(block.line(i));
      lines::LineCode code;
      EXPECT_FALSE(lines::less_from(line, before, 0, code));
      EXPECT_EQ(block.lines[i].code, code);
      EXPECT_EQ(block.line(i).data()[line.size()], '\n');
      lines.push_back(line);
      before = line;
    }
  }
  return lines;
}

std::unique_ptr<io::ByteSource> bytes_of(std::string_view text) {
  return std::make_unique<io::MemorySource>(text);
}

TEST(CdxBlocks, GivesAllLinesInBlocksOfAnySize) {
  for (unsigned seed = 1; seed <= 150; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    auto lines = lines::hostile_lines(random, random() % 60, 2000);
    std::sort(lines.begin(), lines.end());
    std::string odd(kHeader);
    odd += '\n';
    for (const std::string& line : lines) {
      if (random() % 10 == 0) odd += std::string(kHeader) + "\r\n";
      odd += line + (random() % 3 == 0 ? "\r\n" : "\n");
    }
    if (!lines.empty() && !lines.back().empty() && random() % 2 == 0) {
      odd.pop_back();
      if (odd.back() == '\r') odd.pop_back();
    }
    size_t size = 16 + random() % 600;
    CdxBlocks file("x", bytes_of(odd), size);
    EXPECT_EQ(file.header(), kHeader);
    EXPECT_EQ(file.first(), lines.empty() ? "" : lines.front());
    EXPECT_EQ(lines_in(file), lines);
  }
}

TEST(CdxBlocks, AFileWithoutLinesHasNoBlocks) {
  for (std::string_view text : {"", " CDX N b a\n", " CDX N b a"}) {
    CdxBlocks file("x", bytes_of(text), 64);
    EXPECT_EQ(file.header(), text.empty() ? "" : kHeader);
    EXPECT_EQ(file.first(), "");
    EXPECT_TRUE(lines_in(file).empty());
  }
}

TEST(CdxBlocks, NamesTheLineThatIsOutOfOrder) {
  std::string text(kHeader);
  text += "\n";
  for (int i = 100; i < 200; ++i) text += std::to_string(i) + "\n";
  text += "150\n";
  for (size_t size : {64, 4096}) {
    try {
      CdxBlocks file("file", bytes_of(text), size);
      (void)lines_in(file);
      FAIL() << "no error";
    } catch (const lines::LineError& error) {
      EXPECT_TRUE(std::string(error.what()).starts_with("file: line 102: "))
          << error.what();
    }
  }
}

TEST(CdxBlocks, HeadersMustEqualTheFirstOne) {
  EXPECT_THROW(CdxBlocks("x", bytes_of("a b\n CDX N b a\n"), 64),
               lines::LineError);
  EXPECT_THROW(CdxBlocks("x", bytes_of(" CDX N b a\n CDX N b k\n"), 64),
               lines::LineError);
}

}  // namespace
}  // namespace wax::cdx
