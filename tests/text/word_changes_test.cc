#include "text/word_changes.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

namespace wax::text {
namespace {

std::string side(const std::vector<WordChange>& changes,
                 WordChange::Kind without) {
  std::string text;
  for (const WordChange& change : changes) {
    if (change.kind != without) text += change.text;
  }
  std::erase(text, ' ');
  return text;
}

TEST(WordChanges, AreTheFewestWords) {
  auto shown = [](const char* before, const char* after) {
    return shown_changes(word_changes(before, after));
  };
  EXPECT_EQ(shown("a b c", "a x c"), "a [-b-] {+x+} c");
  EXPECT_EQ(shown("a b c", "a b c"), "");
  EXPECT_EQ(shown("", "new"), "{+new+}");
  EXPECT_EQ(shown("old", ""), "[-old-]");
}

TEST(WordChanges, GiveBothTextsBack) {
  std::mt19937 random(7);
  for (int i = 0; i < 300; ++i) {
    auto text = [&] {
      std::string made;
      for (auto n = random() % 12; n > 0; --n) {
        made += static_cast<char>('a' + random() % 3);
        made += ' ';
      }
      return made;
    };
    std::string before = text();
    std::string after = text();
    auto letters = [](std::string all) {
      std::erase(all, ' ');
      return all;
    };
    for (size_t most : {size_t{0}, size_t{3}, size_t{1500}}) {
      auto changes = word_changes(before, after, most);
      EXPECT_EQ(side(changes, WordChange::Kind::kAdded), letters(before));
      EXPECT_EQ(side(changes, WordChange::Kind::kRemoved), letters(after));
    }
  }
}

}  // namespace
}  // namespace wax::text
