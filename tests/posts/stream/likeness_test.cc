#include "posts/stream/likeness.h"

#include <gtest/gtest.h>

namespace wax::posts {
namespace {

double of(std::string_view a, std::string_view b) {
  return likeness(LetterPairs(a), LetterPairs(b));
}

TEST(Likeness, IsDicesCoefficientOfLetterPairs) {
  EXPECT_DOUBLE_EQ(of("night", "nacht"), .25);
  EXPECT_DOUBLE_EQ(of("France", "French"), .4);
  EXPECT_DOUBLE_EQ(of("healthed", "sealed"), .5);
  EXPECT_DOUBLE_EQ(of("abc", "abd"), .5);
  EXPECT_DOUBLE_EQ(of("same", "same"), 1);
  EXPECT_DOUBLE_EQ(of("a", "a"), 0);
  EXPECT_DOUBLE_EQ(of("", ""), 0);
}

TEST(Likeness, KnowsNoCaseAndNoWhiteSpace) {
  EXPECT_DOUBLE_EQ(of("ÄRGER im Büro", "ärger\nIM büro"), 1);
  EXPECT_DOUBLE_EQ(of("aaa", "aa"), 2. / 3);
}

TEST(Likeness, IsNeverMoreThanItsBound) {
  for (std::string_view text : {"a b", "night", "nightly", "what a night"}) {
    LetterPairs a(text);
    LetterPairs b("the night");
    EXPECT_LE(likeness(a, b), most_likeness(a, b)) << text;
  }
}

}  // namespace
}  // namespace wax::posts
