// The insertion modes after the body, and of pages of frames (HTML standard,
// 13.2.6.4.19 to 23).
#include <gtest/gtest.h>

#include "tests/document/html/tree_form.h"

namespace wax::document {
namespace {

TEST(InsertionMode, AfterBody) {
  expect_documents({
      {"a</body> b", "html(head body(a b))"},
      {"a</body><!--c-->", "html(head body(a) !c)"},
      {"a</body><!doctype x><html><p>b", "html(head body(a p(b)))"},
      {"a</body></p>", "html(head body(a p))"},
  });
}

TEST(InsertionMode, InFrameset) {
  expect_documents({
      {"<frameset>a <frame><frameset></frameset><noframes>b</noframes>"
       "<!--c-->x",
       "html(head frameset(  frame frameset noframes(b) !c))"},
      {"<frameset><html><!doctype x><p>a</p></div><frame>",
       "html(head frameset(frame))"},
  });
  expect_fragments({{"frameset", "</frameset><frame>", "frame"}});
}

TEST(InsertionMode, AfterFrameset) {
  expect_documents({
      {"<frameset></frameset> a<!--c--><noframes>b</noframes><p>",
       "html(head frameset   !c noframes(b))"},
      {"<frameset></frameset><frame><frameset></frameset>",
       "html(head frameset)"},
  });
}

TEST(InsertionMode, AfterAfterBody) {
  expect_documents({
      {"</body></html> <!--c-->", "html(head body( )) !c"},
      {"a</body></html>b<!--c-->", "html(head body(ab !c))"},
      {"</body></html><!doctype x><html><p>b", "html(head body(p(b)))"},
  });
}

TEST(InsertionMode, AfterAfterFrameset) {
  expect_documents({
      {"<frameset></frameset></html> <!--c--><noframes>b</noframes>x<p>",
       "html(head frameset   noframes(b)) !c"},
      {"<frameset></frameset></html><frame></frameset>", "html(head frameset)"},
  });
}

}  // namespace
}  // namespace wax::document
