#include "index/page/main_content.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "index/html/html_tree.h"
#include "io/error.h"

namespace wax::index {
namespace {

std::string main_of(std::string_view html, std::string_view url = {}) {
  HtmlTree tree;
  tree.parse(html);
  std::string main;
  main = read_main_content(tree, url).text;
  return main;
}

bool has(const std::string& text, std::string_view part) {
  return text.find(part) != text.npos;
}

// A page with menus around its content.
std::string page_with(std::string_view content, std::string_view title) {
  std::string page = "<!DOCTYPE html><html><head><title>";
  page += title;
  page +=
      "</title></head><body><header class=site-header><nav class=menu><ul>"
      "<li><a href=/>Home</a><li><a href=/news>News</a>"
      "<li><a href=/shop>Shop</a><li><a href=/contact>Contact</a></ul></nav>"
      "</header><main><article class=post-content>";
  page += content;
  page +=
      "</article></main><aside class=sidebar><h3>Related posts</h3><ul>"
      "<li><a href=/1>Ten tips for winter</a><li><a href=/2>Our best of</a>"
      "</ul></aside><footer class=site-footer><p>© 2024 Example Ltd. All "
      "rights reserved.</p><a href=/privacy>Privacy policy</a></footer>"
      "</body></html>";
  return page;
}

TEST(MainContent, IsTheTextOfAnArticleWithoutMenus) {
  const std::string main = main_of(
      page_with("<h1>The heron of the valley</h1><p>In the early spring, when "
                "the ice has gone from the river, the grey heron comes back to "
                "the valley and looks for fish in the shallow water near the "
                "mill.</p><p>It stands without moving for a long time, and "
                "people who pass on the road often take it for a branch of a "
                "tree that the water has left there.</p>",
                "The heron of the valley"),
      "https://example.org/2024/05/heron-of-the-valley");
  EXPECT_TRUE(has(main, "grey heron comes back"));
  EXPECT_TRUE(has(main, "take it for a branch"));
  EXPECT_FALSE(has(main, "Contact"));
  EXPECT_FALSE(has(main, "Privacy policy"));
  EXPECT_FALSE(has(main, "Ten tips"));
}

TEST(MainContent, OfAChinesePageIsItsText) {
  const std::string main = main_of(page_with(
      "<h1>北京的春天</h1><p>每年三月，北京的天气开始变暖，公园里的花都开了，许"
      "多人带着孩子去公园散步、拍照、放风筝。</"
      "p><p>到了四月，颐和园和植物园里游"
      "客很多，大家都想看看盛开的桃花和郁金香。</p>",
      "北京的春天"));
  EXPECT_TRUE(has(main, "北京的天气开始变暖"));
  EXPECT_TRUE(has(main, "盛开的桃花和郁金香"));
  EXPECT_FALSE(has(main, "Privacy policy"));
}

TEST(MainContent, OfAJapanesePageIsItsText) {
  const std::string main = main_of(page_with(
      "<h1>京都の秋</h1><p>十一月になると、京都の山々は赤や黄色に染まり、多くの"
      "観光客が寺や神社を訪れます。</"
      "p><p>嵐山では、川にかかる橋の上から美しい紅"
      "葉を眺めることができます。</p>",
      "京都の秋"));
  EXPECT_TRUE(has(main, "京都の山々は赤や黄色に染まり"));
  EXPECT_TRUE(has(main, "橋の上から美しい紅葉"));
  EXPECT_FALSE(has(main, "Privacy policy"));
}

TEST(MainContent, OfAThaiPageIsItsText) {
  const std::string main = main_of(page_with(
      "<h1>ตลาดน้ำ</h1><p>ตลาดน้ำเป็นสถานที่ท่องเที่ยวที่มีชื่อเสียงของประเทศไทย "
      "ผู้คนขายผลไม้และอาหารบนเรือทุกวันตั้งแต่เช้าตรู่</p><p>นักท่องเที่ยวสามารถนั่งเรือ"
      "ชมตลาดและซื้อของฝากกลับบ้านได้</p>",
      "ตลาดน้ำ"));
  EXPECT_TRUE(has(main, "ผู้คนขายผลไม้และอาหารบนเรือ"));
  EXPECT_TRUE(has(main, "ชมตลาดและซื้อของฝากกลับบ้าน"));
  EXPECT_FALSE(has(main, "Privacy policy"));
}

TEST(MainContent, OfAPageOf1997IsTheTextInItsTable) {
  const std::string main = main_of(
      "<HTML><HEAD><TITLE>Walter's Trains</TITLE></HEAD><BODY BGCOLOR=#FFFFFF>"
      "<TABLE WIDTH=600 BORDER=0><TR><TD VALIGN=top WIDTH=120>"
      "<A HREF=index.html>Home</A><BR><A HREF=links.html>Links</A><BR>"
      "<A HREF=guest.html>Guestbook</A></TD><TD><FONT SIZE=5><B>Walter's "
      "Trains</B></FONT><P>I have been building model trains since 1962, when "
      "my father gave me a small steam engine for my birthday. On these pages "
      "you will find pictures of my layout and some advice for beginners."
      "<P>The layout is in the cellar and measures four by six metres. It took "
      "me eleven years to build the tracks, the village and the mountains, and "
      "it is still not finished.</TD></TR></TABLE><CENTER><A HREF=index.html>"
      "Home</A> | <A HREF=mailto:w@example.org>Mail</A></CENTER></BODY>",
      "http://www.example.org/~walter/");
  EXPECT_TRUE(has(main, "building model trains since 1962"));
  EXPECT_TRUE(has(main, "still not finished"));
  EXPECT_FALSE(has(main, "Guestbook"));
}

TEST(MainContent, ComesFromStructuredDataWhenThePageShowsNone) {
  const std::string text =
      "The lamp is made of brass by hand, and gives a warm light that does "
      "not hurt the eyes. Its arm turns in every direction.";
  EXPECT_TRUE(has(main_of("<title>Brass lamp</title><script "
                          "type='application/ld+json'>{\"@type\":\"Product\","
                          "\"name\":\"Brass lamp\",\"description\":\"" +
                          text +
                          "\"}</script><div id=app></div><noscript>Please "
                          "enable JavaScript.</noscript>"),
                  "made of brass by hand"));
  EXPECT_TRUE(has(main_of("<title>Storm</title><script "
                          "type='application/ld+json'>{\"@type\":"
                          "\"NewsArticle\",\"articleBody\":\"" +
                          text + "\"}</script><div id=root></div>"),
                  "made of brass by hand"));
}

TEST(MainContent, IsNotEmptyWhenThePageIsNot) {
  for (const char* page :
       {"a", "<p>Hello</p>", "<a href=/>Home</a>", "<footer>© 2020</footer>",
        "<frameset><noframes>No "
        "frames here</noframes></frameset>"}) {
    EXPECT_NE(main_of(page), "") << page;
  }
  EXPECT_EQ(main_of(""), "");
  EXPECT_EQ(main_of("<p>&nbsp;</p><img src=a.png>"), "");
}

TEST(MainContent, HasTheBlocksWithTheHighestExpectedF1) {
  HtmlTree tree;
  tree.parse("<p>one two three four<p>five six seven eight<p>nine<p>ten");
  const PageBlocks page(tree);
  auto chosen = [&](std::vector<float> odds) {
    std::string main;
    main = text_of_blocks(page, choose_blocks(page, odds));
    return main;
  };
  EXPECT_EQ(chosen({5, 5, -5, 5}),
            "one two three four\nfive six seven eight\nten");
  EXPECT_EQ(chosen({-5, -5, 5, -5}), "nine");
  // No block is likely: all of them are a better guess than one.
  EXPECT_EQ(chosen({-2, -2, -2, -2}),
            "one two three four\nfive six seven eight\nnine\nten");
}

TEST(MainContent, SaysNothingTwice) {
  HtmlTree tree;
  tree.parse("<p>one two three four<p>one two three four<p>five<p>five");
  const PageBlocks page(tree);
  std::string main;
  main = text_of_blocks(page, choose_blocks(page, {5, 5, 5, 5}));
  EXPECT_EQ(main, "one two three four\nfive\nfive");
}

TEST(MainContent, NamesTheHiddenPanelsThatItIsIn) {
  std::string words;
  for (int i = 0; i < 60; ++i) words += "word" + std::to_string(i) + ' ';
  std::string page = "<p>" + words;
  page += "<div hidden><div role=tabpanel hidden><p>other " + words;
  page += "</div></div><div hidden></div>";
  HtmlTree tree;
  tree.parse(page);
  EXPECT_EQ(read_main_content(tree, {}).panels.size(), 3u);
  page = "<p>" + words + "<div hidden><p>few words</div>";
  tree.parse(page);
  EXPECT_TRUE(read_main_content(tree, {}).panels.empty());
}

TEST(MainContent, RowsAreFiniteAndOfOneSize) {
  const std::string text =
      page_with("<p>A few words of text.</p><p>5 €</p>", "Words");
  HtmlTree tree;
  tree.parse(text);
  const PageBlocks page(tree);
  std::vector<float> rows;
  append_main_rows(page, "http://example.org/a/b-1?c", &MainModel::built_in(),
                   rows);
  EXPECT_EQ(rows.size(), page.blocks().size() * kRowNumbers);
  for (float number : rows) EXPECT_TRUE(std::isfinite(number));
}

TEST(MainContent, OddsOfARowDoNotDependOnTheRowsBesideIt) {
  const MainModel& model = MainModel::built_in();
  std::mt19937 random(7);
  std::vector<float> rows(21 * kRowNumbers);
  for (float& number : rows) {
    number = static_cast<float>(random() % 1000) / (random() % 2 ? 1000 : 10);
  }
  // The rows of a page have its numbers and types in common.
  for (size_t at = kRowNumbers; at < rows.size(); ++at) {
    const size_t number = at % kRowNumbers;
    if ((number >= kBlockNumbers && number < kMainNumbers) ||
        number >= kTypeScores) {
      rows[at] = rows[number];
    }
  }
  std::vector<float> together(21);
  model.log_odds(rows, together);
  for (size_t i = 0; i < together.size(); ++i) {
    float alone = 0;
    model.log_odds(std::span(rows).subspan(i * kRowNumbers, kRowNumbers),
                   {&alone, 1});
    EXPECT_EQ(together[i], alone) << i;
    EXPECT_TRUE(std::isfinite(alone));
  }
}

TEST(MainContent, ALinearScoreIsThatOfItsSlots) {
  HtmlTree tree;
  tree.parse(page_with("<p>Some <span class=postBody-x>text</span></p>", "T"));
  const PageBlocks page(tree);
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

TEST(MainModel, RefusesBytesThatAreNoModel) {
  EXPECT_THROW(MainModel(""), FormatError);
  EXPECT_THROW(MainModel("wax-main 1\n"), FormatError);
  EXPECT_THROW(MainModel("wax-main 2\nabcdefgh"), FormatError);
}

}  // namespace
}  // namespace wax::index
