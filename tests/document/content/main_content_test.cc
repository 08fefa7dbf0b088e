#include "document/content/main_content.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "document/content/page_reader.h"
#include "document/html/html_tree.h"

namespace wax::document {
namespace {

std::string main_of(std::string_view html, std::string_view url = {}) {
  HtmlTree tree;
  tree.parse(html);
  Document document;
  read_page(tree, {url, {}}, document);
  return main_text(document);
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

TEST(MainContent, IsEmptyWhereAPageHasOnlyWhatIsAroundContent) {
  const std::string shell =
      "<title>Shop</title><header><nav><ul><li><a href=/a>Sale</a><li><a "
      "href=/b>Women</a><li><a href=/c>Men</a><li><a href=/d>Kids</a></ul>"
      "</nav></header><div id=root></div><noscript>You need to enable "
      "JavaScript to run this app.</noscript><footer><ul><li><a href=/t>Terms "
      "of use</a><li><a href=/p>Privacy policy</a><li><a href=/c>Cookie "
      "settings</a><li><a href=/s>Help and contact</a></ul><p>© 2024 Shop Ltd. "
      "All rights reserved.</p></footer>";
  EXPECT_EQ(main_of(shell), "");
  const std::string login =
      "<title>Login</title><form><label>User name</label><input><label>"
      "Password</label><input><button>Sign in</button><a href=/f>Forgot your "
      "password?</a><a href=/r>Register</a></form><select><option>English"
      "<option>Deutsch<option>Français<option>Español<option>Italiano<option>"
      "Polski<option>Português<option>Русский</select><footer>Imprint Privacy "
      "Terms Help Contact About</footer>";
  EXPECT_EQ(main_of(login), "");
  // Some text of its own is content again.
  const std::string text =
      "<p>The shop moved to the old mill on the river last spring. It sells "
      "lamps of brass that are made by hand, and repairs old ones.</p>";
  EXPECT_TRUE(has(main_of(shell + text), "the old mill"));
}

TEST(MainContent, HasTheBlocksWithTheHighestExpectedF1) {
  HtmlTree tree;
  tree.parse("<p>one two three four<p>five six seven eight<p>nine<p>ten");
  Document document;
  PageWalk walk(tree, {}, document);
  const PageBlocks& page = walk.blocks;
  walk.fields.finish();
  auto chosen = [&](std::vector<float> odds) {
    document.main.clear();
    write_main(page, choose_blocks(page, odds), walk.fields.visible_text(),
               document);
    return main_text(document);
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
  Document document;
  PageWalk walk(tree, {}, document);
  const PageBlocks& page = walk.blocks;
  walk.fields.finish();
  write_main(page, choose_blocks(page, {5, 5, 5, 5}),
             walk.fields.visible_text(), document);
  EXPECT_EQ(main_text(document), "one two three four\nfive\nfive");
}

TEST(MainContent, NamesTheHiddenPanelsThatItIsIn) {
  std::string words;
  for (int i = 0; i < 60; ++i) words += "word" + std::to_string(i) + ' ';
  auto panels = [](const std::string& page) {
    HtmlTree tree;
    tree.parse(page);
    Document document;
    const PageWalk walk(tree, {}, document);
    return main_panels(walk.blocks,
                       main_blocks(walk.blocks, {}, MainModel::built_in()))
        .size();
  };
  EXPECT_EQ(panels("<p>" + words + "<div hidden><div role=tabpanel hidden><p>" +
                   "other " + words + "</div></div><div hidden></div>"),
            3u);
  EXPECT_EQ(panels("<p>" + words + "<div hidden><p>few words</div>"), 0u);
}

// The document of a page whose blocks are all content.
Document all_of(const std::string& page) {
  HtmlTree tree;
  tree.parse(page);
  Document document;
  PageWalk walk(tree, {}, document);
  walk.fields.finish();
  const std::vector<float> odds(walk.blocks.blocks().size(), 9.0f);
  write_main(walk.blocks, choose_blocks(walk.blocks, odds),
             walk.fields.visible_text(), document);
  return document;
}

TEST(MainContent, IsRangesOfTheVisibleText) {
  using Ranges = std::vector<text::TextRange>;
  const Document document = all_of(
      "<p>One <b>two</b></p><p>three</p><p>-</p><p>four<img src=i "
      "alt=picture>five</p>");
  EXPECT_EQ(document.content, "One two\nthree\n-\nfour picture five");
  // Neighbours are one range; a text of an image is no part of its block.
  EXPECT_EQ(document.main, (Ranges{{0, 13}, {16, 20}, {29, 33}}));
  EXPECT_EQ(main_text(document), "One two\nthree\nfour five");
  EXPECT_EQ(document.main_unseen, "");
}

TEST(MainContent, WhatThePageHidesStandsApart) {
  const Document document = all_of(
      "<div hidden>said twice by the page</div><p>Shown is this text</p>"
      "<div hidden><p>hidden panel</div><p>said twice by the page</p>"
      "<p>Half of it <i hidden>not</i> shown</p>");
  EXPECT_EQ(document.content,
            "Shown is this text\nsaid twice by the page\n"
            "Half of it shown");
  EXPECT_EQ(main_text(document), document.content + "\nhidden panel");
}

TEST(MainContent, RangesFollowTheTextIntoItsComposedForm) {
  const std::string page =
      page_with("<p>Ein sehr scho\u0308ner Tag war das, und wir gingen "
                "u\u0308ber die Bru\u0308cke in das alte Dorf.</p>",
                "Tag");
  HtmlTree tree;
  tree.parse(page);
  Document document;
  read_page(tree, {}, document);
  EXPECT_NE(document.content.find("sch\u00F6ner"), std::string::npos);
  EXPECT_TRUE(has(main_text(document),
                  "Ein sehr sch\u00F6ner Tag war das, und wir gingen "
                  "\u00FCber die Br\u00FCcke in das alte Dorf."));
  EXPECT_FALSE(has(main_text(document), "Privacy"));
}

TEST(MainContent, RowsAreFiniteAndOfOneSize) {
  const std::string text =
      page_with("<p>A few words of text.</p><p>5 €</p>", "Words");
  HtmlTree tree;
  tree.parse(text);
  Document document;
  PageWalk walk(tree, {}, document);
  const PageBlocks& page = walk.blocks;
  std::vector<float> rows;
  append_main_rows(page, "http://example.org/a/b-1?c", &MainModel::built_in(),
                   rows);
  EXPECT_EQ(rows.size(), page.blocks().size() * kRowNumbers);
  for (float number : rows) EXPECT_TRUE(std::isfinite(number));
}

}  // namespace
}  // namespace wax::document
