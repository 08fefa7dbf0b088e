#include "lines/sort.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "io/error.h"
#include "tests/lines/hostile_lines.h"

namespace wax::lines {
namespace {

using Lines = std::vector<std::string>;

std::string joined(const Lines& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + '\n';
  return text;
}

Lines sorted(const std::string& text, const SortOptions& options) {
  auto stream = sort_lines(lines_of(text), options);
  Lines lines;
  std::string_view line;
  while (stream->next(line)) lines.emplace_back(line);
  return lines;
}

struct Budget {
  uint64_t memory;
  unsigned jobs;
};

class SortBudgets : public testing::TestWithParam<Budget> {};

TEST_P(SortBudgets, GivesTheOrderOfStdSort) {
  SortOptions options;
  options.memory = GetParam().memory;
  options.jobs = GetParam().jobs;
  for (unsigned seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    Lines lines = hostile_lines(random, random() % 3000, 40000);
    std::string text = joined(lines);
    std::sort(lines.begin(), lines.end());
    options.unique = false;
    ASSERT_EQ(sorted(text, options), lines);
    options.unique = true;
    lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
    ASSERT_EQ(sorted(text, options), lines);
  }
}

INSTANTIATE_TEST_SUITE_P(Sort, SortBudgets,
                         testing::Values(Budget{0, 1}, Budget{0, 2},
                                         Budget{20'000, 1}, Budget{100'000, 3},
                                         Budget{1'000'000, 2},
                                         Budget{64 << 20, 1},
                                         Budget{64 << 20, 2}));

TEST(Sort, AnEmptyInputHasNoLines) {
  EXPECT_TRUE(sorted("", {}).empty());
  EXPECT_EQ(sorted("\n", {}), Lines{""});
}

TEST(Sort, ReturnsFalseAgainAfterTheEnd) {
  for (const char* text : {"", "a\n", "b\na\n"}) {
    auto lines = sort_lines(lines_of(text), {});
    std::string_view line;
    while (lines->next(line)) {
    }
    EXPECT_FALSE(lines->next(line));
    EXPECT_FALSE(lines->next(line));
  }
}

TEST(Sort, ALineLongerThanMemoryIsSorted) {
  SortOptions options;
  options.memory = 16 * 1024;
  Lines lines;
  for (int i = 9; i >= 0; --i) {
    lines.push_back(std::string(100'000, 'x') + std::to_string(i));
    lines.push_back(std::to_string(i));
  }
  std::string text = joined(lines);
  std::sort(lines.begin(), lines.end());
  EXPECT_EQ(sorted(text, options), lines);
}

TEST(Sort, ManyRunsAreMergedInSeveralPasses) {
  SortOptions options;
  options.memory = 16 * 1024;
  options.jobs = 2;
  Lines lines;
  for (uint64_t i = 0; i < 100'000; ++i) {
    lines.push_back("com,example)/" + std::to_string(i * 7919 % 100'003));
  }
  std::string text = joined(lines);
  std::sort(lines.begin(), lines.end());
  EXPECT_EQ(sorted(text, options), lines);
}

TEST(Sort, FailsForAMissingTemporaryFolder) {
  SortOptions options;
  options.memory = 0;
  options.tmpdir = "/nonexistent";
  EXPECT_THROW((void)sorted(joined(Lines(100'000, "line")), options), IoError);
}

TEST(Sort, PassesOnAnErrorOfTheInput) {
  struct Broken final : LineStream {
    bool next(std::string_view& line) override {
      if (++count > 10'000) throw FormatError("x", 5, "broken");
      line = "line";
      return true;
    }
    int count = 0;
  };
  SortOptions options;
  options.memory = 0;
  options.jobs = 2;
  auto stream = sort_lines(std::make_unique<Broken>(), options);
  std::string_view line;
  EXPECT_THROW((void)stream->next(line), FormatError);
}

TEST(LineSorter, GivesWhatSortLinesGives) {
  std::string text;
  for (int i = 0; i < 20000; ++i) {
    text += std::to_string(i * 7919 % 20011) + " line\n";
  }
  SortOptions options;
  options.memory = 64 * 1024;
  options.jobs = 1;
  LineSorter sorter(options);
  auto lines = lines_of(std::string_view(text));
  for (std::string_view line; lines->next(line);) sorter.add(line);
  auto sorted = sorter.sorted();
  auto expected = sort_lines(lines_of(std::string_view(text)), options);
  std::string_view line;
  for (std::string_view wanted; expected->next(wanted);) {
    ASSERT_TRUE(sorted->next(line));
    EXPECT_EQ(line, wanted);
  }
  EXPECT_FALSE(sorted->next(line));
  LineSorter none;
  EXPECT_FALSE(none.sorted()->next(line));
}

TEST(LineSpool, WritesEachLineOnceInOrder) {
  LineSpool spool({});
  spool.add("b\na\n");
  spool.add("");
  spool.add("c\nb\n");
  std::string text;
  auto output = io::open_memory(text);
  spool.write_sorted(*output);
  EXPECT_EQ(text, "a\nb\nc\n");
}

TEST(LineSpool, MayBeEmpty) {
  LineSpool spool({});
  std::string text;
  auto output = io::open_memory(text);
  spool.write_sorted(*output);
  EXPECT_EQ(text, "");
}

}  // namespace

}  // namespace wax::lines
