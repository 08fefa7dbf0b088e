#include <gtest/gtest.h>

#include <string_view>
#include <vector>

#include "document/content/page_block.h"

namespace wax::document {
namespace {

PageBlock measured(std::string_view text, const BlockSpans& spans = {}) {
  PageBlock block;
  std::vector<uint32_t> words;
  measure_block(text, spans, block, words);
  EXPECT_EQ(words.size(), block.words);
  return block;
}

TEST(BlockMeasures, CountWordsOfEachKind) {
  const PageBlock block =
      measured("The big House of 1997", {{{4, 13}}, {{0, 3}}});
  EXPECT_EQ(block.words, 5u);
  EXPECT_EQ(block.link_words, 2u);
  EXPECT_EQ(block.bold_words, 1u);
  EXPECT_EQ(block.capitals, 2u);
  EXPECT_EQ(block.numbers, 1u);
  EXPECT_EQ(block.stop_words, 2u);
}

TEST(BlockMeasures, CountCharactersOfEachKind) {
  const PageBlock block = measured("A b. C! d? e| \u00BB \u2022 12");
  EXPECT_EQ(block.digits, 2u);
  EXPECT_EQ(block.upper, 2u);
  EXPECT_EQ(block.sentence_marks, 3u);
  EXPECT_EQ(block.bars, 3u);
  EXPECT_FALSE(block.ends_sentence);
  EXPECT_TRUE(measured("Done.").ends_sentence);
  EXPECT_TRUE(measured("See:").ends_colon);
  EXPECT_TRUE(measured("\u00A9 Example").has_copyright);
  EXPECT_TRUE(measured("(C) Example").has_copyright);
}

TEST(BlockMeasures, KnowPricesAndDates) {
  for (const char* text : {"$5", "5 \u20AC", "USD 12", "12 kr", "kr 12"}) {
    EXPECT_TRUE(measured(text).has_price) << text;
  }
  EXPECT_FALSE(measured("$ five").has_price);
  EXPECT_FALSE(measured("5 apples").has_price);
  for (const char* text :
       {"3 May 2007", "2007-11-03", "3.11.2007", "3 mai 07", "4 M\u00E4rz"}) {
    EXPECT_EQ(measured(text).has_date, std::string_view(text) != "3 mai 07")
        << text;
  }
  EXPECT_FALSE(measured("May I").has_date);
}

TEST(BlockMeasures, EqualTextsHaveEqualHashes) {
  EXPECT_EQ(measured("One two").text_hash, measured("one  two.").text_hash);
  EXPECT_NE(measured("one two").text_hash, measured("two one").text_hash);
}

TEST(BlockMeasures, WithoutAWordNothingIsCounted) {
  EXPECT_EQ(measured("").words, 0u);
  EXPECT_EQ(measured("- | -").words, 0u);
  EXPECT_EQ(measured("- | -").bars, 0u);
}

}  // namespace
}  // namespace wax::document
