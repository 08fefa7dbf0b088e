#include "index/schema/tokens.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace wax::index {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> words(std::string_view text) {
  Tokenizer tokenizer;
  tokenizer.set(text);
  std::vector<std::string> out;
  for (Token token; tokenizer.next(token);) out.push_back(utf8_of(token.text));
  return out;
}

struct TokensCase {
  const char* fact;
  const char* text;
  std::vector<std::string> words;
};

void PrintTo(const TokensCase& test, std::ostream* out) { *out << test.fact; }

class TokensTest : public testing::TestWithParam<TokensCase> {};

TEST_P(TokensTest, Holds) {
  EXPECT_EQ(words(GetParam().text), GetParam().words);
}

INSTANTIATE_TEST_SUITE_P(
    Texts, TokensTest,
    testing::Values(
        TokensCase{"Nothing", "", {}},
        TokensCase{"PunctuationAlone", " -- ... !? ", {}},
        TokensCase{
            "LettersAndDigitsTogether", "MP3 x86-64", {"mp3", "x86", "64"}},
        TokensCase{"ApostrophesDivide", "don't", {"don", "t"}},
        TokensCase{
            "AbbreviationsAreOneWord",
            "U.S.A. USA U.S.A, e.g. node.js 3.14 a.b",
            {"usa", "usa", "usa", "eg", "node", "js", "3", "14", "a", "b"}},
        TokensCase{
            "TailsAreInTheExactFormAlone", "C++ C# a+b", {"c", "c", "a", "b"}},
        TokensCase{"QuotesWithinHebrewWordsGo",
                   "צה\"ל צה״ל \"שלום\" צ'רצ׳יל",
                   {"צהל", "צהל", "שלום", "צרציל"}},
        TokensCase{"PicturesAreWords",
                   "I 🦩🦩 saw ☃️ © → ★ 👍🏽 🇩🇪🇫🇷 "
                   "👩‍🚀",
                   {"i", "🦩", "🦩", "saw", "☃", "👍", "🇩🇪", "🇫🇷", "👩"}},
        TokensCase{"TheNuktaGoesButInBengali",
                   "फ़िल्म फिल्म ज़मीन क़िला ਜ਼ ਜ য় ড়",
                   {"फिल्म", "फिल्म", "जमीन", "किला", "ਜ", "ਜ", "য়", "ড়"}},
        TokensCase{"NasalsOfDevanagariAreDots",
                   "हिन्दी हिंदी चाँद चांद सम्बन्ध संबंध जन्म",
                   {"हिंदी", "हिंदी", "चांद", "चांद", "संबंध", "संबंध", "जन्म"}},
        TokensCase{"TheDotOfCatalanGoes",
                   "col·lecció coŀlecció Mail·About",
                   {"colleccio", "colleccio", "mail", "about"}},
        TokensCase{"ApostrophesThatAreLettersGoButInCyrillic",
                   "Hawai\u02BBi O\u02BBahu об\u02BCєкт об'єкт",
                   {"hawaii", "oahu", "об", "єкт", "об", "єкт"}},
        TokensCase{"ChineseIsSimplified",
                   "圖書館 图书馆 國語",
                   {"图书", "书馆", "馆", "图书", "书馆", "馆", "国语", "语"}},
        TokensCase{"PartsOfKanaAndHangulAreJoined",
                   "ﾊﾟﾝ パン か\u3099き \u1112\u1161\u11AB\u1100\u116E\u11A8",
                   {"パン", "ン", "パン", "ン", "がき", "き", "한국", "국"}},
        TokensCase{"LettersWithoutVowelOfMalayalamAndBengali",
                   "അവൻ അവന്\u200D ৎ ত্\u200D",
                   {"അവന്", "അവന്", "ত্", "ত্"}},
        TokensCase{"HehOfPersianAndKurdish",
                   "خانۀ خانه مدرسۃ مدرسه ە ه",
                   {"خانه", "خانه", "مدرسه", "مدرسه", "ه", "ه"}},
        TokensCase{
            "AccentsThatShowTheStressGo", "ѝ и во\u0301ды", {"и", "и", "воды"}},
        TokensCase{"AccentsGo", "CAFÉ cafe", {"cafe", "cafe"}},
        TokensCase{"ADecomposedLetterIsTheSame", "cafe\xCC\x81", {"cafe"}},
        TokensCase{"LettersThatDoNotDecompose",
                   "Straße STRASSE Łódź Ærø",
                   {"strasse", "strasse", "lodz", "aero"}},
        TokensCase{
            "FormsOfCompatibility", "ﬁsh Ｗａｘ m²", {"fish", "wax", "m2"}},
        TokensCase{"GreekAccentsGo", "λόγος Ὀδυσσεύς", {"λογοσ", "οδυσσευσ"}},
        TokensCase{
            "CyrillicLettersStayButYo", "мой ёж її", {"мой", "еж", "її"}},
        TokensCase{"VietnameseToneMarksGo", "Việt Nam", {"viet", "nam"}},
        TokensCase{
            "FinalSigmaIsSigma", "ΟΔΥΣΣΕΥΣ Οδυσσευς", {"οδυσσευσ", "οδυσσευσ"}},
        TokensCase{"Cyrillic", "Привет, МИР", {"привет", "мир"}},
        TokensCase{"DigitsOfAllScriptsAreTheSame",
                   "١٩٢٤ ۱۹۲۴ १९२४ ๑๙๒๔ １９２４",
                   {"1924", "1924", "1924", "1924", "1924"}},
        TokensCase{"ArabicArticlesGo",
                   "المكتبة مكتبة والمكتبة الله",
                   {"مكتبه", "مكتبه", "مكتبه", "الله"}},
        TokensCase{"ArabicLettersThatAreMixedUp",
                   "كتابخانه کتابخانه على علی كتـــاب",
                   {"كتابخانه", "كتابخانه", "علي", "علي", "كتاب"}},
        TokensCase{"PersianWordsAreTheSameWithAndWithoutANonJoiner",
                   "می\u200Cروم میروم کتاب\u200Cها کتابها",
                   {"ميروم", "ميروم", "كتابها", "كتابها"}},
        TokensCase{"ArabicMarksGo", "كِتَاب", {"كتاب"}},
        TokensCase{"VowelSignsBelongToDevanagari", "हिन्दी में", {"हिंदी", "में"}},
        TokensCase{"SoftHyphensVanish",
                   "ar\xC2\xAD"
                   "chive",
                   {"archive"}},
        TokensCase{"OneCharacter", "中", {"中"}},
        TokensCase{"Pairs", "日本語", {"日本", "本语", "语"}},
        TokensCase{"PairsEndWithTheRun",
                   "東京 Tower 大阪",
                   {"东京", "京", "tower", "大坂", "坂"}},
        TokensCase{"Hangul", "한국어", {"한국", "국어", "어"}},
        TokensCase{"KatakanaWithLongVowel", "サーバ", {"サー", "ーバ", "バ"}},
        TokensCase{"ThaiByDictionary", "ภาษาไทย", {"ภาษา", "ไทย"}},
        TokensCase{"FormsOfCompatibilityBeyondTheBmp",
                   "\U0001D49C \U0001D7CF\U0001D7D0",
                   {"a", "12"}},
        TokensCase{"BeyondTheBmp", "\U00010400x", {"\U00010428x"}},
        TokensCase{"EmojiAreWords", "a \xF0\x9F\x98\x80 b", {"a", "😀", "b"}},
        TokensCase{"IllFormedBytesDivide",
                   "ab\xFF\xC3"
                   "cd",
                   {"ab", "cd"}}),
    [](const auto& test) { return std::string(test.param.fact); });

