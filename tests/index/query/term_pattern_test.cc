#include "index/query/term_pattern.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace wax::index {
namespace {

TEST(TermPatternTest, PatternsStandForCharacters) {
  EXPECT_TRUE(is_like("w?ld*c", "wildtrac"));
  EXPECT_TRUE(is_like("w?ld*c", "waldc"));
  EXPECT_TRUE(is_like("*", ""));
  EXPECT_TRUE(is_like("**a", "bca"));
  EXPECT_TRUE(is_like("?", "ö"));
  EXPECT_TRUE(is_like("*ab*ab", "ababab"));
  EXPECT_FALSE(is_like("?", ""));
  EXPECT_FALSE(is_like("??", "ö"));
  EXPECT_FALSE(is_like("w?ld", "wld"));
  EXPECT_FALSE(is_like("a*b", "abc"));
  EXPECT_EQ(fixed_beginning("ab*c"), "ab");
  EXPECT_EQ(fixed_beginning("ab"), "ab");
}

// By the definition, without the rows of the word before.
size_t naive_edits(const std::string& a, const std::string& b) {
  std::vector<std::vector<size_t>> d(a.size() + 1,
                                     std::vector<size_t>(b.size() + 1));
  for (size_t i = 0; i <= a.size(); ++i) {
    for (size_t k = 0; k <= b.size(); ++k) {
      if (i == 0 || k == 0) {
        d[i][k] = i + k;
        continue;
      }
      d[i][k] = std::min({d[i - 1][k] + 1, d[i][k - 1] + 1,
                          d[i - 1][k - 1] + (a[i - 1] == b[k - 1] ? 0 : 1)});
      if (i > 1 && k > 1 && a[i - 1] == b[k - 2] && a[i - 2] == b[k - 1]) {
        d[i][k] = std::min(d[i][k], d[i - 2][k - 2] + 1);
      }
    }
  }
  return d[a.size()][b.size()];
}

TEST(TermPatternTest, NearWordsAgreeWithTheDefinition) {
  for (unsigned seed = 1; seed <= 40; ++seed) {
    std::mt19937 random(seed);
    auto word = [&] {
      std::string text;
      for (size_t n = random() % 8; n > 0; --n) {
        text += static_cast<char>('a' + random() % 3);
      }
      return text;
    };
    std::vector<std::string> words(200);
    for (std::string& one : words) one = word();
    if (seed % 2 == 0) std::sort(words.begin(), words.end());
    std::string wanted = word();
    auto most = static_cast<uint32_t>(1 + random() % 2);
    NearWords near(wanted, most);
    for (const std::string& one : words) {
      size_t edits = naive_edits(wanted, one);
      NearWords::Answer answer = near.compare(one);
      ASSERT_EQ(answer.is_near, edits <= most) << seed << wanted << ' ' << one;
      if (answer.is_near) {
        ASSERT_EQ(answer.edits, edits);
      }
      if (answer.hopeless == 0) continue;
      for (const std::string& other : words) {
        if (other.starts_with(one.substr(0, answer.hopeless))) {
          ASSERT_GT(naive_edits(wanted, other), most);
        }
      }
    }
  }
}

}  // namespace
}  // namespace wax::index
