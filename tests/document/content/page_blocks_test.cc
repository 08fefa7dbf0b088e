#include "document/content/page_blocks.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "document/content/page_reader.h"
#include "document/html/html_tree.h"

namespace wax::document {
namespace {

std::vector<std::string> blocks_of(std::string_view html) {
  HtmlTree tree;
  tree.parse(html);
  Document document;
  const PageWalk walk(tree, {}, document);
  const PageBlocks& page = walk.blocks;
  std::vector<std::string> texts;
  for (const PageBlock& block : page.blocks()) {
    texts.emplace_back(page.text(block));
  }
  return texts;
}

using Texts = std::vector<std::string>;

TEST(PageBlocks, AreCutAtBlockLevelElements) {
  EXPECT_EQ(blocks_of("<h1>A</h1><p>b <b>c</b>d<p>e<ul><li>f<li>g</ul>"),
            (Texts{"A", "b cd", "e", "f", "g"}));
  EXPECT_EQ(blocks_of("<table><tr><td>a<td>b</table>c"),
            (Texts{"a", "b", "c"}));
  EXPECT_EQ(blocks_of("<x-card>a</x-card>b<span>c</span>"), (Texts{"a", "bc"}));
}

TEST(PageBlocks, TwoLineBreaksInARowCutToo) {
  EXPECT_EQ(blocks_of("a<br>b<br> <br>c<p>d<br>e"), (Texts{"a b", "c", "d e"}));
  EXPECT_EQ(blocks_of("<pre>a<br><br>b\n c</pre>"), (Texts{"a\nb\nc"}));
}

TEST(PageBlocks, WithoutAWordAreDropped) {
  EXPECT_EQ(blocks_of("<p>&nbsp;<p>-<p>|<p>a"), Texts{"a"});
  EXPECT_EQ(blocks_of(""), Texts{});
  EXPECT_EQ(blocks_of("<p>&nbsp;</p>"), Texts{});
}

TEST(PageBlocks, HaveNoScriptsButWhatIsHidden) {
  EXPECT_EQ(blocks_of("<p>a<script>b</script><style>c</style>"
                      "<template>d</template><svg><text>e</text></svg>"
                      "<iframe>f</iframe><div hidden>g</div>"
                      "<noscript>h</noscript>"),
            (Texts{"a", "g", "h"}));
}

TEST(PageBlocks, CountWordsAndLinks) {
  HtmlTree tree;
  tree.parse(
      "<div class=x><p>The <a href=/>big house</a> of <b>1997</b>: $5.</p>"
      "<a href=/>Home</a></div>");
  Document document;
  const PageWalk walk(tree, {}, document);
  const PageBlocks& page = walk.blocks;
  ASSERT_EQ(page.blocks().size(), 2U);
  const PageBlock& first = page.blocks()[0];
  EXPECT_EQ(first.words, 6U);
  EXPECT_EQ(first.link_words, 2U);
  EXPECT_EQ(first.links, 1U);
  EXPECT_EQ(first.bold_words, 1U);
  EXPECT_EQ(first.stop_words, 2U);
  EXPECT_EQ(first.numbers, 2U);
  EXPECT_TRUE(first.has_price);
  EXPECT_FALSE(first.has_date);
  EXPECT_TRUE(first.ends_sentence);
  EXPECT_EQ(page.elements()[first.element].tag, BlockTag::kP);
  const PageBlock& second = page.blocks()[1];
  EXPECT_EQ(second.link_words, 1U);
  EXPECT_EQ(page.elements()[second.element].tag, BlockTag::kDiv);
  EXPECT_EQ(page.elements()[second.inner].tag, BlockTag::kA);
}

TEST(PageBlocks, ElementsKnowTheirBlocks) {
  HtmlTree tree;
  tree.parse("<div id=a><p>1<p>2</div><div id=b>3<span>4</span></div>");
  Document document;
  const PageWalk walk(tree, {}, document);
  const PageBlocks& page = walk.blocks;
  for (const PageElement& element : page.elements()) {
    if (element.id == "a") {
      EXPECT_EQ(element.first_block, 0U);
      EXPECT_EQ(element.end_block, 2U);
      EXPECT_EQ(element.children, 2U);
    } else if (element.id == "b") {
      EXPECT_EQ(element.first_block, 2U);
      EXPECT_EQ(element.end_block, 3U);
    }
  }
}

TEST(PageBlocks, RecogniseDates) {
  HtmlTree tree;
  tree.parse("<p>3 May 2007<p>on 2007-11-03<p>11/3/07<p>version 1.2.3.4<p>May");
  Document document;
  const PageWalk walk(tree, {}, document);
  const PageBlocks& page = walk.blocks;
  std::vector<bool> dates;
  for (const PageBlock& block : page.blocks()) dates.push_back(block.has_date);
  EXPECT_EQ(dates, (std::vector<bool>{true, true, true, true, false}));
}

TEST(PageBlocks, UnseenTextsAreCandidates) {
  const std::string article =
      "<script type='application/ld+json'>{\"@type\":\"Article\","
      "\"articleBody\":\"First of all there was rain.\\nThen there was "
      "&lt;b>much&lt;/b> more of it.\"}</script>";
  EXPECT_EQ(blocks_of(article + "<p>Menu"),
            (Texts{"Menu", "First of all there was rain.",
                   "Then there was much more of it."}));
  // What the page shows is no candidate.
  EXPECT_EQ(blocks_of(article + "<p>First of all there was rain.<p>Then there "
                                "was much more of it."),
            (Texts{"First of all there was rain.",
                   "Then there was much more of it."}));
  EXPECT_EQ(blocks_of("<meta name=description content='A shop for all'><meta "
                      "property=og:description content='A shop for all'><p>x"),
            (Texts{"x", "A shop for all"}));
}

TEST(PageBlocks, DeepAndLongPagesAreTaken) {
  std::string deep;
  for (int i = 0; i < 100'000; ++i) deep += "<div>";
  EXPECT_EQ(blocks_of(deep + "a"), Texts{"a"});
  std::string many;
  for (size_t i = 0; i < PageBlocks::kMostBlocks + 10; ++i) many += "<p>a";
  EXPECT_EQ(blocks_of(many).size(), PageBlocks::kMostBlocks);
}

}  // namespace
}  // namespace wax::document
