#include "lines/read_ahead.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "lines/line_block.h"
#include "lines/line_stream.h"

namespace wax::lines {
namespace {

// They read the texts where they are.
std::vector<std::unique_ptr<BlockSource>> sources_of(
    const std::vector<std::string>& texts) {
  std::vector<std::unique_ptr<BlockSource>> sources;
  for (const std::string& text : texts) {
    sources.push_back(blocks_of("x", lines_of(text), 64));
  }
  return sources;
}

TEST(ReadAhead, GivesTheBlocksOfEverySourceForAnyNumberOfThreads) {
  std::vector<std::string> texts(20);
  for (size_t i = 0; i < texts.size(); ++i) {
    for (size_t k = 0; k < 50 * (i % 5); ++k) {
      texts[i] += std::to_string(1'000'000 + k) + " " + std::to_string(i);
      texts[i] += '\n';
    }
  }
  for (unsigned threads : {0U, 1U, 3U}) {
    ReadAhead ahead(sources_of(texts));
    io::WorkPool pool(threads);
    ahead.read_ahead(pool);
    ASSERT_EQ(ahead.size(), texts.size());
    std::vector<std::string> got(texts.size());
    LineSpan block;
    size_t calls = 0;
    for (bool any = true; std::exchange(any, false);) {
      for (size_t i = 0; i < texts.size(); ++i) {
        if (got[i].size() == texts[i].size()) continue;
        ASSERT_TRUE(ahead.next(i, block));
        for (size_t k = 0; k < block.size; ++k) {
          (got[i] += block.line(k)) += '\n';
        }
        any = true;
        if (calls++ % 3 == 0) ahead.read_ahead(pool);
      }
    }
    EXPECT_EQ(got, texts);
    EXPECT_FALSE(ahead.next(0, block));
  }
}

TEST(ReadAhead, ThrowsTheErrorOfASourceInItsTurn) {
  std::string text;
  for (int i = 0; i < 100; ++i) text += "line\n";
  const std::vector<std::string> texts = {text, text + "kine\n"};
  for (unsigned threads : {0U, 2U}) {
    ReadAhead ahead(sources_of(texts));
    io::WorkPool pool(threads);
    ahead.read_ahead(pool);
    LineSpan block;
    while (ahead.next(0, block)) continue;
    ASSERT_TRUE(ahead.next(1, block));
    ASSERT_TRUE(ahead.next(1, block));
    size_t lines = 2 * block.size;
    EXPECT_THROW(
        while (ahead.next(1, block)) {
          lines += block.size;
          ahead.read_ahead(pool);
        },
        LineError);
    EXPECT_EQ(lines, 96U);  // 12 to a block, and the block of the error is lost
  }
}

// Counts the blocks that were read from it.
class CountedBlocks final : public BlockSource {
 public:
  explicit CountedBlocks(size_t& count) : count_(&count) {}
  bool next(LineBlock& block) override {
    ++*count_;
    block.lines.clear();
    block.reserve(0, 2);
    block.text[0] = 'a';
    block.text[1] = '\n';
    block.add(code_at("a", 0), 0, 1);
    return true;
  }

 private:
  size_t* count_;
};

TEST(ReadAhead, ReadsAsManyBlocksAsWereTakenUpToABound) {
  constexpr size_t kSources = 5;
  std::vector<size_t> counts(kSources);
  std::vector<std::unique_ptr<BlockSource>> sources;
  for (size_t& count : counts) {
    sources.push_back(std::make_unique<CountedBlocks>(count));
  }
  ReadAhead ahead(std::move(sources));
  io::WorkPool pool(0);  // work is done when it is asked for
  ahead.read_ahead(pool);
  LineSpan block;
  std::vector<size_t> taken(kSources);
  auto take = [&](size_t source, size_t count) {
    for (; count > 0; --count, ++taken[source]) {
      ASSERT_TRUE(ahead.next(source, block));
    }
  };
  for (size_t i = 0; i < kSources; ++i) take(i, 5);
  ahead.read_ahead(pool);
  size_t unused = 0;
  for (size_t i = 0; i < kSources; ++i) {
    take(i, 1);
    unused += counts[i] - taken[i];
  }
  EXPECT_EQ(counts[0] - taken[0], 4U);
  EXPECT_EQ(unused, ReadAhead::kMoreBlocks);
}

TEST(ReadAhead, ReadsWhenAskedWithoutAPool) {
  const std::vector<std::string> files = {"a\nb\n", "c\n"};
  ReadAhead ahead(sources_of(files));
  LineSpan block;
  EXPECT_TRUE(ahead.next(1, block));
  EXPECT_EQ(block.line(0), "c");
  EXPECT_FALSE(ahead.next(1, block));
  EXPECT_TRUE(ahead.next(0, block));
  EXPECT_EQ(block.size, 2U);
}

TEST(ReadAhead, MayBeDestroyedWhileThreadsRead) {
  const std::vector<std::string> files = {"a\nb\n", "c\n"};
  ReadAhead ahead(sources_of(files));
  io::WorkPool pool(2);
  ahead.read_ahead(pool);
}

}  // namespace
}  // namespace wax::lines
