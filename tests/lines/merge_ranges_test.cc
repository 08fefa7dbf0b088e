#include "lines/merge_ranges.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "tests/lines/hostile_lines.h"
#include "tests/lines/spans.h"

namespace wax::lines {
namespace {

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
