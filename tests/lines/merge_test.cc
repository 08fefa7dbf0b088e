#include "lines/merge.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "lines/line_stream.h"
#include "tests/lines/hostile_lines.h"
#include "tests/lines/stream_text.h"

namespace wax::lines {
namespace {

std::string merged(bool unique) {
  std::vector<LineInput> inputs;
  inputs.push_back({"x", lines_of("a\nc\nc\n")});
  inputs.push_back({"y", lines_of("")});
  inputs.push_back({"z", lines_of("\nb\nc\n")});
  MergeOptions options;
  options.unique = unique;
  auto lines = merge_lines(std::move(inputs), options);
  std::string text;
  std::string_view line;
  while (lines->next(line)) text += std::string(line) + '\n';
  return text;
}

TEST(Merge, KeepsTheOrderOfAllInputs) {
  EXPECT_EQ(merged(false), "\na\nb\nc\nc\nc\n");
  EXPECT_EQ(merged(true), "\na\nb\nc\n");
}

TEST(Merge, NamesFileAndLineOfTheFirstLineOutOfOrder) {
  std::vector<LineInput> inputs;
  inputs.push_back({"x", lines_of("a\nb\n")});
  inputs.push_back({"y", lines_of("a\nc\nb\n")});
  auto lines = merge_lines(std::move(inputs));
  std::string_view line;
  try {
    while (lines->next(line)) continue;
    FAIL() << "no error";
  } catch (const LineError& error) {
    EXPECT_TRUE(std::string(error.what()).starts_with("y: line 3: "))
        << error.what();
  }
}

TEST(Merge, MoreInputsThanMayBeOpenAreMergedInSteps) {
  for (bool unique : {false, true}) {
    MergeOptions options;
    options.unique = unique;
    std::vector<std::string> texts;
    std::vector<std::string> all;
    for (size_t i = 0; i < 2 * kMergeFanIn + 1; ++i) {
      const std::string line = std::to_string(1000 + i % 500);
      texts.push_back(line + "\nx\n");
      all.insert(all.end(), {line, "x"});
    }
    std::sort(all.begin(), all.end());
    if (unique) all.erase(std::unique(all.begin(), all.end()), all.end());
    std::string expected;
    for (const std::string& line : all) expected += line + '\n';
    size_t opened = 0;
    const auto open = [&](size_t i) {
      EXPECT_EQ(i, opened++);
      return LineInput{"input", lines_of(texts[i])};
    };
    EXPECT_EQ(text_of(*merge_lines(texts.size(), open, options, {})), expected);
    EXPECT_EQ(opened, texts.size());
  }
}

TEST(Merge, EqualsSortingAllInputs) {
  for (unsigned seed = 1; seed <= 100; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    std::vector<std::string> all;
    std::vector<std::string> texts(1 + random() % 20);
    for (std::string& text : texts) {
      auto lines = hostile_lines(random, random() % 50, 200);
      std::sort(lines.begin(), lines.end());
      for (const std::string& line : lines) text += line + '\n';
      all.insert(all.end(), lines.begin(), lines.end());
    }
    std::sort(all.begin(), all.end());
    for (bool unique : {false, true}) {
      if (unique) all.erase(std::unique(all.begin(), all.end()), all.end());
      std::vector<LineInput> inputs;
      for (const std::string& text : texts) {
        inputs.push_back({"x", lines_of(text)});
      }
      std::string expected;
      for (const std::string& line : all) expected += line + '\n';
      MergeOptions options;
      options.unique = unique;
      EXPECT_EQ(text_of(*merge_lines(std::move(inputs), options)), expected);
    }
  }
}

}  // namespace
}  // namespace wax::lines
