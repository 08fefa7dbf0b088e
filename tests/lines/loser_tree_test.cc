#include "lines/loser_tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "tests/lines/hostile_lines.h"
#include "tests/lines/spans.h"

namespace wax::lines {
namespace {

using Lines = std::vector<std::string>;

TEST(LoserTree, MergesAnyNumberOfInputsInAnySpans) {
  for (unsigned seed = 1; seed <= 300; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    std::vector<InputSpans> inputs;
    Lines expected;
    size_t count = random() % 40;
    for (size_t i = 0; i < count; ++i) {
      Lines lines = hostile_lines(random, random() % 20, 50);
      std::sort(lines.begin(), lines.end());
      expected.insert(expected.end(), lines.begin(), lines.end());
      inputs.push_back(spans_of(lines, 1 + random() % 20));
    }
    std::sort(expected.begin(), expected.end());
    LoserTree tree(std::move(inputs));
    std::string before;
    for (size_t i = 0; i < expected.size(); ++i) {
      ASSERT_TRUE(tree.next());
      ASSERT_EQ(tree.line(), expected[i]);
      LineCode code;
      ASSERT_FALSE(less_from(expected[i], before, 0, code));
      ASSERT_EQ(tree.code(), code);
      if (random() % 4 == 0) {
        const char* begin = tree.line().data();
        bool unique = random() % 2 == 0;
        size_t behind = tree.next_run(unique);
        ASSERT_LE(behind, expected.size() - 1 - i);
        std::string text = expected[i] + '\n';
        for (; behind > 0; --behind) {
          if (unique) {
            ASSERT_NE(expected[i + 1], expected[i]);
          }
          text += expected[++i] + '\n';
        }
        ASSERT_EQ(std::string_view(begin, text.size()), text);
        ASSERT_EQ(tree.line().data() + tree.line().size() + 1,
                  begin + text.size());
      }
      before = expected[i];
    }
    EXPECT_FALSE(tree.next());
    EXPECT_FALSE(tree.next());
  }
}

TEST(LoserTree, SaysWhichInputALineIsFrom) {
  std::vector<InputSpans> inputs;
  inputs.push_back(spans_of({"b"}, 1));
  inputs.push_back(spans_of({"a", "c"}, 1));
  LoserTree tree(std::move(inputs));
  std::vector<size_t> from;
  while (tree.next()) from.push_back(tree.input());
  EXPECT_EQ(from, (std::vector<size_t>{1, 0, 1}));
}

TEST(LoserTree, TakesAdjacentLinesOfOneInputAtOnce) {
  std::vector<InputSpans> inputs;
  inputs.push_back(spans_of({"a", "b", "c", "e", "e"}, 5));
  inputs.push_back(spans_of({"d"}, 1));
  LoserTree tree(std::move(inputs));
  ASSERT_TRUE(tree.next());
  EXPECT_EQ(tree.next_run(false), 2U);
  EXPECT_EQ(tree.line(), "c");
  ASSERT_TRUE(tree.next());
  EXPECT_EQ(tree.next_run(false), 0U);
  ASSERT_TRUE(tree.next());
  EXPECT_EQ(tree.next_run(true), 0U);
  EXPECT_EQ(tree.next_run(false), 1U);
  EXPECT_FALSE(tree.next());
}

}  // namespace
}  // namespace wax::lines
