#include "document/page/visible_text.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "document/html/html_tree.h"
#include "document/html/xml_text.h"
#include "document/page/field_reader.h"
#include "document/text/url_reference.h"
#include "text/utf8.h"

namespace wax::document {
namespace {

Document parse(std::string_view page,
               std::string_view url = "http://example.org/dir/page") {
  HtmlTree tree;
  Document fields;
  read_fields(page, {url, {}}, tree, fields);
  EXPECT_EQ(visible_text(page, tree), fields.content) << page;
  return fields;
}

// Collects the text of a tree alone.
struct Visitor {
  VisibleText& text;
  text::TextRange last;

  bool enter(const Node& node) {
    if (node.kind == NodeKind::kText) {
      text.add_other(node);
      last = text.last();
    } else {
      text.enter(node);
    }
    return true;
  }
  void leave(const Node& node) {
    if (node.kind == NodeKind::kElement) text.leave(node);
  }
};

struct PageCase {
  std::string_view page;
  std::string content;
};

TEST(VisibleText, WordsAndBlocks) {
  const PageCase cases[] = {
      {"", ""},
      {"plain", "plain"},
      {"  a \n\t b  ", "a b"},
      {"<p>One<p>Two", "One\nTwo"},
      {"<p> One </p> <p> Two </p>", "One\nTwo"},
      {"<b>bo</b>ld", "bold"},
      {"<b>a</b> <i>b</i>", "a b"},
      {"a<br>b<br/>c", "a\nb\nc"},
      {"<td>a<td>b</td><tr><td>c", "a b\nc"},
      {"<ul><li>x<li>y</ul>z", "x\ny\nz"},
      {"<DIV>Big</DIV>small", "Big\nsmall"},
      {"<h1>T</h1>x", "T\nx"},
      {"a<span>b</span>c", "abc"},
      {"a<unknown>b", "ab"},
      {"<a-very-long-name-of-an-element>b", "b"},
      {"<pre>a\n b\n\nc</pre> d\ne", "a\n b\nc\nd e"},
      {"<p>\n  a<pre>\n\tb\n  <b>c</b>  d\n </pre>\n  e", "a\n\tb\n  c d\ne"},
      {"<pre>a\n  <i hidden>b</i>\n  c</pre>", "a\n  c"},
      {"<pre><i hidden>a</i>\n  b</pre>", "b"},
      {"<option>a<option>b", "a\nb"},
      {"x<img src=i alt='A &amp; B'>y", "x A & B y"},
      {"x<img src=i>y", "xy"},
      {"<textarea>a <b>b</textarea>c", "a <b>b\nc"},
      {"<noscript>shown</noscript>", "shown"},
      {"<noframes><p>shown</noframes>", "shown"},
      {"x<plaintext>a <b>&amp;", "x\na <b>&amp;"},
      {"<button>Go</button>there", "Go there"},
  };
  for (const PageCase& c : cases) EXPECT_EQ(parse(c.page).content, c.content);
}

TEST(VisibleText, AWordWithReadingsIsWhole) {
  const std::pair<std::string_view, std::string_view> cases[] = {
      {"<p>a<ruby>b<rt>c</rt>d<rt>e</rt></ruby>f", "abdf ce"},
      {"<p><ruby>b<rt>c</ruby><ruby>d<rt>e</ruby>f\u3002g", "bdf c e \u3002g"},
      {"<p><ruby>b<rt>c</ruby> d<ruby>e<rt>f</ruby><p>g", "b c de f\ng"},
      {"<p><ruby>b<rt>c</ruby><i hidden>d</i>e", "b c e"},
      {"<p>a<ruby>b<rp>(</rp><rt>c</rt><rp>)</rp>d<rp>(<rt>e<rp>)</ruby>f",
       "abdf ce"},
      {"<p><ruby><rb>a<rb>b<rtc><rt>c<rt>d</ruby>", "ab cd"},
      {"<p><ruby><ruby>a<rt>b</ruby><rt>c</ruby>d", "ad bc"},
      {"<p>a<ruby>b</ruby>c", "abc"},
      {"<p>a<rt>b</rt><rp>c</rp>", "abc"},
  };
  for (const auto& [page, text] : cases) {
    EXPECT_EQ(parse(page).content, text) << page;
  }
}

TEST(VisibleText, WhatIsNotShownIsLeftOut) {
  const PageCase cases[] = {
      {"a<script>b</script>c", "ac"},
      {"a<script>if (x<y) '</scripty>' </SCRIPT >c", "ac"},
      {"a<script><!-- <script>b</script> --></script>c", "ac"},
      {"a<script><!-- b</script>c", "ac"},
      {"a<script><!--><script>b</script>c", "ac"},
      {"a<script>'<!--' '<script ' </script>c</script>d", "ad"},
      {"a<script>'<!--' '<script' </script>c</script>d", "acd"},
      {"a<script src=x />b</script>c", "ac"},
      {"a<script>never closed <p>b", "a"},
      {"a<style>p > b { }</style>c", "ac"},
      {"a<template>b<template>c</template>d</template>e", "ae"},
      {"a<iframe src=x>b<p></iframe>c", "a\nc"},
      {"a<noembed>b</noembed>c", "ac"},
      {"a<!-- b -->c", "ac"},
      {"a<!-- b > c --!>d", "ad"},
      {"a<!-->b", "ab"},
      {"a<!-- never closed <p>b", "a"},
      {"a<!doctype html>b", "ab"},
      {"a<?php b ?>c", "ac"},
      {"a<![CDATA[b]]>c", "ac"},
      {"a</ b>c", "ac"},
      {"a</>b", "ab"},
      {"<svg><title>t</title><![CDATA[<x>]]></svg>", "t <x>"},
      {"<svg><script href=a /></svg>b", "b"},
      {"a<b title='>' x=\"<p>\">c", "ac"},
      {"a<b title=it's>c", "ac"},
      {"a\x02 g\x01h\x7Fi", "a g h i"},
      {"soft\xC2\xADhyphen&shy;s", "softhyphens"},
  };
  for (const PageCase& c : cases) {
    EXPECT_EQ(parse(c.page).content, c.content) << c.page;
  }
}

TEST(VisibleText, OddMarkupIsText) {
  const PageCase cases[] = {
      {"1 < 2", "1 < 2"}, {"I <3 you", "I <3 you"},
      {"a<", "a<"},       {"a</", "a</"},
      {"a<b", "a"},       {"a<b c='", "a"},
      {"a<b c", "a"},     {"<<p>x", "<\nx"},
      {"a<p", "a"},       {"a</p", "a"},
      {"a<1>b", "a<1>b"},
  };
  for (const PageCase& c : cases) {
    EXPECT_EQ(parse(c.page).content, c.content) << c.page;
  }
}

TEST(VisibleText, References) {
  const PageCase cases[] = {
      {"caf&eacute; &amp; co", "caf\u00E9 & co"},
      {"&lt;p&gt;", "<p>"},
      {"a&nbsp;&nbsp;b", "a b"},
      {"a\xC2\xA0 b", "a b"},
      {"a&#10;b", "a b"},
      {"AT&T", "AT&T"},
      {"&copy 2008", "\u00A9 2008"},
      {"x &", "x &"},
      {"&#x2014;", "\u2014"},
  };
  for (const PageCase& c : cases) {
    EXPECT_EQ(parse(c.page).content, c.content) << c.page;
  }
}

TEST(VisibleText, Titles) {
  const std::pair<std::string_view, std::string> cases[] = {
      {"<title> A &amp;\n B </title>x", "A & B"},
      {"<TITLE>a</TITLE><title>b</title>", "a"},
      {"<title></title><title>b</title>", "b"},
      {"<title>a <b>bold</b></title>", "a <b>bold</b>"},
      {"<title>a<!-- b --></title>", "a<!-- b -->"},
      {"<svg><title>no</title></svg><title>yes</title>", "yes"},
      {"<title>open <p>page", "open"},
      {"x", ""},
  };
  for (const auto& [page, title] : cases) EXPECT_EQ(parse(page).title, title);
  EXPECT_EQ(parse("<title>t</title>x").content, "x");
  EXPECT_EQ(parse("<title>open <p>page").content, "page");
}

std::string links_of(std::string_view page) {
  std::string out;
  for (const Link& link : parse(page).links) {
    out += link.url + "|" + link.text + "\n";
  }
  return out;
}

TEST(VisibleText, Links) {
  const std::pair<std::string_view, std::string> cases[] = {
      {"<a href=x>The\n <b>X</b></a>", "http://example.org/dir/x|The X\n"},
      {"<a href='/a?b=1&amp;c=2'>", "http://example.org/a?b=1&c=2|\n"},
      {"<a href=x>one<a href=y>two</a>three",
       "http://example.org/dir/x|one\nhttp://example.org/dir/y|two\n"},
      {"<a href=x>open", "http://example.org/dir/x|open\n"},
      {"<a name=x>no</a><a href=#x>no</a><a href=mailto:a@b>no</a>", ""},
      {"<a href=javascript:x()>no</a>", ""},
      {"<a href=x HREF=y>", "http://example.org/dir/x|\n"},
      {"<a href=x><img src=i alt=Logo></a>", "http://example.org/dir/x|Logo\n"},
      {"<a href=x>a<iframe src=f></iframe>b</a>",
       "http://example.org/dir/x|a b\nhttp://example.org/dir/f|\n"},
      {"<area href=x alt='A &lt;'>", "http://example.org/dir/x|A <\n"},
      {"<frame src=f>", "http://example.org/dir/f|\n"},
      {"<base href=http://other.example/b/><base href=http://no.example/>"
       "<a href=x>t</a>",
       "http://other.example/b/x|t\n"},
      {"<base href=/up/><a href=x>t</a>", "http://example.org/up/x|t\n"},
      {"<meta http-equiv=Refresh content='0; URL=new.html'>",
       "http://example.org/dir/new.html|\n"},
      {"<meta http-equiv=refresh content='5;\"n\"'>",
       "http://example.org/dir/n|\n"},
      {"<meta http-equiv=refresh content=5>", ""},
      {"<meta http-equiv=refresh content='5;url'>",
       "http://example.org/dir/url|\n"},
      {"<!-- <a href=x>no</a> --><script>'<a href=x>'</script>", ""},
      {"<template><a href=x>no</a></template>", ""},
  };
  for (const auto& [page, links] : cases) EXPECT_EQ(links_of(page), links);
}

TEST(VisibleText, NothingIsLeftOfThePageBefore) {
  HtmlTree tree;
  Document fields;
  read_fields("<title>t</title><a href=x>y", {"http://e.org/", {}}, tree,
              fields);
  read_fields("z", {"http://e.org/", {}}, tree, fields);
  EXPECT_EQ(fields.content, "z");
  EXPECT_TRUE(fields.title.empty() && fields.links.empty());
}

// What must hold of any page.
void check(const std::string& page) {
  const Document text = parse(page);
  EXPECT_LE(text.content.size(), page.size() * 2 + 8) << page.substr(0, 80);
  EXPECT_TRUE(text::is_utf8(text.content) && text::is_utf8(text.title)) << page;
  if (page.find("<pre") == page.npos) {
    EXPECT_EQ(text.content.find("  "), std::string::npos) << page;
  }
  EXPECT_FALSE(text.content.starts_with(' ') || text.content.ends_with(' '));
  EXPECT_LE(text.links.size(), kMostLinks);
  for (const Link& link : text.links) {
    EXPECT_LE(link.url.size(), kLongestUrl);
    EXPECT_TRUE(text::is_utf8(link.text)) << page;
  }
  std::string xml, title;
  read_xml_text(page, title, xml);
}

TEST(VisibleText, AnyPageIsTakenApart) {
  const std::string_view pieces[] = {
      "<",
      ">",
      "</",
      "a",
      " ",
      "href=",
      "'",
      "\"",
      "<!--",
      "-->",
      "<script>",
      "</script>",
      "<title>",
      "</title>",
      "&amp",
      "&#x",
      ";",
      "<a href=x>",
      "</a>",
      "=",
      "/",
      "<p>",
      "<svg>",
      "</svg>",
      "\n",
      "\xC3\xA9",
      "<![CDATA[",
      "]]>",
      "<pre>",
      "</pre>",
      "<base href=//b/>",
      "<img alt=",
      "<textarea>",
      "<template>",
      "</template>",
      "&nbsp;",
      "\xC2\xA0",
      "\xE2\x82\xAC",
      "<meta name=robots",
  };
  std::mt19937 random(1997);
  for (int i = 0; i < 20000; ++i) {
    std::string page;
    for (size_t n = random() % 30; n > 0; --n) {
      page += pieces[random() % std::size(pieces)];
    }
    check(page);
    if (HasFailure()) break;
  }
}

// A quadratic tokenizer takes minutes for one of these.
TEST(VisibleText, HostilePagesTakeLinearTime) {
  constexpr size_t kTimes = 100'000;
  const std::string_view pieces[] = {
      "<",
      "</",
      "<!",
      "<!--",
      "<!-- --",
      "<a ",
      "<a href='",
      "<a href=x>",
      "&",
      "&#",
      "&notit",
      "&aaaaaaaa",
      "<script>",
      "<script><!--",
      "<!--<script>",
      "<title>",
      "<textarea>",
      "<style>",
      "<div>",
      "<template>",
      "<svg>",
      "<![CDATA[",
      "-->",
      "--",
      "<x a=b/c",
      "<pre>\n",
      "\xC2\xA0",
      "<a href=../../../x>",
      "</title",
      "</script",
      "<iframe>",
      "<svg><script/>",
      "<p/",
      "<title></titl>",
      "<a b c d e=",
  };
  for (std::string_view piece : pieces) {
    std::string page;
    page.reserve(piece.size() * kTimes);
    for (size_t i = 0; i < kTimes; ++i) page += piece;
    check(page);
    check("<script>" + page);
    check("<!--" + page);
    check("<title>" + page);
  }
}

TEST(VisibleText, IndentsAreNoPartOfTheTextOfALink) {
  const Document page = parse("<pre>a\n\t<a href=http://h/>b\n   c</a></pre>");
  EXPECT_EQ(page.content, "a\n\tb\n   c");
  ASSERT_EQ(page.links.size(), 1u);
  EXPECT_EQ(page.links[0].text, "b c");
}

TEST(VisibleText, ShadowRootsAreShownAndOtherTemplatesNot) {
  EXPECT_EQ(parse("a<div><template shadowrootmode=open><p>b<template>c"
                  "</template>d</template></div>e<template shadowrootmode=none>"
                  "f<template shadowrootmode=closed>g</template>h</template>i")
                .content,
            "a\nbd\nei");
  EXPECT_EQ(parse("<div><template shadowroot=open>b</template></div>").content,
            "b");
}

TEST(VisibleText, AScriptNamesAPageWithoutATitle) {
  const std::string script =
      "<script>document.title = 'By &amp; \\x41';</script>";
  EXPECT_EQ(parse(script + "x<title> </title>").title, "By &amp; A");
  EXPECT_EQ(parse(script + "x<title> </title>").content, "x");
  EXPECT_EQ(parse(script + "<title>T</title>").title, "T");
  EXPECT_EQ(parse(script + "<meta property=og:title content=O>").title,
            "By &amp; A");
  EXPECT_EQ(parse("<template>" + script + "</template>x").title, "");
}

TEST(VisibleText, HiddenElementsAreLeftOut) {
  const std::string seen =
      "Sixty-four bytes and more of a text that everyone can read on this page";
  const std::pair<std::string_view, std::string_view> cases[] = {
      {"<p hidden>no</p>", ""},
      {"<p hidden=until-found>yes</p>", "\nyes"},
      {"<div style='color: red; Display : NONE!important'>no</div>", ""},
      {"<div style='display:none;display:block'>yes</div>", "\nyes"},
      {"<div style='content:display:none'>yes</div>", "\nyes"},
      {"<div style='visibility:hidden'>yes</div>", "\nyes"},
      {"<div hidden>no<p>no</p></div>yes", "\nyes"},
      {"a<i hidden>no</i>b", "ab"},
      {" a <i hidden>no</i>b", " a b"},
      {" a<i hidden> no</i>b", " a b"},
      {" a<i hidden>no</i> b", " a b"},
      {" a<i hidden>n</i><i hidden> o</i>b", " a b"},
      {"<p>a<i hidden>no</i><p>b", "\na\nb"},
      {"<i hidden><p>no</p></i>b", "\nb"},
      {"<dialog>no</dialog><dialog open>yes</dialog>", "\nyes"},
      {"<datalist><option>no</datalist>", ""},
      {"<svg style=display:none><text>no</text></svg>", ""},
  };
  for (const auto& [page, text] : cases) {
    EXPECT_EQ(parse(seen + std::string(page)).content, seen + std::string(text))
        << page;
  }
  EXPECT_EQ(parse("<p hidden>no</p>" + seen).content, seen);
}

TEST(VisibleText, APageThatAScriptShowsIsNotEmpty) {
  EXPECT_EQ(parse("<body style='display:none'><p>a<p>b").content, "a\nb");
  EXPECT_EQ(parse("<p>Shown</p><div hidden>A menu of the page</div>").content,
            "Shown");
  const std::string page(2000, 'x');
  EXPECT_EQ(parse("<p>Loading</p><div hidden>" + page + "</div>").content,
            "Loading\n" + page);
}

TEST(VisibleText, PiecesThatReactStreamsAreShown) {
  EXPECT_EQ(parse("a<div hidden id='S:1f'>b</div><div hidden id='S:'>c</div>"
                  "<div hidden id='S:x'>d</div>")
                .content,
            "a\nb");
}

TEST(VisibleText, PanelsOfTheMainContentAreShown) {
  HtmlTree tree;
  tree.parse("a<div hidden>b<p hidden>c</div><i hidden>d</i>");
  const Node* panel = tree.body()->first_child->next;
  Document document;
  FieldReader reader({}, document);
  walk_tree(tree.root(), reader);
  EXPECT_EQ(document.content, "a\nb\nc\nd");
  reader.finish({&panel, 1});
  EXPECT_EQ(document.content, "a\nb");
}

TEST(VisibleText, LinksAndHeadingsOfHiddenMenusAreKept) {
  const Document fields = parse(
      "<p>Sixty-four bytes and more of a text that everyone can read, here</p>"
      "<ul hidden><li><a href=a>Home</a></ul><h2 hidden>Menu</h2>");
  EXPECT_EQ(fields.content,
            "Sixty-four bytes and more of a text that everyone can read, here");
  ASSERT_EQ(fields.links.size(), 1u);
  EXPECT_EQ(fields.links[0].text, "Home");
  EXPECT_EQ(fields.headings, "## Menu");
}

TEST(VisibleText, FramesAndNoframesAreRead) {
  const Document fields = parse(
      "<frameset><frame src=a><noframes><body><table><tr><td>x<td>y</table>"
      "<p><a href=b>No</a> frames</body></noframes><frame src=c></frameset>"
      "<noframes>z</noframes>");
  EXPECT_EQ(fields.content, "x y\nNo frames\nz");
  EXPECT_EQ(fields.links.size(), 3u);
  EXPECT_EQ(parse("<p>a<noframes>b<p>c</noframes>d").content, "a\nb\nc\nd");
  EXPECT_EQ(parse("<noframes>a</noframes><frameset><frame src=b>").content,
            "a");
}

TEST(VisibleText, WhatHasNoEndTagDoesNotSwallowThePage) {
  EXPECT_EQ(parse("<title>A<p>b<title>C").content, "b");
  EXPECT_EQ(parse("<noscript><iframe src=f></noscript><p>a").content, "a");
  EXPECT_EQ(parse("<head><noscript><style></noscript></head><p>a").content,
            "a");
  EXPECT_EQ(parse("<noframes><textarea>a</noframes><p>b").content, "a\nb");
}

TEST(VisibleText, CustomElementsAndSvgTextsAreWordsOfTheirOwn) {
  EXPECT_EQ(parse("<my-card>a</my-card><my-card>b</my-card>c").content,
            "a b c");
  EXPECT_EQ(
      parse("a<svg><title>b</title><text>c</text><text>d</text></svg>").content,
      "a b c d");
}

TEST(VisibleText, RangesFollowTheTextThatIsKept) {
  std::string out;
  VisibleText visible(out);
  HtmlTree tree;
  tree.parse("<p>one</p><div hidden>two</div><p>three <i hidden>four</i> five");
  Visitor visitor{visible, {}};
  walk_tree(tree.body(), visitor);
  EXPECT_EQ(out, "one\ntwo\nthree four five");
  visible.finish();
  EXPECT_EQ(out, "one\nthree five");
  auto place = [&](size_t begin, size_t end) {
    const text::TextRange now = visible.place({begin, end});
    return out.substr(now.begin, now.end - now.begin);
  };
  EXPECT_EQ(place(0, 3), "one");
  EXPECT_EQ(place(4, 7), "");
  EXPECT_EQ(place(8, 23), "three five");
  EXPECT_EQ(place(14, 18), "");
  EXPECT_EQ(place(5, 13), "three");
  EXPECT_EQ(place(0, 23), out);
}

}  // namespace
}  // namespace wax::document
