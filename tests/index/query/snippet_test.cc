#include "index/query/snippet.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>
#include <string>
#include <string_view>
#include <utility>

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

TEST(SnippetTest, AllSpellingsOfGermanAreMarked) {
  EXPECT_EQ(shown("Müller Mueller mühle", "Mueller~de"),
            "[Müller] [Mueller] mühle");
  EXPECT_EQ(shown("Hans Müller, Hans Mueller", "\"hans müller\"~de"),
            "[Hans] [Müller], [Hans] [Mueller]");
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

// Gives so many bytes more each time.
class Growing {
 public:
  Growing(std::string text, size_t part)
      : text_(std::move(text)), part_(part) {}
  TextSoFar operator()() {
    given_ = std::min(given_ + part_, text_.size());
    return {std::string_view(text_).substr(0, given_), given_ == text_.size()};
  }
  [[nodiscard]] size_t given() const { return given_; }

 private:
  std::string text_;
  size_t part_;
  size_t given_ = 0;
};

TEST(SnippetTest, ATextThatGrowsHasTheSnippetOfTheWholeOne) {
  const auto words = words_to_mark(parse_query("apple pear"));
  std::string text = "apple pear apple ";
  for (int i = 0; i < 300; ++i)
    text += i == 150 ? "pear a apple pear " : "filler é ";
  for (size_t part : {1, 7, 100, 5000}) {
    Growing growing(text, part);
    EXPECT_EQ(marked(make_snippet(std::ref(growing), words), "[", "]"),
              shown(text, "apple pear"))
        << part;
  }
}

TEST(SnippetTest, ATextThatGrowsBeyondTheLimitIsCutAtAWord) {
  const auto words = words_to_mark(parse_query("apple pear"));
  const std::string text = "apple " + std::string(300, 'x') + " and a pear, " +
                           std::string(300, 'y') +
                           " a pear with an apple in a basket";
  for (size_t part : {1, 3, 50, 290, 310}) {
    for (size_t limit = 1; limit < text.size(); ++limit) {
      Growing growing(text, part);
      const Snippet snippet =
          make_snippet(std::ref(growing), words, 240, limit);
      EXPECT_LE(snippet.text.size(), limit + part + 8) << part << ' ' << limit;
      for (auto [begin, end] : snippet.marks) {
        EXPECT_LT(begin, end);
        EXPECT_LE(end, snippet.text.size()) << part << ' ' << limit;
      }
    }
  }
}

TEST(SnippetTest, WordsAtTheEndOfAPieceAreFoundWithoutBlanks) {
  for (std::string_view word : {"東京", "คลัง"}) {
    const std::string_view filler = word == "東京" ? "あ" : "ที่";
    const auto words = words_to_mark(parse_query(word));
    std::string text;
    while (text.size() < 900) text += filler;
    const size_t at = text.size();
    text += word;
    while (text.size() < 2000) text += filler;
    for (size_t part = at - 4; part < at + word.size() + 4; ++part) {
      Growing growing(text, part);
      EXPECT_EQ(marked(make_snippet(std::ref(growing), words), "[", "]"),
                shown(text, word))
          << part;
    }
  }
}

TEST(SnippetTest, ReadingEndsBehindAPartWithAllWords) {
  const auto words = words_to_mark(parse_query("apple pear"));
  std::string text = "apple pear ";
  for (int i = 0; i < 100'000; ++i) text += "filler ";
  Growing growing(text, 1000);
  EXPECT_EQ(marked(make_snippet(std::ref(growing), words, 20), "[", "]"),
            "[apple] [pear] filler ...");
  EXPECT_LT(growing.given(), 10'000U);

  Growing without(text, 1000);
  EXPECT_EQ(make_snippet(std::ref(without), {}, 10).text, "apple pear ...");
  EXPECT_LT(without.given(), 10'000U);

  Growing one_lacks("apple " + text.substr(11) + " pear", 1000);
  (void)make_snippet(std::ref(one_lacks), words);
  EXPECT_GT(one_lacks.given(), 600'000U);
}

TEST(SnippetTest, APhraseIsShownRatherThanItsWordsElsewhere) {
  std::string filler;
  while (filler.size() < 3000) filler += "The cat sat. On the mat. ";
  const std::string text =
      filler + "It was the cat sat on the mat after all. " + filler;
  EXPECT_NE(shown(text, "\"the cat sat on the mat\"", 240)
                .find("was [the] [cat] [sat] [on] [the] [mat]"),
            std::string::npos);
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
