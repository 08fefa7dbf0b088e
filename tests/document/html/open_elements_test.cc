// The stack of open elements (HTML standard, 13.2.4.1 and 2).
#include <gtest/gtest.h>

#include <string>

#include "tests/document/html/tree_form.h"

namespace wax::document {
namespace {

TEST(OpenElements, ScopesEndWhereTheStandardSays) {
  expect_bodies({
      {"<ul><li><ul></li>a", "ul(li(ul(a)))"},
      {"<li><ol></li>a", "li(ol(a))"},
      {"<p><button></p>a", "p(button(p a))"},
      {"<p><object></p>a", "p(object(p a))"},
      {"<div><table><td></div>a", "div(table(tbody(tr(td(a)))))"},
      {"<h1><table><td></h1>a", "h1(table(tbody(tr(td(a)))))"},
      {"<h1><div></h1>a", "h1(div) a"},
  });
}

TEST(OpenElements, ImpliedEndTagsEndSomeElements) {
  expect_bodies({
      {"<div><p><option>a</div>b", "div(p(option(a))) b"},
      {"<dl><dt><p>a<dd>b", "dl(dt(p(a)) dd(b))"},
      {"<ruby><rt>a</ruby>b", "ruby(rt(a)) b"},
      {"a<template><td><p>b</template>c", "a template(td(p(b))) c"},
  });
}

// The insertion mode of a fragment is that of its context.
TEST(OpenElements, TheModeOfAFragmentFollowsFromItsElement) {
  expect_fragments({
      {"div", "<td>a", "a"},
      {"table", "<tr>", "tbody(tr)"},
      {"tbody", "<td>a", "tr(td(a))"},
      {"tr", "<td>a", "td(a)"},
      {"td", "<td>a", "a"},
      {"caption", "<td>a", "a"},
      {"colgroup", "<col>a", "col"},
      {"head", "<title>a</title>b", "title(a) b"},
      {"body", "<title>a</title><td>b", "title(a) b"},
      {"frameset", "<frame>a", "frame"},
      {"html", "a", "head body(a)"},
      {"html", "<frameset>", "head frameset"},
      {"select", "<option>a", "option(a)"},
      {"textarea", "<b>", "<b>"},
      {"script", "<b>", "<b>"},
  });
}

TEST(OpenElements, SearchesAreBounded) {
  std::string page = "<p>";
  for (int i = 0; i < 600; ++i) page += "<span>";
  page += "</p>a";
  HtmlTree tree;
  tree.parse(page);
  EXPECT_NE(short_form(tree.root()).find("a"), std::string::npos);
}

}  // namespace
}  // namespace wax::document
