#include "document/content/block_sums.h"

#include <gtest/gtest.h>

#include "document/content/page_reader.h"

namespace wax::document {
namespace {

TEST(BlockSums, AreThoseOfTheBlocksBetween) {
  HtmlTree tree;
  tree.parse("<div><p>one two<p>the <a href=/>link</a></div><p>last");
  Document document;
  const PageWalk walk(tree, {}, document);
  const BlockSums sums(walk.blocks);
  EXPECT_EQ(sums.all().blocks, 3u);
  EXPECT_EQ(sums.all().words, 5u);
  EXPECT_EQ(sums.between(1, 2).words, 2u);
  EXPECT_EQ(sums.between(1, 2).link_words, 1u);
  EXPECT_EQ(sums.between(1, 2).stop_words, 1u);
  EXPECT_EQ(sums.between(2, 2).blocks, 0u);
  EXPECT_EQ(sums.between(2, 1).words, 0u);
  const uint32_t div =
      walk.blocks.elements()[walk.blocks.blocks()[0].element].parent;
  EXPECT_EQ(sums.in_element(div).blocks, 2u);
}

}  // namespace
}  // namespace wax::document
