#include "document/content/page_reader.h"

#include <gtest/gtest.h>

#include <string>

namespace wax::document {
namespace {

// The words of a page's document, and of its main content, are read in one
// walk: what one says of the page the other does not contradict.
TEST(PageReader, OneWalkGivesFieldsTextLinksAndMainContent) {
  HtmlTree tree;
  tree.parse(
      "<title>Herons</title><meta name=robots content=nofollow>"
      "<meta name=description content='On birds'>"
      "<nav><a href=/>Home</a> <a href=/b>Birds</a></nav><main><h1>Herons</h1>"
      "<p>The grey heron stands in the shallow water of the river and waits "
      "for fish. <img src=i.png alt=heron> It does not move for a long time, "
      "and the fish forget that it is there.</p></main>"
      "<footer>\u00A9 2024 Example. All rights reserved.</footer>",
      {.lenient = true});
  Document document;
  read_page(tree, {"http://h/d/", "en"}, document);
  EXPECT_EQ(document.title, "Herons");
  EXPECT_EQ(document.description, "On birds");
  EXPECT_EQ(document.language, "en");
  EXPECT_EQ(document.headings, "# Herons");
  EXPECT_TRUE(document.nofollow);
  EXPECT_EQ(document.links.size(), 2u);
  EXPECT_EQ(document.images.size(), 1u);
  const std::string main = main_text(document);
  EXPECT_NE(main.find("waits for fish. It does not"), std::string::npos);
  EXPECT_EQ(main.find("reserved"), std::string::npos);
  EXPECT_NE(document.content.find("for fish. heron It"), std::string::npos);
  ASSERT_FALSE(document.main.empty());
  EXPECT_LE(document.main.back().end, document.content.size());
}

TEST(PageReader, HiddenPanelsOfMainContentAreShown) {
  std::string words;
  for (int i = 0; i < 60; ++i) words += "word" + std::to_string(i) + ' ';
  HtmlTree tree;
  const std::string page = "<p>" + words +
                           "<div hidden><div role=tabpanel hidden><p>other " +
                           words + "</div></div><div hidden></div>";
  tree.parse(page);
  Document document;
  read_page(tree, {}, document);
  EXPECT_NE(document.content.find("other word0"), std::string::npos);
  EXPECT_EQ(document.main_unseen, "");
  // A few words are no panel.
  const std::string short_panel =
      "<p>" + words + "<div hidden><p>few words</div>";
  tree.parse(short_panel);
  clear_body(document);
  read_page(tree, {}, document);
  EXPECT_EQ(document.content.find("few words"), std::string::npos);
}

TEST(PageReader, AnEmptyPageIsEmpty) {
  HtmlTree tree;
  tree.parse("");
  Document document;
  read_page(tree, {}, document);
  EXPECT_EQ(document, Document());
}

}  // namespace
}  // namespace wax::document
