#include "document/html/tree_builder.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/document/html/tree_form.h"

namespace wax::document {
namespace {

TEST(TreeBuilder, APageOverItsMemoryEndsAsText) {
  std::string page;
  for (int i = 0; i < 20'000; ++i) page += "<p class=a>word</p>";
  page += "<script>no</script><p>last &amp; least";
  HtmlTree tree;
  tree.parse(page, {.most_memory = 1 << 20});
  EXPECT_TRUE(tree.is_cut());
  const std::string form = short_form(tree.body());
  EXPECT_NE(form.find("p(word)"), std::string::npos);
  EXPECT_NE(form.find("last & least"), std::string::npos);
  EXPECT_EQ(form.find("no"), std::string::npos);
  tree.parse(page);
  EXPECT_FALSE(tree.is_cut());
}

TEST(TreeBuilder, ScriptingMakesNoscriptText) {
  HtmlTree tree;
  tree.parse("<noscript><p>a</noscript><body><noscript><p>b</noscript>",
             {.scripting = true});
  EXPECT_EQ(short_form(tree.root()),
            "html(head(noscript(<p>a)) body(noscript(<p>b)))");
}

TEST(TreeBuilder, LenientTreesKeepWhatBrowsersShowed) {
  HtmlTree tree;
  tree.parse("<title>a<p>b", {.lenient = true});
  EXPECT_EQ(short_form(tree.root()), "html(head(title(a)) body(p(b)))");
  tree.parse("<noframes><p>a</noframes>b", {.lenient = true});
  EXPECT_NE(short_form(tree.root()).find("p(a)"), std::string::npos);
  tree.parse("<body>a<td>b", {.lenient = true});
  EXPECT_EQ(short_form(tree.body()), "a td b");
}

TEST(TreeBuilder, ElementsOfXhtmlMayBeEmpty) {
  const std::string page =
      "<head><title/><script src='x'/><style/></head><body>a<textarea/>b"
      "<iframe src='y'/>c";
  HtmlTree tree;
  tree.parse(page, {.lenient = true, .is_xml = true});
  EXPECT_EQ(short_form(tree.body()), "a textarea b iframe c");
  tree.parse(page);
  EXPECT_EQ(short_form(tree.body()), "");
}

TEST(TreeBuilder, FragmentsBeginInTheStateOfTheirElement) {
  expect_fragments({
      {"title", "<b>&lt;</title>a", "<b><</title>a"},
      {"style", "<b>&lt;", "<b>&lt;"},
      {"plaintext", "<b></plaintext>", "<b></plaintext>"},
      {"div", "a</div>b", "ab"},
      {"form", "a<form>b", "ab"},
  });
}

}  // namespace
}  // namespace wax::document
