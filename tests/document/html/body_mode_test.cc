// The insertion modes of the body and of texts (HTML standard, 13.2.6.4.7 and
// 8).
#include <gtest/gtest.h>

#include "tests/document/html/tree_form.h"

namespace wax::document {
namespace {

TEST(InsertionMode, InBodyTheBodyIsOne) {
  expect_documents({
      {"<body><html><body>a", "html(head body(a))"},
      {"a<!doctype x><!--b-->", "html(head body(a !b))"},
      {"a</body>b", "html(head body(ab))"},
      {"<p><frameset><frame>", "html(head frameset(frame))"},
      {"<br><frameset>", "html(head body(br))"},
      {"a<frameset>", "html(head body(a))"},
      {"a<head></head>b", "html(head body(ab))"},
  });
}

TEST(InsertionMode, InBodyBlocksCloseParagraphs) {
  expect_bodies({
      {"<p>a<div>b</div>c", "p(a) div(b) c"},
      {"<p>a<p>b", "p(a) p(b)"},
      {"<p>a<ul>b", "p(a) ul(b)"},
      {"<p>a<hr>b", "p(a) hr b"},
      {"<p>a<pre>\n\nb", "p(a) pre(\nb)"},
      {"<p>a<listing>\nb", "p(a) listing(b)"},
      {"<p>a<xmp><b></xmp>c", "p(a) xmp(<b>) c"},
      {"<p>a<plaintext><b></p>", "p(a) plaintext(<b></p>)"},
      {"<p><table>a", "p(a table)"},
      {"<!doctype html><p>a<table>", "p(a) table"},
      {"<p><span><div>a", "p(span) div(a)"},
  });
}

TEST(InsertionMode, InBodyElementsThatEndTheirLikes) {
  expect_bodies({
      {"<h1>a<h2>b</h1>c", "h1(a) h2(b) c"},
      {"<li>a<li>b<ul><li>c</ul>d", "li(a) li(b ul(li(c)) d)"},
      {"<li><div>a<li>b", "li(div(a)) li(b)"},
      {"<dd>a<dt>b<dd>c", "dd(a) dt(b) dd(c)"},
      {"<button>a<button>b</button>c", "button(a) button(b) c"},
      {"<form>a<form>b</form>c", "form(ab) c"},
      {"<a>a<a>b", "a(a) a(b)"},
      {"<nobr>a<nobr>b", "nobr(a) nobr(b)"},
      {"<option>a<option>b<optgroup>c", "option(a) option(b) optgroup(c)"},
      {"<ruby>a<rb>b<rtc>c<rt>d<rp>e", "ruby(a rb(b) rtc(c rt(d) rp(e)))"},
  });
}

TEST(InsertionMode, InBodyElementsWithoutContent) {
  expect_bodies({
      {"<area>a<br>b<embed>c<img>d<keygen>e<wbr>f",
       "area a br b embed c img d keygen e wbr f"},
      {"<input>a<param>b<source>c<track>d", "input a param b source c track d"},
      {"<image>a", "img a"},
      {"</br>a", "br a"},
  });
}

TEST(InsertionMode, InBodyWhatHasNoPlaceIsIgnored) {
  expect_bodies({
      {"a<td>b<tr>c<col>d<caption>e<tbody>f<frame>g<head>h", "abcdefgh"},
      {"</div>a</ul></h1></form></li>b</table>c", "abc"},
      {"x</p>a", "x p a"},
      {"<div></span>a</div>", "div(a)"},
      {"<span><div></span>a", "span(div(a))"},
  });
}

TEST(InsertionMode, InBodyEndTagsEndWhatIsInThem) {
  expect_bodies({
      {"<div><span>a</div>b", "div(span(a)) b"},
      {"<section><p>a</section>b", "section(p(a)) b"},
      {"<sarcasm>a<x>b</sarcasm>c", "sarcasm(a x(b)) c"},
      {"<form><div>a</form>b</div>c", "form(div(ab)) c"},
      {"<ul><li>a</ul>b", "ul(li(a)) b"},
      {"<object>a</object>b", "object(a) b"},
  });
}

TEST(InsertionMode, InBodyElementsOfTheHeadStayThere) {
  expect_bodies({
      {"a<title>b</title><meta><style>c</style>", "a title(b) meta style(c)"},
      {"a<template>b</template>c", "a template(b) c"},
      {"<iframe><b></iframe><noembed><b></noembed>a",
       "iframe(<b>) noembed(<b>) a"},
      {"a<noscript><b>b</noscript>", "a noscript(b(b))"},
      {"a<noframes><b></noframes>", "a noframes(<b>)"},
  });
}

TEST(InsertionMode, InBodySelects) {
  expect_bodies({
      {"<select><option>a<option>b<optgroup>c<option>d</select>e",
       "select(option(a) option(b) optgroup(c option(d))) e"},
      {"<select>a<select>b", "select(a) b"},
      {"<select><option>a<input>b", "select(option(a)) input b"},
      {"<select><hr>a", "select(hr a)"},
  });
}

TEST(InsertionMode, Text) {
  expect_bodies({
      {"<textarea>\na&amp;<b></textarea>c", "textarea(a&<b>) c"},
      {"<textarea>a", "textarea(a)"},
      {"a<script>b</c></script>d", "a script(b</c>) d"},
      {"a<script>b", "a script(b)"},
      {"a<style></b></style>c", "a style(</b>) c"},
  });
}

}  // namespace
}  // namespace wax::document