TEST(TokenizerTest, AFoldedWordIsGivenAsItIsWrittenToo) {
  Tokenizer tokenizer;
  tokenizer.set("Cafe\xCC\x81 plain STRASSE Straße");
  std::vector<std::string> exact;
  for (Token token; tokenizer.next(token);) {
    exact.push_back(utf8_of(token.exact));
  }
  EXPECT_THAT(exact, ElementsAre("café", "", "", "straße"));
  exact.clear();
  // Forms of letters: of mathematics, a ligature, full width; others.
  tokenizer.set(
      "\U0001D41Bx \uFB01n\u00E9 \uFF43af\u00E9 \uFF43 \U00010428x "
      "\U00020000\U00020001");
  for (Token token; tokenizer.next(token);) {
    exact.push_back(utf8_of(token.exact));
  }
  EXPECT_THAT(exact, ElementsAre("", "fin\u00E9", "caf\u00E9", "", "", "", ""));
  tokenizer.set("Émile à");
  std::string_view word;
  std::string_view written;
  ASSERT_TRUE(tokenizer.next_utf8(word, written));
  EXPECT_EQ(word, "emile");
  EXPECT_EQ(written, "émile");
  ASSERT_TRUE(tokenizer.next_utf8(word, written));
  EXPECT_EQ(word, "a");
  EXPECT_EQ(written, "à");
  EXPECT_FALSE(tokenizer.next_utf8(word, written));
}

TEST(TokenizerTest, LongWordsAreCut) {
  std::string text(1000, 'x');
  EXPECT_THAT(words(text + " y"),
              ElementsAre(std::string(Tokenizer::kLongest, 'x'), "y"));
}

TEST(TokenizerTest, OffsetsAreThoseOfTheText) {
  std::string text = "Ä b, 日本語 ภาษาไทย end";
  Tokenizer tokenizer;
  tokenizer.set(text);
  std::vector<std::string> parts;
  for (Token token; tokenizer.next(token);) {
    parts.push_back(text.substr(token.begin, token.end - token.begin));
  }
  EXPECT_THAT(
      parts, ElementsAre("Ä", "b", "日本", "本語", "語", "ภาษา", "ไทย", "end"));
}

