#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "document/content/page_block.h"

namespace wax::document {
namespace {

BlockTagFacts facts_of(std::string_view element) {
  HtmlTree tree;
  const std::string page = "<body>" + std::string(element);
  tree.parse(page);
  return block_tag_facts(*tree.body()->first_child);
}

TEST(BlockTag, BlocksLinksAndEmbeddedThingsAreToldApart) {
  EXPECT_TRUE(facts_of("<p>").is_block_level);
  EXPECT_EQ(facts_of("<p>").tag, BlockTag::kP);
  EXPECT_FALSE(facts_of("<span>").is_block_level);
  EXPECT_FALSE(facts_of("<span>").is_skipped);
  EXPECT_TRUE(facts_of("<h2>").is_bold);
  EXPECT_TRUE(facts_of("<b>").is_bold);
  EXPECT_FALSE(facts_of("<i>").is_bold);
  EXPECT_TRUE(facts_of("<pre>").keeps_lines);
  EXPECT_FALSE(facts_of("<p>").keeps_lines);
  for (const char* skipped : {"<script>", "<style>", "<iframe>", "<video>",
                              "<title>", "<svg>", "<math>", "<template>"}) {
    EXPECT_TRUE(facts_of(skipped).is_skipped) << skipped;
  }
}

TEST(BlockTag, CustomElementsAreBlocks) {
  EXPECT_EQ(facts_of("<x-card>").tag, BlockTag::kCustom);
  EXPECT_TRUE(facts_of("<x-card>").is_block_level);
  EXPECT_EQ(facts_of("<sarcasm>").tag, BlockTag::kOther);
  EXPECT_FALSE(facts_of("<sarcasm>").is_block_level);
}

TEST(BlockTag, ShadowRootsAreRead) {
  EXPECT_FALSE(facts_of("<template shadowrootmode=open>").is_skipped);
}

TEST(BlockTag, TheHeadIsLeftOut) {
  HtmlTree tree;
  tree.parse("<p>x");
  EXPECT_TRUE(block_tag_facts(*tree.head()).is_skipped);
}

// Models are trained with these numbers.
TEST(BlockTag, NumbersStay) {
  EXPECT_EQ(static_cast<int>(BlockTag::kOther), 0);
  EXPECT_EQ(static_cast<int>(BlockTag::kP), 46);
  EXPECT_EQ(static_cast<int>(BlockTag::kHgroup) + 1,
            static_cast<int>(kBlockTags));
}

}  // namespace
}  // namespace wax::document
