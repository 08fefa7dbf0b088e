#include "document/text/simhash.h"

#include <gtest/gtest.h>

#include <bit>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/support/seed.h"

namespace wax::document {
namespace {

TEST(CountWords, CountsRunsOfLettersAndIdeographs) {
  EXPECT_EQ(count_words(""), 0u);
  EXPECT_EQ(count_words(" - , "), 0u);
  EXPECT_EQ(count_words("One two-three 4"), 4u);
  EXPECT_EQ(count_words("Ünïcødé Слово"), 2u);
  EXPECT_EQ(count_words("東京 Tower"), 3u);
  EXPECT_EQ(count_words("ที่นี่"), 2u);
}

// Beside a count that takes one character after the other.
TEST(CountWords, LongTextsAreCountedAsTheirCharacters) {
  enum class Kind { kNone, kWord, kIdeograph, kLeftOut };
  const std::pair<std::string_view, Kind> pieces[] = {
      {"a", Kind::kWord},       {"Z", Kind::kWord},    {"z", Kind::kWord},
      {"0", Kind::kWord},       {"9", Kind::kWord},    {" ", Kind::kNone},
      {"_", Kind::kNone},       {"`", Kind::kNone},    {"@", Kind::kNone},
      {"[", Kind::kNone},       {"{", Kind::kNone},    {"/", Kind::kNone},
      {":", Kind::kNone},       {"\xFF", Kind::kNone}, {"é", Kind::kWord},
      {"東", Kind::kIdeograph}, {"\u0E35", Kind::kLeftOut}};
  std::mt19937_64 random(tests::seed_of_test());
  for (int round = 0; round < 2000; ++round) {
    std::string text;
    uint64_t count = 0;
    bool in_word = false;
    // Most pieces are of ASCII in every other round.
    const size_t kinds = round % 2 == 0 ? 13 : std::size(pieces);
    for (size_t i = random() % 80; i > 0; --i) {
      const auto& [piece, kind] = pieces[random() % kinds];
      text += piece;
      if (kind == Kind::kLeftOut) continue;
      count += kind == Kind::kIdeograph || (kind == Kind::kWord && !in_word);
      in_word = kind == Kind::kWord;
    }
    EXPECT_EQ(count_words(text), count) << text;
  }
}

TEST(SimHash, OfNoWordsIsNone) {
  EXPECT_FALSE(simhash("").has_value());
  EXPECT_FALSE(simhash(" ... \n -- ").has_value());
}

// Values that any implementation of the rules in the header must give.
TEST(SimHash, HasTheseValues) {
  // One feature: its hash.
  EXPECT_EQ(simhash_text(*simhash("a")), "82a2a958a9bece5b");
  EXPECT_EQ(simhash_text(*simhash("Hello, World")), "7c6d8c019b6ee5d5");
  EXPECT_EQ(simhash_text(*simhash("one two three")), "4c3db37d226f9596");
  EXPECT_EQ(simhash_text(*simhash("東京")), "b700c569e52d4522");
  EXPECT_EQ(simhash_text(*simhash("The six castles of the valley stand on "
                                  "hills, and 東京タワー does not.")),
            "86908030c60d3900");
}

TEST(SimHash, DependsOnWordsOnly) {
  EXPECT_EQ(simhash("The old castle stands"),
            simhash("the OLD\n\ncastle: stands!"));
  EXPECT_NE(simhash("the old castle stands"), simhash("the castle old stands"));
  EXPECT_EQ(simhash("東京タワー"), simhash("「東京タワー」"));
}

std::vector<std::string> random_words(std::mt19937& random, size_t count) {
  std::vector<std::string> words(count);
  for (std::string& word : words) {
    for (size_t n = 2 + random() % 7; n > 0; --n) {
      word += static_cast<char>('a' + random() % 26);
    }
  }
  return words;
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += word + " ";
  return text;
}

TEST(SimHash, MovesFewBitsForSmallEditsAndManyForOtherTexts) {
  const unsigned seed = tests::seed_of_test();
  std::mt19937 random(seed);
  int edited = 0;
  int other = 0;
  constexpr int kTexts = 100;
  for (int i = 0; i < kTexts; ++i) {
    std::vector<std::string> words = random_words(random, 500);
    uint64_t before = *simhash(joined(words));
    for (int edit = 0; edit < 3; ++edit) {
      words[random() % words.size()] = random_words(random, 1).front();
    }
    words.insert(words.begin() + static_cast<long>(random() % words.size()),
                 "inserted");
    edited += std::popcount(before ^ *simhash(joined(words)));
    other +=
        std::popcount(before ^ *simhash(joined(random_words(random, 500))));
  }
  EXPECT_LT(edited / kTexts, 7);
  EXPECT_GT(other / kTexts, 28);
  EXPECT_LT(other / kTexts, 36);
}

TEST(SimHash, MovesFewBitsForSmallEditsOfTextWithoutSpaces) {
  std::string text;
  for (int i = 0; i < 400; ++i) {
    char32_t c = 0x4E00 + static_cast<char32_t>((i * i * 7 + i * 131) % 5000);
    text += static_cast<char>(0xE0 | c >> 12);
    text += static_cast<char>(0x80 | (c >> 6 & 0x3F));
    text += static_cast<char>(0x80 | (c & 0x3F));
  }
  std::string edited = text;
  edited.replace(300, 6, "山川");
  EXPECT_LE(std::popcount(*simhash(text) ^ *simhash(edited)), 8);
  EXPECT_GE(std::popcount(*simhash(text) ^ *simhash(text.substr(600))), 9);
}

}  // namespace
}  // namespace wax::document
