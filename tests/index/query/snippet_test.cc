#include "index/query/snippet.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

namespace wax::index {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

std::string shown(std::string_view text, std::string_view query,
                  size_t length = 240) {
  return marked(make_snippet(text, words_to_mark(parse_query(query)), length),
                "[", "]");
}

TEST(SnippetTest, AShortTextIsShownWholeWithItsWordsMarked) {
  EXPECT_EQ(shown("The Web\nArchive  of webs", "web archiv*"),
            "The [Web] [Archive] of webs");
}

TEST(SnippetTest, ArabicWordsInQuotesAreMarkedAsTheyAreWritten) {
  EXPECT_EQ(shown("الكتاب كِتاب", "كتاب"), "[الكتاب] [كِتاب]");
  EXPECT_EQ(shown("الكتاب كِتاب", "\"كتاب\""), "الكتاب [كِتاب]");
  EXPECT_EQ(shown("الكتاب كِتاب", "\"الكتاب\""), "[الكتاب] كِتاب");
}

TEST(SnippetTest, WithoutWordsItIsTheBeginning) {
  EXPECT_EQ(shown("one two three four five", "zebra", 12), "one two ...");
  EXPECT_EQ(shown("", "zebra"), "");
}

TEST(SnippetTest, ThePartWithMostDifferentWordsIsShown) {
  std::string text = "apple apple apple ";
  for (int i = 0; i < 200; ++i) text += "filler ";
  text += "an apple and a pear ";
  for (int i = 0; i < 200; ++i) text += "filler ";
  std::string snippet = shown(text, "apple pear", 100);
  EXPECT_THAT(snippet, HasSubstr("an [apple] and a [pear]"));
  EXPECT_THAT(snippet, StartsWith("... "));
  EXPECT_TRUE(snippet.ends_with(" ..."));
  EXPECT_LT(snippet.size(), 130U);
}

TEST(SnippetTest, OverlappingPairsAreOneMark) {
  EXPECT_EQ(shown("これは東京都です", "東京都"), "これは[東京都]です");
  EXPECT_EQ(shown("首都", "都"), "首[都]");
}

TEST(SnippetTest, CharactersStayWholeAndMarksAreInTheText) {
  for (unsigned seed = 1; seed <= 300; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    const char* pieces[] = {"a", " ", "日", "本", "é", "wordy", "\n", "ไทย"};
    std::string text;
    for (size_t n = random() % 200; n > 0; --n) {
      text += pieces[random() % std::size(pieces)];
    }
    Snippet snippet =
        make_snippet(text, words_to_mark(parse_query("a OR 日本 OR é OR w*")),
                     20 + random() % 100);
    size_t at = 0;
    for (auto [begin, end] : snippet.marks) {
      EXPECT_GE(begin, at);
      EXPECT_LT(begin, end);
      EXPECT_LE(end, snippet.text.size());
      at = end;
    }
    for (auto [begin, end] : snippet.marks) {
      for (size_t edge : {begin, end}) {
        if (edge == snippet.text.size()) continue;
        EXPECT_NE(static_cast<unsigned char>(snippet.text[edge]) & 0xC0, 0x80);
      }
    }
  }
}

}  // namespace
}  // namespace wax::index
