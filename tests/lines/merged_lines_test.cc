#include "lines/merged_lines.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "lines/line_block.h"
#include "lines/line_stream.h"
#include "lines/read_ahead.h"
#include "tests/lines/hostile_lines.h"
#include "tests/lines/spans.h"
#include "tests/lines/stream_text.h"
#include "tests/support/temp_dir.h"

namespace wax::lines {
namespace {

using Lines = std::vector<std::string>;

// Of blocks of 16 bytes.
std::unique_ptr<SortedInputs> inputs_of(const Lines& texts) {
  std::vector<std::unique_ptr<BlockSource>> sources;
  for (const std::string& text : texts) {
    sources.push_back(blocks_of("x", lines_of(text), 16));
  }
  return std::make_unique<ReadAhead>(std::move(sources));
}

std::string merged(const Lines& texts, bool unique, unsigned threads = 0) {
  return text_of(*merged_lines(inputs_of(texts), unique, {32, threads}));
}

TEST(MergedLines, ComeInOrderFromAllInputs) {
  EXPECT_EQ(merged({"a 1\nc 1\nc 2\nx 1\n", "", "b 1\nc 1\n"}, false),
            "a 1\nb 1\nc 1\nc 1\nc 2\nx 1\n");
}

TEST(MergedLines, HaveEqualLinesOnceWithUnique) {
  EXPECT_EQ(merged({"a 1\na 1\nc 1\n", "a 1\nb 1\n", "c 1\n"}, true),
            "a 1\nb 1\nc 1\n");
}

TEST(MergedLines, AreEmptyWithoutInputs) {
  for (unsigned threads : {0U, 2U}) EXPECT_EQ(merged({}, false, threads), "");
}

TEST(MergedLines, AreTheSameForAnyThreadsAndRanges) {
  for (unsigned seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    std::vector<Lines> inputs(random() % 12);
    Lines all;
    for (Lines& lines : inputs) {
      lines = hostile_lines(random, random() % 80, 60'000);
      std::sort(lines.begin(), lines.end());
      all.insert(all.end(), lines.begin(), lines.end());
    }
    std::sort(all.begin(), all.end());
    for (bool unique : {false, true}) {
      if (unique) all.erase(std::unique(all.begin(), all.end()), all.end());
      std::string expected;
      for (const std::string& line : all) expected += line + '\n';
      for (unsigned threads : {0U, 1U, 2U, 3U}) {
        std::vector<std::vector<LineSpan>> spans;
        for (Lines& lines : inputs) {
          spans.push_back(spans_of(lines, 1 + random() % 30));
        }
        auto merged =
            merged_lines(std::make_unique<InputsOfSpans>(std::move(spans)),
                         unique, {size_t{16} << random() % 10, threads});
        // Some lines by themselves first.
        std::string got;
        std::string_view line;
        size_t singles = random() % (all.size() + 2);
        uint64_t count = 0;
        for (; count < singles && merged->next(line); ++count) {
          got.append(line).append("\n");
        }
        auto output = io::open_memory(got);
        count += merged->copy_to(*output);
        EXPECT_EQ(got, expected);
        EXPECT_EQ(count, all.size());
        EXPECT_FALSE(merged->next(line));
        EXPECT_EQ(merged->copy_to(*output), 0U);
      }
    }
  }
}

TEST(MergedLines, EndAtAnErrorOfAnInputForAnyThreads) {
  Lines texts(3);
  for (int i = 0; i < 100; ++i) {
    texts[static_cast<size_t>(i) % 2] += std::to_string(1000 + i) + '\n';
  }
  texts[2] = "1050\n1060\n1065\n1070\n1000\n";
  std::string expected;
  for (unsigned threads : {0U, 1U, 3U}) {
    auto lines = merged_lines(inputs_of(texts), false, {64, threads});
    std::string got;
    std::string_view line;
    EXPECT_THROW(while (lines->next(line)) got.append(line).append("\n"),
                 LineError);
    if (threads == 0) expected = got;
    EXPECT_EQ(got, expected);
    EXPECT_TRUE(got.starts_with("1000\n1001\n"));
  }
}

TEST(MergedLines, CanBeDestroyedInTheMiddle) {
  Lines texts(20);
  for (int i = 0; i < 10'000; ++i) {
    texts[static_cast<size_t>(i) % 20] += std::to_string(10'000 + i) + '\n';
  }
  auto lines = merged_lines(inputs_of(texts), false, {64, 3});
  std::string_view line;
  ASSERT_TRUE(lines->next(line));
  EXPECT_EQ(line, "10000");
}

TEST(MergedRun, HasTheLinesAndTheirCodes) {
  tests::TempDir folder;
  auto file = std::make_shared<RunFile>(folder.path());
  Lines texts = {"a\nab\nabcdefgh\n", "a\nabcd\nabcdefgi\nb\n", ""};
  for (size_t range : {1, 8, 1000}) {
    lines::Run run = merged_run(inputs_of(texts), {range, 0}, *file, 64);
    auto source = read_run(file, std::move(run), false, 64);
    LineBlock block;
    std::string before;
    std::string text;
    while (source->next(block)) {
      for (size_t i = 0; i < block.size(); ++i) {
        LineCode code;
        EXPECT_FALSE(less_from(block.line(i), before, 0, code));
        EXPECT_EQ(block.lines[i].code, code);
        before = block.line(i);
        text += before + '\n';
      }
    }
    EXPECT_EQ(text, "a\na\nab\nabcd\nabcdefgh\nabcdefgi\nb\n");
  }
}

using Lines = std::vector<std::string>;

MergeRanges ranges_of(std::vector<std::vector<LineSpan>> inputs, size_t bytes) {
  return MergeRanges(std::make_unique<InputsOfSpans>(std::move(inputs)), bytes);
}

Lines lines_in(const InputSpans& spans) {
  Lines lines;
  for (const LineSpan& span : spans) {
    for (size_t i = 0; i < span.size; ++i) lines.emplace_back(span.line(i));
  }
  return lines;
}

TEST(MergeRanges, FollowOneAnotherAndHoldAllLinesInOrder) {
  for (unsigned seed = 1; seed <= 200; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    std::vector<Lines> inputs(random() % 12);
    std::vector<std::vector<LineSpan>> spans;
    for (Lines& lines : inputs) {
      lines = hostile_lines(random, random() % 80, 300);
      std::sort(lines.begin(), lines.end());
      spans.push_back(spans_of(lines, 1 + random() % 30));
    }
    MergeRanges ranges = ranges_of(std::move(spans), 16 << random() % 8);
    std::vector<Lines> got(inputs.size());
    std::string greatest;
    bool first = true;
    MergeRange range;
    while (ranges.next(range)) {
      EXPECT_EQ(range.is_first, first);
      EXPECT_EQ(range.before, greatest);
      ASSERT_EQ(range.inputs.size(), inputs.size());
      size_t bytes = 0;
      for (size_t i = 0; i < inputs.size(); ++i) {
        Lines lines = lines_in(range.inputs[i]);
        for (const std::string& line : lines) {
          bytes += line.size() + 1;
          EXPECT_GE(line, range.before);
          greatest = std::max(greatest, line);
        }
        std::move(lines.begin(), lines.end(), std::back_inserter(got[i]));
      }
      EXPECT_EQ(range.bytes, bytes);
      EXPECT_GT(bytes, 0U);
      first = false;
    }
    EXPECT_EQ(got, inputs);
    EXPECT_FALSE(ranges.next(range));
  }
}

void expect_even(MergeRanges ranges, size_t bytes) {
  MergeRange range;
  size_t all = 0;
  size_t count = 0;
  for (; ranges.next(range); ++count) {
    EXPECT_LT(range.bytes, 3 * bytes);
    all += range.bytes;
  }
  EXPECT_LT(count, 3 * all / bytes);
}

TEST(MergeRanges, HaveEqualSizesForAnyOrderOfInputs) {
  for (size_t count : {1, 16, 300}) {
    SCOPED_TRACE(count);
    std::vector<std::vector<LineSpan>> in_turn;
    std::vector<std::vector<LineSpan>> apart;
    std::vector<std::vector<LineSpan>> same;
    const size_t each = 200'000 / count;
    for (size_t i = 0; i < count; ++i) {
      Lines lines[2];
      for (size_t k = 0; k < each; ++k) {
        lines[0].push_back(std::to_string(100'000 + k * count + i));
        lines[1].push_back(std::to_string(100'000 + i * each + k));
      }
      in_turn.push_back(spans_of(lines[0], 100));
      apart.push_back(spans_of(lines[1], 100));
      same.push_back(spans_of(Lines(each, "same"), 100));
    }
    expect_even(ranges_of(std::move(in_turn), 40'000), 40'000);
    expect_even(ranges_of(std::move(apart), 40'000), 40'000);
    expect_even(ranges_of(std::move(same), 20'000), 20'000);
  }
}

}  // namespace

}  // namespace wax::lines
