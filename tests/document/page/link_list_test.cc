#include "document/page/link_list.h"

#include <gtest/gtest.h>

#include <string>

#include "document/html/html_tree.h"

namespace wax::document {
namespace {

// Adds what is in the tree.
struct Collector {
  LinkList& links;

  bool enter(const Node& node) {
    if (node.is_html(Tag::kBase)) {
      links.set_base("http://h/d/", node.value(Attr::kHref));
    } else if (node.is_html(Tag::kA) && links.add(node, Attr::kHref)) {
      links.add_text(links.last(), std::string(node.value(Attr::kTitle)));
    } else if (node.is_html(Tag::kImg)) {
      links.add_image(node);
    } else if (node.is_html(Tag::kFigure)) {
      links.open_figure(node);
    } else if (node.is_html(Tag::kFigcaption)) {
      links.add_caption("caption");
    }
    return true;
  }
  void leave(const Node& node) { links.leave(node); }
};

Document document_of(std::string_view page, std::string_view charset = {}) {
  HtmlTree tree;
  tree.parse(page);
  LinkList links;
  Collector collector{links};
  walk_tree(tree.root(), collector);
  links.set_base_if_none("http://h/d/page");
  Document document;
  document.charset = charset;
  links.resolve(document);
  return document;
}

TEST(LinkList, QueriesAreInTheEncodingOfThePage) {
  const Document document =
      document_of("<a href='ü?q=ü'>1</a><img src='i?q=ü'>", "iso-8859-1");
  ASSERT_EQ(document.links.size(), 1u);
  EXPECT_EQ(document.links[0].url, "http://h/d/ü?q=%FC");
  ASSERT_EQ(document.images.size(), 1u);
  EXPECT_EQ(document.images[0].url, "http://h/d/i?q=%FC");
}

TEST(LinkList, ReferencesAreResolvedWhenTheBaseIsKnown) {
  const Document document =
      document_of("<a href=x>1</a><base href=/b/><base href=/c/><a href=y>");
  ASSERT_EQ(document.links.size(), 2u);
  EXPECT_EQ(document.links[0].url, "http://h/b/x");
  EXPECT_EQ(document.links[1].url, "http://h/b/y");
  EXPECT_EQ(document_of("<a href=x>").links.at(0).url, "http://h/d/x");
}

TEST(LinkList, APlaceInThePageIsNoLink) {
  EXPECT_TRUE(document_of("<a href=#x><a name=y>").links.empty());
  EXPECT_TRUE(document_of("<a href=mailto:x@y>").links.empty());
}

TEST(LinkList, AnElementThatTheTreeHasSplitIsOneLink) {
  const Document document =
      document_of("<a href=x title=t><p>one</p>two</a><a href=x>");
  ASSERT_EQ(document.links.size(), 2u);
  EXPECT_TRUE(document.links[0].text.starts_with("t"));
}

TEST(LinkList, FiguresGiveTheirCaptionToTheImagesInThem) {
  const Document document = document_of(
      "<img src=a><figure><img src=b><figcaption>c</figcaption>"
      "</figure><img src=c><img src=data:x data-src=d><img>");
  ASSERT_EQ(document.images.size(), 4u);
  EXPECT_EQ(document.images[0].caption, "");
  EXPECT_EQ(document.images[1].caption, "caption");
  EXPECT_EQ(document.images[2].caption, "");
  EXPECT_EQ(document.images[3].url, "http://h/d/d");
}

TEST(LinkList, IsBounded) {
  std::string page;
  for (size_t i = 0; i < kMostImages + 10; ++i) page += "<img src=x>";
  EXPECT_EQ(document_of(page).images.size(), kMostImages);
  page.clear();
  for (size_t i = 0; i < 2 * kMostLinks + 10; ++i) page += "<a href=x>";
  EXPECT_EQ(document_of(page).links.size(), kMostLinks);
}

}  // namespace
}  // namespace wax::document