TEST(TokenizerTest, OnlyTheLastCharacterOfALongRunIsMarkedLast) {
  Tokenizer tokenizer;
  tokenizer.set("日本 中");
  Token token;
  ASSERT_TRUE(tokenizer.next(token));
  EXPECT_FALSE(token.single);
  ASSERT_TRUE(tokenizer.next(token));
  EXPECT_TRUE(token.single);
  EXPECT_TRUE(token.last);
  ASSERT_TRUE(tokenizer.next(token));
  EXPECT_TRUE(token.single);
  EXPECT_FALSE(token.last);
}

TEST(TokenizerTest, AnyBytesGiveWordsWithinThem) {
  for (unsigned seed = 1; seed <= 300; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    const char* pieces[] = {"a",
                            " ",
                            "日",
                            "ไทย",
                            "\xCC\x81",
                            "\xFF",
                            "é",
                            "語",
                            "\xED\xA0\x80",
                            "한",
                            "\xE2\x80\x8D",
                            "\xEF\xBF\xBF",
                            "\xF0\x9F\x98\x80",
                            "0",
                            "-"};
    std::string text;
    for (size_t n = random() % 60; n > 0; --n) {
      text += pieces[random() % std::size(pieces)];
    }
    Tokenizer tokenizer;
    tokenizer.set(text);
    Tokenizer quick;
    quick.set(text);
    std::string_view word;
    std::string_view exact;
    size_t begin = 0;
    for (Token token; tokenizer.next(token);) {
      ASSERT_TRUE(quick.next_utf8(word, exact));
      EXPECT_EQ(word, utf8_of(token.text));
      EXPECT_EQ(exact, utf8_of(token.exact));
      EXPECT_FALSE(token.text.empty());
      EXPECT_LE(token.text.size(), Tokenizer::kLongest);
      EXPECT_GE(token.begin, begin);
      EXPECT_LT(token.begin, token.end);
      EXPECT_LE(token.end, text.size());
      begin = token.begin;
    }
    EXPECT_FALSE(quick.next_utf8(word, exact));
  }
}

TEST(TokenizerTest, WordsAsUtf8AreTheSameInTextThatIsMostlyAscii) {
  for (unsigned seed = 1; seed <= 300; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    std::string text;
    for (size_t n = random() % 400; n > 0; --n) {
      switch (random() % 40) {
        case 0:
          text += "\xC3\x89";
          break;
        case 1:
          text += static_cast<char>(random());
          break;
        case 2:
          text += std::string(random() % 100, 'Q');
          break;
        default:
          text += static_cast<char>(random() % 3 > 0 ? 'A' + random() % 60
                                                     : random() % 128);
      }
    }
    Tokenizer tokenizer;
    tokenizer.set(text);
    Tokenizer quick;
    quick.set(text);
    std::string_view word;
    std::string_view exact;
    for (Token token; tokenizer.next(token);) {
      ASSERT_TRUE(quick.next_utf8(word, exact));
      EXPECT_EQ(word, utf8_of(token.text));
      EXPECT_EQ(exact, utf8_of(token.exact));
    }
    EXPECT_FALSE(quick.next_utf8(word, exact));
  }
}

TEST(TokenizerTest, WantedWordsAreTheSame) {
  for (unsigned seed = 1; seed <= 300; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    const char* pieces[] = {"ab", "B",  " ",        "c1",       "-",
                            "é",  "日", "\xCC\x81", "\xC2\xAD", "ไทย",
                            "_",  "語", "\xFF",     "3"};
    std::string text;
    for (size_t n = random() % 300; n > 0; --n) {
      // Also long runs of ASCII.
      if (random() % 4 == 0) text += random() % 2 == 0 ? " b_ " : "xyzzy ";
      text += pieces[random() % std::size(pieces)];
    }
    Tokenizer::Beginnings wanted = {};
    for (char c : {'a', 'b', 'c', '3'}) {
      if (random() % 2 == 0) wanted.add(c);
    }
    if (random() % 8 == 0) wanted.add_all();
    Tokenizer tokenizer;
    tokenizer.set(text);
    Tokenizer quick;
    quick.set(text);
    auto is_wanted = [&](const Token& token) {
      const std::string_view written =
          std::string_view(text).substr(token.begin, token.end - token.begin);
      return wanted.has(static_cast<unsigned char>(token.text.front() % 128)) ||
             std::any_of(written.begin(), written.end(),
                         [](char c) { return (c & 0x80) != 0; });
    };
    Token found;
    for (Token token; tokenizer.next(token);) {
      if (!is_wanted(token)) continue;
      do {
        ASSERT_TRUE(quick.next_wanted(wanted, found));
      } while (!is_wanted(found));
      EXPECT_EQ(found.text, token.text);
      EXPECT_EQ(found.exact, token.exact);
      EXPECT_EQ(found.begin, token.begin);
      EXPECT_EQ(found.end, token.end);
    }
    while (quick.next_wanted(wanted, found)) EXPECT_FALSE(is_wanted(found));
  }
}

}  // namespace
}  // namespace wax::index
