#include "document/content/main_tokens.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "document/content/main_model.h"
#include "document/content/page_reader.h"

namespace wax::document {
namespace {

TEST(ClassTokens, ALinearScoreIsThatOfItsSlots) {
  HtmlTree tree;
  tree.parse(
      "<nav class=menu>Home</nav><div id=content><p>Some <span "
      "class=postBody-x>text</span></p></div>");
  Document document;
  PageWalk walk(tree, {}, document);
  const PageBlocks& page = walk.blocks;
  const TokenWeights& weights = MainModel::built_in().class_weights;
  ClassTokens tokens(page);
  for (const PageBlock& block : page.blocks()) {
    std::vector<uint32_t> slots;
    tokens.append_slots(block, slots);
    int64_t sum = 0;
    for (uint32_t slot : slots) sum += weights.weights[slot];
    EXPECT_FLOAT_EQ(tokens.score(block, weights),
                    weights.score(sum, slots.size()));
  }
}

std::vector<uint32_t> slots_of(std::string_view html) {
  HtmlTree tree;
  tree.parse(html);
  Document document;
  const PageWalk walk(tree, {}, document);
  ClassTokens tokens(walk.blocks);
  std::vector<uint32_t> slots;
  tokens.append_slots(walk.blocks.blocks().at(0), slots);
  std::ranges::sort(slots);
  return slots;
}

TEST(ClassTokens, NamesCountByTheirPartsAndTheirPlace) {
  EXPECT_EQ(slots_of("<p class=a>x"), slots_of("<p class=' a '>y"));
  EXPECT_NE(slots_of("<p class=a>x"), slots_of("<p class=b>x"));
  EXPECT_NE(slots_of("<p class=a>x"), slots_of("<div class=a><p>x"));
  EXPECT_GT(slots_of("<p class=postBody>x").size(),
            slots_of("<p class=post>x").size());
  for (uint32_t slot : slots_of("<p class=postBody-main id=x>x")) {
    EXPECT_LT(slot, kClassSlots);
  }
}

TEST(TextSlots, AreThoseOfTheFirstWordsAndTheLast) {
  std::vector<uint32_t> slots;
  append_text_slots({}, slots);
  const size_t none = slots.size();
  const std::vector<uint32_t> words = {1, 2, 3};
  append_text_slots(words, slots);
  EXPECT_GT(slots.size(), none);
  for (uint32_t slot : slots) EXPECT_LT(slot, kTextSlots);
  std::vector<uint32_t> again;
  append_text_slots(words, again);
  append_text_slots({}, again);
  std::ranges::sort(slots);
  std::ranges::sort(again);
  EXPECT_EQ(slots, again);
  slots.clear();
  append_heading_slots(words, slots);
  EXPECT_FALSE(slots.empty());
  for (uint32_t slot : slots) EXPECT_LT(slot, kHeadingSlots);
}

}  // namespace
}  // namespace wax::document
