// The insertion modes of tables (HTML standard, 13.2.6.4.9 to 15).
#include <gtest/gtest.h>

#include "tests/document/html/tree_form.h"

namespace wax::document {
namespace {

TEST(InsertionMode, InTable) {
  expect_bodies({
      {"<table><!--a--><caption>b", "table(!a caption(b))"},
      {"<table><colgroup><col><tbody>", "table(colgroup(col) tbody)"},
      {"<table><col>", "table(colgroup(col))"},
      {"<table><tr>", "table(tbody(tr))"},
      {"<table><th>a", "table(tbody(tr(th(a))))"},
      {"<table><table>a", "table a table"},
      {"<table></table>a", "table a"},
      {"<table></td></tr></body></html>a", "a table"},
      {"<table><style>a</style><script>b</script><template>c</template>",
       "table(style(a) script(b) template(c))"},
      {"<table><input type=hidden><input type=text>", "input table(input)"},
      {"<table><form><form></form><td>a", "table(form tbody(tr(td(a))))"},
      {"<table><div>a</div></table>b", "div(a) table b"},
      {"<div><table><p>a", "div(p(a) table)"},
  });
  expect_fragments({{"table", "<td>a</table>b", "tbody(tr(td(ab)))"}});
}

TEST(InsertionMode, InTableText) {
  expect_bodies({
      {"<table> <tr> </tr> </table>", "table(  tbody(tr( )  ))"},
      {"<table>a b<tr> </tr>c</table>", "a bc table(tbody(tr( )))"},
      {"<b><table>a", "b(a table)"},
  });
}

TEST(InsertionMode, InCaption) {
  expect_bodies({
      {"<table><caption>a<b>c<tr><td>d",
       "table(caption(a b(c)) tbody(tr(td(d))))"},
      {"<table><caption>a</caption></caption>b", "b table(caption(a))"},
      {"<table><caption>a</table>b", "table(caption(a)) b"},
      {"<table><caption></td></body></tr>a", "table(caption(a))"},
      {"<table><caption>a<caption>b", "table(caption(a) caption(b))"},
      {"<table><caption><table>", "table(caption(table))"},
  });
  expect_fragments({{"caption", "a<tr></caption>b", "ab"}});
}

TEST(InsertionMode, InColumnGroup) {
  expect_bodies({
      {"<table><colgroup> <!--a--><col><template>b</template>x",
       "x table(colgroup(  !a col template(b)))"},
      {"<table><colgroup></col></colgroup><tr>", "table(colgroup tbody(tr))"},
      {"<table><colgroup><col><td>a", "table(colgroup(col) tbody(tr(td(a))))"},
      {"<table><colgroup></table>a", "table(colgroup) a"},
  });
  expect_fragments({{"colgroup", "a<col></colgroup>b<td>", "col"}});
}

TEST(InsertionMode, InTableBody) {
  expect_bodies({
      {"<table><tbody><tr></tr><tfoot><td>a",
       "table(tbody(tr) tfoot(tr(td(a))))"},
      {"<table><tbody></thead></td></tr><tr>", "table(tbody(tr))"},
      {"<table><tbody></tbody><thead>", "table(tbody thead)"},
      {"<table><thead></table>a", "table(thead) a"},
      {"<table><tbody><caption>a", "table(tbody caption(a))"},
      {"<table><tbody>a", "a table(tbody)"},
  });
  expect_fragments({{"tbody", "<td>a</table></tbody>b", "tr(td(ab))"}});
}

TEST(InsertionMode, InRow) {
  expect_bodies({
      {"<table><tr><td>a<th>b</tr><tr>", "table(tbody(tr(td(a) th(b)) tr))"},
      {"<table><tr><tbody><tr>", "table(tbody(tr) tbody(tr))"},
      {"<table><tr></tbody><tr>", "table(tbody(tr) tbody(tr))"},
      {"<table><tr></td></caption></thead>a", "a table(tbody(tr))"},
      {"<table><tr></table>a", "table(tbody(tr)) a"},
  });
  expect_fragments({{"tr", "a<td>b</tr></table>c", "a td(bc)"}});
}

TEST(InsertionMode, InCell) {
  expect_bodies({
      {"<table><td>a<td>b</td>c", "c table(tbody(tr(td(a) td(b))))"},
      {"<table><td><b>a</td><td>c", "table(tbody(tr(td(b(a)) td(c))))"},
      {"<table><td></th></body></caption>a", "table(tbody(tr(td(a))))"},
      {"<table><td>a</tbody>b", "b table(tbody(tr(td(a))))"},
      {"<table><td>a</thead>b", "table(tbody(tr(td(ab))))"},
      {"<table><td><table><td>a</table>b",
       "table(tbody(tr(td(table(tbody(tr(td(a)))) b))))"},
      {"<table><td><p>a<tr>", "table(tbody(tr(td(p(a))) tr))"},
  });
  expect_fragments({{"td", "a<td></td></tr>b", "ab"}});
}

}  // namespace
}  // namespace wax::document
