// Formatting elements that overlap others (HTML standard, 13.2.4.3 and the
// adoption agency of 13.2.6.4.7).
#include <gtest/gtest.h>

#include "tests/document/html/tree_form.h"

namespace wax::document {
namespace {

TEST(ActiveFormatting, IsOpenedAgainInTheNextBlock) {
  expect_bodies({
      {"<p><b>a<p>b", "p(b(a)) p(b(b))"},
      {"<p><b><i>a<p>b</i>c", "p(b(i(a))) p(b(i(b) c))"},
      {"<div><b>a</div>b", "div(b(a)) b(b)"},
      {"<b></b><p>a", "b p(a)"},
  });
}

TEST(ActiveFormatting, HasThreeOfTheSameKindAtMost) {
  expect_bodies({
      {"<p><b><b><b><b>a<p>c", "p(b(b(b(b(a))))) p(b(b(b(c))))"},
      {"<p><b id=1><b id=2><b id=3><b id=4>a<p>c",
       "p(b(b(b(b(a))))) p(b(b(b(b(c)))))"},
  });
}

TEST(ActiveFormatting, AnEndTagMovesWhatItCrosses) {
  expect_bodies({
      {"<b>a<i>b</b>c</i>d", "b(a i(b)) i(c) d"},
      {"<b>1<p>2</b>3</p>", "b(1) p(b(2) 3)"},
      {"<a>1<div>2<div>3</a>4", "a(1) div(a(2) div(a(3) 4))"},
      {"<b>1<i>2<p>3</b>4", "b(1 i(2)) i(p(b(3) 4))"},
      {"<b><p></b>", "b p(b)"},
      {"</b>a", "a"},
  });
}

TEST(ActiveFormatting, EndsAtMarkers) {
  expect_bodies({
      {"<b><marquee>x</b>y</marquee>z", "b(marquee(xy) z)"},
      {"<b><table><td>a</table>c", "b(table(tbody(tr(td(a)))) c)"},
      {"<b><object>a<p>c", "b(object(a p(c)))"},
      {"<table><td><b>a</table>c", "table(tbody(tr(td(b(a))))) c"},
  });
}

}  // namespace
}  // namespace wax::document
