// The insertion modes before the body (HTML standard, 13.2.6.4.1 to 6), and
// that of templates (22).
#include <gtest/gtest.h>

#include "tests/document/html/tree_form.h"

namespace wax::document {
namespace {

TEST(InsertionMode, Initial) {
  expect_documents({
      {"", "html(head body)"},
      {" \n<!--a--><!doctype html>", "!a <!html> html(head body)"},
      {"<!DOCTYPE HTML>x", "<!html> html(head body(x))"},
      {"x<!doctype html>", "html(head body(x))"},
      {"</p>", "html(head body)"},
  });
}

TEST(InsertionMode, BeforeHtml) {
  expect_documents({
      {"<!doctype html><!doctype x> <!--a--><html>",
       "<!html> !a html(head body)"},
      {"<!doctype html></br>x", "<!html> html(head body(br x))"},
      {"<!doctype html></head>x", "<!html> html(head body(x))"},
      {"<!doctype html></div></p>x", "<!html> html(head body(x))"},
  });
}

TEST(InsertionMode, BeforeHead) {
  expect_documents({
      {"<html> <!--a--><!doctype x><head>", "html(!a head body)"},
      {"<html><html><title>t</title>", "html(head(title(t)) body)"},
      {"<html></p><head>", "html(head body)"},
      {"<html></br>", "html(head body(br))"},
      {"<html>x", "html(head body(x))"},
  });
}

TEST(InsertionMode, InHead) {
  expect_documents({
      {"<head> <!--a--><meta><link><base><basefont><bgsound>",
       "html(head(  !a meta link base basefont bgsound) body)"},
      {"<head><title>a<b>&lt;</title>", "html(head(title(a<b><)) body)"},
      {"<head><style>a<b></style><script>c</script>",
       "html(head(style(a<b>) script(c)) body)"},
      {"<head><noframes>a<b></noframes>", "html(head(noframes(a<b>)) body)"},
      {"<head><p>x", "html(head body(p(x)))"},
      {"<head><head><html><!doctype x><meta>", "html(head(meta) body)"},
      {"<head></p></div></template><meta>", "html(head(meta) body)"},
      {"<head></br>x", "html(head body(br x))"},
      {"<head></body>", "html(head body)"},
  });
}

TEST(InsertionMode, InHeadNoscript) {
  expect_documents({
      {"<head><noscript> <!--a--><meta><style>b</style></noscript><title>t",
       "html(head(noscript(  !a meta style(b)) title(t)) body)"},
      {"<head><noscript><p>x</noscript>y", "html(head(noscript) body(p(xy)))"},
      {"<head><noscript></br>x", "html(head(noscript) body(br x))"},
      {"<head><noscript><head><noscript><html></noscript><meta>",
       "html(head(noscript meta) body)"},
      {"<head><noscript></p><link></noscript>",
       "html(head(noscript(link)) body)"},
  });
}

TEST(InsertionMode, AfterHead) {
  expect_documents({
      {"<head></head> <!--a--><!doctype x><html><body>",
       "html(head   !a body)"},
      {"<head></head><title>t</title><script>s</script>x",
       "html(head(title(t) script(s)) body(x))"},
      {"<head></head><frameset>", "html(head frameset)"},
      {"<head></head></p><head>x", "html(head body(x))"},
      {"<head></head></br>", "html(head body(br))"},
      {"<head></head><template>a</template>", "html(head(template(a)) body)"},
  });
}

TEST(InsertionMode, InTemplate) {
  expect_documents({
      {"<template>", "html(head(template()) body)"},
      {"<template>a<div>b</template>c",
       "html(head(template(a div(b))) body(c))"},
      {"<template><td>a</td></template>", "html(head(template(td(a))) body)"},
      {"<template><tr><td>a", "html(head(template(tr(td(a)))) body)"},
      {"<template><tbody><td>a", "html(head(template(tbody(tr(td(a))))) body)"},
      {"<template><col>a<col>", "html(head(template(col col)) body)"},
      {"<template>a<caption>b", "html(head(template(a caption(b))) body)"},
      {"<template><template>a</template>b</template>c",
       "html(head(template(template(a) b)) body(c))"},
      {"<template><meta><style>a</style>",
       "html(head(template(meta style(a))) body)"},
      {"<template><html><body><head><frameset></body></p>a",
       "html(head(template(p a)) body)"},
      {"<template><b>a</template>c", "html(head(template(b(a))) body(c))"},
  });
  expect_fragments({{"template", "<td>a", "td(a)"}});
}

}  // namespace
}  // namespace wax::document
