// Where nodes go: texts that are joined, the places of what a table cannot
// have, and attributes that are added (HTML standard, 13.2.6.1).
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tests/document/html/tree_form.h"

namespace wax::document {
namespace {

TEST(TreePlaces, NeighbouringTextsAreOne) {
  HtmlTree tree;
  tree.parse("a</x>b<td>c");
  EXPECT_EQ(tree.body()->first_child->text, "abc");
  EXPECT_EQ(tree.body()->first_child, tree.body()->last_child);
  tree.parse("<table>a<tr>b</tr>c");
  EXPECT_EQ(tree.body()->first_child->text, "abc");
}

TEST(TreePlaces, WhatATableCannotHaveStandsBeforeIt) {
  expect_bodies({
      {"x<table>a<b>c</b>", "xa b(c) table"},
      {"<div><table><i>a", "div(i(a) table)"},
      {"<template><table>a</template>", ""},
      {"<table><tr><!--a-->b", "b table(tbody(tr(!a)))"},
  });
  // A table that is the root of a fragment has no place before it.
  expect_fragments({{"table", "a", "a"}});
}

TEST(TreePlaces, LaterAttributesAreAdded) {
  HtmlTree tree;
  tree.parse("<html a=1><body b=2><html a=3 c=4><body b=5 d=6>");
  EXPECT_EQ(tree.html()->attribute("a")->value, "1");
  EXPECT_EQ(tree.html()->attribute("c")->value, "4");
  EXPECT_EQ(tree.body()->attribute("b")->value, "2");
  EXPECT_EQ(tree.body()->attribute("d")->value, "6");
}

TEST(TreePlaces, NulIsDroppedFromTheBody) {
  HtmlTree tree;
  tree.parse(std::string_view("a\0b<p>\0", 7));
  EXPECT_EQ(short_form(tree.body()), "ab p");
}

}  // namespace
}  // namespace wax::document
