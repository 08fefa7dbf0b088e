#include "cdx/loser_tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "tests/cdx/hostile_lines.h"

namespace wax::cdx {
namespace {

using Lines = std::vector<std::string>;

class SortedVector final : public SortedInput {
 public:
  explicit SortedVector(Lines lines) : lines_(std::move(lines)) {
    for (std::string& line : lines_) line += '\n';
  }
  bool advance() override {
    if (at_ == lines_.size()) return false;
    std::string_view before = line_;
    line_ = lines_[at_++];
    line_.remove_suffix(1);
    (void)less_from(line_, before, 0, code_);
    return true;
  }

 private:
  Lines lines_;
  size_t at_ = 0;
};

TEST(LineCode, OfTheLesserLineIsTheLesserOne) {
  std::mt19937_64 random(7);
  Lines lines = hostile_lines(random, 120, 100);
  std::sort(lines.begin(), lines.end());
  for (size_t base = 0; base < lines.size(); ++base) {
    for (size_t i = base; i < lines.size(); ++i) {
      LineCode a;
      ASSERT_FALSE(less_from(lines[i], lines[base], 0, a));
      ASSERT_NE(a, kNoLine);
      for (size_t k = i; k < lines.size(); ++k) {
        LineCode b;
        ASSERT_FALSE(less_from(lines[k], lines[base], 0, b));
        ASSERT_LE(a, b) << base << ' ' << i << ' ' << k;
      }
    }
  }
}

TEST(LineCode, IsThatOfTheGreaterWhicheverComesFirst) {
  LineCode one;
  LineCode other;
  EXPECT_TRUE(less_from("abcdefgh", "abcdefgi", 0, one));
  EXPECT_FALSE(less_from("abcdefgi", "abcdefgh", 0, other));
  EXPECT_EQ(one, other);
  EXPECT_EQ(word_of(one), 1U);
}

TEST(LineCode, ZerosAtTheEndAreLikeNoBytes) {
  LineCode code;
  EXPECT_FALSE(less_from(std::string_view("ab\0\0", 4), "ab", 0, code));
  EXPECT_EQ(code, kSameLine);
  EXPECT_TRUE(less_from("ab", std::string_view("ab\0", 3), 0, code));
}

TEST(LoserTree, MergesAnyNumberOfInputs) {
  for (unsigned seed = 1; seed <= 300; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    std::vector<std::unique_ptr<SortedInput>> inputs;
    Lines expected;
    size_t count = random() % 40;
    for (size_t i = 0; i < count; ++i) {
      Lines lines = hostile_lines(random, random() % 20, 50);
      std::sort(lines.begin(), lines.end());
      expected.insert(expected.end(), lines.begin(), lines.end());
      inputs.push_back(std::make_unique<SortedVector>(std::move(lines)));
    }
    std::sort(expected.begin(), expected.end());
    LoserTree tree(std::move(inputs));
    std::string before;
    for (const std::string& line : expected) {
      ASSERT_TRUE(tree.next());
      ASSERT_EQ(tree.line(), line);
      LineCode code;
      ASSERT_FALSE(less_from(line, before, 0, code));
      ASSERT_EQ(tree.code(), code);
      before = line;
    }
    EXPECT_FALSE(tree.next());
    EXPECT_FALSE(tree.next());
  }
}

TEST(LoserTree, SaysWhichInputALineIsFrom) {
  std::vector<std::unique_ptr<SortedInput>> inputs;
  inputs.push_back(std::make_unique<SortedVector>(Lines{"b"}));
  inputs.push_back(std::make_unique<SortedVector>(Lines{"a", "c"}));
  LoserTree tree(std::move(inputs));
  std::vector<size_t> from;
  while (tree.next()) from.push_back(tree.input());
  EXPECT_EQ(from, (std::vector<size_t>{1, 0, 1}));
}

}  // namespace
}  // namespace wax::cdx
