#include "index/schema/dictionary_words.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "index/schema/tokens.h"

namespace wax::index {
namespace {

using testing::ElementsAre;

std::vector<std::string> syllables(std::string_view text,
                                   size_t* end = nullptr) {
  DictionaryWords all;
  size_t at = 0;
  all.read(text, at);
  if (end != nullptr) *end = at;
  std::vector<std::string> out;
  while (all.has_words()) {
    const DictionaryWords::Word& word = all.next();
    EXPECT_LT(word.begin, word.end);
    EXPECT_LE(word.end, text.size());
    out.push_back(utf8_of(word.text) + (word.last ? "|" : ""));
  }
  return out;
}

TEST(DictionaryWords, KhmerIsPairsOfSyllables) {
  EXPECT_THAT(syllables("ភាសាខ្មែរ"), ElementsAre("ភាសា", "សាខ្មែ", "ខ្មែរ", "រ|"));
  EXPECT_THAT(syllables("រ"), ElementsAre("រ"));
}

TEST(DictionaryWords, BurmeseIsPairsOfSyllables) {
  EXPECT_THAT(syllables("မြန်မာ"), ElementsAre("မြန်မာ", "မာ|"));
  EXPECT_THAT(syllables("သတ္တ"), ElementsAre("သတ္တ"));
  // The dot and the sign above it are typed in both orders.
  EXPECT_EQ(syllables("ခွင\u1037\u103Aပြု"), syllables("ခွင\u103A\u1037ပြု"));
}

TEST(DictionaryWords, TheVowelAmIsOneCharacterBehindTheTone) {
  const std::vector<std::string> one = syllables("น\u0E49\u0E33หอม");
  EXPECT_EQ(syllables("น\u0E49\u0E4D\u0E32หอม"), one);
  EXPECT_EQ(syllables("น\u0E4D\u0E49\u0E32หอม"), one);
  EXPECT_EQ(syllables("ນ\u0EC9\u0ECD\u0EB2"), syllables("ນ\u0EC9\u0EB3"));
}

TEST(DictionaryWords, LigaturesOfLaoAreTheirLetters) {
  EXPECT_EQ(syllables("\u0EDCາ"), syllables("\u0EAB\u0E99າ"));
}

TEST(DictionaryWords, ARunEndsWhereAnotherScriptBegins) {
  size_t end = 0;
  EXPECT_THAT(syllables("រไทย", &end), ElementsAre("រ"));
  EXPECT_EQ(end, 3U);
  EXPECT_THAT(syllables("ไทย abc", &end), ElementsAre("ไทย"));
  EXPECT_EQ(end, 9U);
}

}  // namespace
}  // namespace wax::index
