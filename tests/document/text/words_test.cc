#include "document/text/words.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace wax::document {
namespace {

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  WordReader reader(text);
  for (Word word; reader.next(word);) {
    words.emplace_back(text.substr(word.begin, word.end - word.begin));
  }
  return words;
}

Word first_word(std::string_view text) {
  Word word;
  EXPECT_TRUE(WordReader(text).next(word));
  return word;
}

using Words = std::vector<std::string>;

TEST(WordReader, ReadsLettersDigitsAndUnderscores) {
  EXPECT_EQ(words_of(""), Words{});
  EXPECT_EQ(words_of(" - ! "), Words{});
  EXPECT_EQ(words_of("It's 3.5 km_h, élan"),
            (Words{"It", "s", "3", "5", "km_h", "élan"}));
  EXPECT_EQ(words_of("Привет, мир"), (Words{"Привет", "мир"}));
}

TEST(WordReader, CountsTwoCharactersOfScriptsWithoutSpacesAsAWord) {
  EXPECT_EQ(words_of("我们在北京。"), (Words{"我们", "在北", "京"}));
  EXPECT_EQ(words_of("東京タワー2024年"),
            (Words{"東京", "タワ", "ー", "2024", "年"}));
}

TEST(WordReader, ThaiWordsEndAtMarks) {
  EXPECT_GT(words_of("ภาษาไทยเป็นภาษาที่มีระดับเสียง").size(), 3U);
}

TEST(WordReader, HashesIgnoreCase) {
  auto hash_of = [](std::string_view text) {
    Word word;
    EXPECT_TRUE(WordReader(text).next(word)) << text;
    return word.hash;
  };
  EXPECT_EQ(hash_of("Straße"), hash_of("straße"));
  EXPECT_EQ(hash_of("ÉTÉ"), hash_of("été"));
  EXPECT_NE(hash_of("one"), hash_of("two"));
}

TEST(WordReader, TellsCapitalsAndNumbers) {
  WordReader reader("Über 1997 a1");
  Word word;
  ASSERT_TRUE(reader.next(word));
  EXPECT_TRUE(word.capital);
  EXPECT_FALSE(word.number);
  EXPECT_EQ(word.characters, 4U);
  ASSERT_TRUE(reader.next(word));
  EXPECT_TRUE(word.number);
  ASSERT_TRUE(reader.next(word));
  EXPECT_FALSE(word.number);
  EXPECT_FALSE(word.capital);
  EXPECT_FALSE(reader.next(word));
}

TEST(WordReader, TakesIllFormedBytesForNoLetters) {
  EXPECT_EQ(words_of("a\xFFz\xC3"), (Words{"a", "z"}));
}

TEST(StopWords, AreSmallWordsOfEuropeanLanguages) {
  for (const char* word : {"the", "und", "dans", "para", "che", "não", "het",
                           "och", "się", "это"}) {
    EXPECT_TRUE(is_stop_word(first_word(word))) << word;
  }
  EXPECT_FALSE(is_stop_word(first_word("archive")));
}

TEST(HashSet, HasWhatWasInserted) {
  HashSet set;
  EXPECT_FALSE(set.contains(0));
  for (uint32_t i = 0; i < 1000; ++i) set.insert(i * i);
  for (uint32_t i = 1; i < 1000; ++i) EXPECT_TRUE(set.contains(i * i));
  EXPECT_FALSE(set.contains(3));
  set.clear();
  EXPECT_FALSE(set.contains(4));
}

TEST(WordSequences, AreOfNeighbours) {
  const std::vector<uint32_t> words = {1, 2, 3, 1, 2};
  const auto pairs = word_sequences(words, 2);
  ASSERT_EQ(pairs.size(), 4U);
  EXPECT_EQ(pairs[0], pairs[3]);
  EXPECT_NE(pairs[0], pairs[1]);
  EXPECT_TRUE(word_sequences(words, 6).empty());
}

}  // namespace
}  // namespace wax::document
