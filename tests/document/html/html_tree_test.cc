#include "document/html/html_tree.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "tests/document/html/tree_form.h"
#include "tests/support/allocations.h"
#include "tests/support/seed.h"

namespace wax::document {
namespace {

std::string body_of(std::string_view page) {
  HtmlTree tree;
  tree.parse(page);
  return short_form(tree.body());
}

TEST(HtmlTree, BodiesAreThoseOfBrowsers) {
  const std::pair<std::string_view, std::string> cases[] = {
      {"", ""},
      {"x", "x"},
      {"<p>a<p>b", "p(a) p(b)"},
      {"<p>a<div>b</div>c", "p(a) div(b) c"},
      {"a</p>b", "a p b"},
      {"a</br>b", "a br b"},
      {"<ul><li>a<li>b</ul>", "ul(li(a) li(b))"},
      {"<dl><dt>a<dd>b<dt>c</dl>", "dl(dt(a) dd(b) dt(c))"},
      {"<h1>a<h2>b</h3>c", "h1(a) h2(b) c"},
      {"<select><option>a<option>b</select>", "select(option(a) option(b))"},
      {"<button>a<button>b", "button(a) button(b)"},
      {"<ruby>a<rt>b<rt>c", "ruby(a rt(b) rt(c))"},
      // Formatting elements that overlap others.
      {"<b>a<i>b</b>c</i>", "b(a i(b)) i(c)"},
      {"<b>a<p>b</b>c", "b(a) p(b(b) c)"},
      {"<a>x<a>y", "a(x) a(y)"},
      {"<p><b>a<p>b", "p(b(a)) p(b(b))"},
      {"<b><b><b><b><p>x</b></b></b></b>y", "b(b(b(b)) p(b(b(b(x))) y))"},
      // Tables.
      {"<table><tr><td>a<td>b<tr><td>c</table>",
       "table(tbody(tr(td(a) td(b)) tr(td(c))))"},
      {"<table>a<tr>b<td>c</table>", "ab table(tbody(tr(td(c))))"},
      {"<table><b>a<tr><td>c</table>", "b(a) table(tbody(tr(td(c))))"},
      {"<table><form><input type=hidden><input></table>",
       "input table(form input)"},
      {"<table><td><table><td>a</table>b</table>",
       "table(tbody(tr(td(table(tbody(tr(td(a)))) b))))"},
      {"<table><caption>a<td>b", "table(caption(a) tbody(tr(td(b))))"},
      // Elements without markup.
      {"<textarea>\n<b>&lt;</textarea>x", "textarea(<b><) x"},
      {"<xmp><b>&lt;</xmp>x", "xmp(<b>&lt;) x"},
      {"-<script>'</b>'<!--<script></script>--></script>x",
       "- script('</b>'<!--<script></script>-->) x"},
      {"-<noscript><b>x</b></noscript>", "- noscript(b(x))"},
      {"<plaintext><b></plaintext>", "plaintext(<b></plaintext>)"},
      {"<pre>\n\na</pre>", "pre(\na)"},
      // Other markup.
      {"a<!--b--!>c<!>d<?e>f</ g>h", "a !b c ! d !?e f ! g h"},
      {"a&amp;b&ltc&notit;&#x80;&bogus;", "a&b<c\u00ACit;\u20AC&bogus;"},
      {"a\rb\r\nc", "a\nb\nc"},
      {"a<b c", "a"},
      {"a</>b<>c", "ab<>c"},
      {"<svg><path/><title>a</title><p>b", "svg(path title(a)) p(b)"},
      {"<svg><![CDATA[<b>]]></svg><![CDATA[b]]>", "svg(<b>) ![CDATA[b]]"},
      {"<math><mi>a</math>c", "math(mi(a)) c"},
      {"-<template><td>a</template>b", "- template(td(a)) b"},
      {"<svg><foreignobject><div>a", "svg(foreignObject(div(a)))"},
      {std::string_view("a\0b<!--\0--><textarea>\0", 22),
       "ab !\uFFFD textarea(\uFFFD)"},
  };
  for (const auto& [page, expected] : cases) {
    EXPECT_EQ(body_of(page), expected) << page;
  }
}

TEST(HtmlTree, AFramesetTakesThePlaceOfAnEmptyBody) {
  HtmlTree tree;
  tree.parse("<frameset><frame src=a><noframes>b</noframes></frameset>");
  EXPECT_EQ(tree.body(), nullptr);
  EXPECT_EQ(short_form(tree.html()), "head frameset(frame noframes(b))");
  tree.parse("a<frameset>");
  EXPECT_EQ(short_form(tree.html()), "head body(a)");
}

TEST(HtmlTree, QuirksModeIsThatOfTheDoctype) {
  const std::pair<std::string_view, QuirksMode> cases[] = {
      {"<!doctype html>", QuirksMode::kNo},
      {"<!DOCTYPE HTML PUBLIC \"-//W3C//DTD HTML 4.01//EN\">", QuirksMode::kNo},
      {"<!DOCTYPE HTML PUBLIC \"-//W3C//DTD HTML 4.01 Transitional//EN\" "
       "\"x\">",
       QuirksMode::kLimited},
      {"<!DOCTYPE HTML PUBLIC \"-//W3C//DTD HTML 4.01 Transitional//EN\">",
       QuirksMode::kYes},
      {"<!DOCTYPE HTML PUBLIC \"-//W3C//DTD HTML 3.2 Final//EN\">",
       QuirksMode::kYes},
      {"<!doctype x>", QuirksMode::kYes},
      {"x", QuirksMode::kYes},
  };
  for (const auto& [page, mode] : cases) {
    HtmlTree tree;
    tree.parse(page);
    EXPECT_EQ(tree.quirks_mode(), mode) << page;
  }
}

TEST(HtmlTree, AttributesAreDecodedAndEachNameCountsOnce) {
  HtmlTree tree;
  tree.parse("<div CLASS='a&amp;b&ampc' class=d data-x ID=e/f =g>");
  const Node* div = tree.body()->first_child;
  ASSERT_EQ(div->attributes().size(), 4u);
  EXPECT_EQ(div->value(Attr::kClass), "a&b&ampc");
  EXPECT_EQ(div->value(Attr::kId), "e/f");
  EXPECT_EQ(div->attribute("data-x")->value, "");
  EXPECT_EQ(div->attribute("=g")->value, "");
  EXPECT_EQ(div->attribute("href"), nullptr);
  EXPECT_EQ(div->value(Attr::kHref), "");
}

TEST(HtmlTree, AFragmentIsReadAsInItsElement) {
  HtmlTree tree;
  tree.parse_fragment("a<td>b</tr>c", Namespace::kHtml, "tr");
  EXPECT_EQ(short_form(tree.root()), "a td(bc)");
  tree.parse_fragment("a<td>b", Namespace::kHtml, "div");
  EXPECT_EQ(short_form(tree.root()), "ab");
  tree.parse_fragment("<b>&lt;", Namespace::kHtml, "title");
  EXPECT_EQ(short_form(tree.root()), "<b><");
  tree.parse_fragment("<![CDATA[a]]>", Namespace::kSvg, "desc");
  EXPECT_EQ(short_form(tree.root()), "a");
}

TEST(HtmlTree, TheNamesOfSvgHaveCapitalLetters) {
  HtmlTree tree;
  tree.parse("<svg viewbox=1 xlink:href=2><lineargradient>");
  const Node* svg = tree.body()->first_child;
  EXPECT_EQ(svg->attribute(Attr::kViewBox)->name, "viewBox");
  EXPECT_EQ(svg->attribute(Attr::kXlinkHref)->name, "href");
  EXPECT_EQ(svg->attribute(Attr::kXlinkHref)->ns, AttrNamespace::kXlink);
  EXPECT_EQ(svg->first_child->text, "linearGradient");
  EXPECT_EQ(svg->first_child->tag, Tag::kLinearGradient);
}

std::string times(size_t count, std::string_view text) {
  std::string out;
  for (size_t i = 0; i < count; ++i) out += text;
  return out;
}

size_t depth_of(const HtmlTree& tree) {
  size_t deepest = 0;
  size_t depth = 0;
  const Node* node = tree.root();
  while (node) {
    if (node->first_child) {
      node = node->first_child;
      deepest = std::max(deepest, ++depth);
      continue;
    }
    while (node && !node->next) {
      node = node->parent;
      --depth;
    }
    if (node) node = node->next;
  }
  return deepest;
}

TEST(HtmlTree, ElementsNestedTooDeepBecomeSiblings) {
  HtmlTree tree;
  const std::string page =
      times(100'000, "<div>") + "x" + times(100'000, "</div>") + "y";
  tree.parse(page);
  EXPECT_LE(depth_of(tree), kDeepestElement + 2);
  EXPECT_EQ(tree.body()->last_child->text, "y");
  const std::string tables = times(1000, "<table><tr><td>a");
  tree.parse(tables);
  EXPECT_LE(depth_of(tree), kDeepestElement + 10);
}

TEST(HtmlTree, PagesThatOpenWithoutEndTakeLinearTime) {
  for (std::string_view piece :
       {"<b><div>", "<font size=1><p>x", "<a><p>", "<table>x", "</foo><span>",
        "<template>", "<svg><foreignObject>", "<marquee><b>", "a</x>",
        "<select><option>", "<!-- >", "</>a", "<p><object><div>"}) {
    HtmlTree tree;
    const std::string page = times(50'000, piece);
    tree.parse(page);
    EXPECT_FALSE(tree.is_cut()) << piece;
  }
  HtmlTree tree;
  std::string page = "<a ";
  for (int i = 0; i < 100'000; ++i) page += "a" + std::to_string(i) + "=1 ";
  page += ">x";
  tree.parse(page);
  EXPECT_EQ(tree.body()->first_child->attributes().size(), kMostAttributes);
}

TEST(HtmlTree, TheRestOfAPageThatTakesTooMuchMemoryIsText) {
  HtmlTree tree;
  const std::string page = "<body>" + times(100'000, "<i>a</i>") +
                           "<script>no</script><style>no</style>b&amp;c";
  tree.parse(page, {.most_memory = 1 << 20});
  EXPECT_TRUE(tree.is_cut());
  std::string text;
  for (const Node* node = tree.root(); node;
       node = next_in_order(node, tree.root())) {
    if (node->kind == NodeKind::kText) text += node->text;
  }
  EXPECT_EQ(std::count(text.begin(), text.end(), 'a'), 100'000);
  EXPECT_TRUE(text.ends_with(" b&c")) << text.substr(text.size() - 20);
  EXPECT_EQ(text.find("no"), std::string::npos);
}

TEST(HtmlTree, NoNodeIsAllocatedByItself) {
  HtmlTree tree;
  const std::string page =
      "<body>" + times(1000, "<p class=a>b<i>c</i>&amp;d</p>");
  tree.parse(page);
  const uint64_t before = tests::allocations();
  tree.parse(page);
  EXPECT_LT(tests::allocations() - before, 40u);
}

TEST(HtmlTree, AnyBytesMakeATree) {
  constexpr std::string_view kPieces[] = {"<",
                                          ">",
                                          "</",
                                          "<!--",
                                          "-->",
                                          "<b>",
                                          "</b>",
                                          "<p>",
                                          "</p>",
                                          "<table>",
                                          "<td>",
                                          "<tr>",
                                          "</table>",
                                          "<a href=x",
                                          "'",
                                          "\"",
                                          "=",
                                          "&amp;",
                                          "&",
                                          "<svg>",
                                          "<title>",
                                          "</title>",
                                          "<math>",
                                          "<mi>",
                                          "<script>",
                                          "</script>",
                                          "<select>",
                                          "<template>",
                                          "</br>",
                                          "x",
                                          "\r\n",
                                          " ",
                                          "<form>",
                                          "</form>",
                                          "<frameset>",
                                          "<!doctype html>",
                                          "<html a>",
                                          "<body b>",
                                          "</body>",
                                          "</html>",
                                          "<foreignObject>",
                                          "<li>",
                                          "</template>",
                                          "<caption>",
                                          "<col>",
                                          "<nobr>",
                                          "<button>",
                                          "<head>",
                                          "</head>",
                                          "<i>",
                                          "</i>"};
  const auto seed = tests::seed_of_test();
  std::mt19937 random(seed);
  HtmlTree tree;
  for (int round = 0; round < 3000; ++round) {
    std::string page;
    for (size_t i = random() % 60; i > 0; --i) {
      page += kPieces[random() % std::size(kPieces)];
    }
    if (round % 2 == 0) {
      tree.parse(page);
      ASSERT_NE(tree.head(), nullptr) << seed << page;
    } else {
      constexpr std::string_view kContexts[] = {
          "div", "table", "tr", "select", "template", "html", "svg"};
      tree.parse_fragment(page, Namespace::kHtml,
                          kContexts[random() % std::size(kContexts)]);
    }
    for (const Node* node = tree.root(); node;
         node = next_in_order(node, tree.root())) {
      for (const Node* child = node->first_child; child; child = child->next) {
        ASSERT_EQ(child->parent, node) << "seed " << seed << ": " << page;
        ASSERT_TRUE(child->next ? child->next->previous == child
                                : node->last_child == child);
      }
    }
  }
}

}  // namespace
}  // namespace wax::document
