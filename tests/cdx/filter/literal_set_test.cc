#include <gtest/gtest.h>

#include <random>

#include "cdx/filter/expression_set.h"

namespace wax::cdx {
namespace {

TEST(LiteralSet, FindsStringsInTheText) {
  LiteralSet set({"abcd", "bcd", "zzzz", "", "cdefgh", "abcd"});
  std::vector<int> found;
  set.find("xabcdef", found);
  EXPECT_EQ(found, (std::vector<int>{0, 1, 3, 5}));
  set.find("cdefgh", found);
  EXPECT_EQ(found, (std::vector<int>{3, 4}));
  EXPECT_FALSE(LiteralSet().any("x"));
  EXPECT_FALSE(LiteralSet({"abcd"}).any("abc"));
  EXPECT_TRUE(LiteralSet({"abcd"}).any("abcd"));
}

TEST(LiteralSet, AgreesWithSearchingForEach) {
  std::mt19937 random(3);
  auto text = [&](size_t most) {
    std::string made(random() % most, ' ');
    for (char& c : made) c = "abc/"[random() % 4];
    return made;
  };
  for (int round = 0; round < 50; ++round) {
    std::vector<std::string> literals;
    for (int i = 0; i < 60; ++i) literals.push_back(text(9) + "b");
    LiteralSet set(literals);
    for (int i = 0; i < 100; ++i) {
      std::string in = text(30);
      std::vector<int> expected;
      for (size_t n = 0; n < literals.size(); ++n) {
        if (in.find(literals[n]) != std::string::npos) {
          expected.push_back(static_cast<int>(n));
        }
      }
      std::vector<int> found;
      set.find(in, found);
      ASSERT_EQ(found, expected) << in;
      ASSERT_EQ(set.any(in), !expected.empty());
    }
  }
}

}  // namespace
}  // namespace wax::cdx
