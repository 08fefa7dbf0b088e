// SVG and MathML in pages (HTML standard, 13.2.6.5).
#include <gtest/gtest.h>

#include <string_view>

#include "tests/document/html/tree_form.h"

namespace wax::document {
namespace {

TEST(ForeignContent, EndsAtTagsOfHtml) {
  expect_bodies({
      {"<svg><circle/><p>a", "svg(circle) p(a)"},
      {"<svg><g></svg>a", "svg(g) a"},
      {"<svg><font>a", "svg(font(a))"},
      {"<svg><font color=x>a", "svg font(a)"},
      {"<svg></p>a", "svg p a"},
      {"<svg></br>a", "svg br a"},
      {"<math><mi>a</math>b", "math(mi(a)) b"},
      {"<svg/>a<math/>b", "svg a math b"},
  });
}

TEST(ForeignContent, HasPlacesForHtml) {
  expect_bodies({
      {"<svg><desc><p>a</desc>b", "svg(desc(p(ab)))"},
      {"<svg><title><b>a</title>b", "svg(title(b(ab)))"},
      {"<svg><title>a</title>b", "svg(title(a) b)"},
      {"<svg><foreignobject><div>a</div></foreignobject>b",
       "svg(foreignObject(div(a)) b)"},
      {"<math><mi><p>a", "math(mi(p(a)))"},
      {"<math><annotation-xml encoding=text/html><p>a",
       "math(annotation-xml(p(a)))"},
      {"<math><annotation-xml><p>a", "math(annotation-xml) p(a)"},
      {"<math><annotation-xml><svg>a", "math(annotation-xml(svg(a)))"},
  });
}

TEST(ForeignContent, HasTextsOfItsOwn) {
  expect_bodies({
      {"<svg><![CDATA[a<b]]></svg>", "svg(a<b)"},
      {"<svg><script>a<g/></script>c", "svg(script(a g) c)"},
      {"<svg><style><b></style>", "svg(style) b"},
      {std::string_view("<svg>\0a", 7), "svg(\uFFFDa)"},
      {"<svg><!--a--><!doctype x>b", "svg(!a b)"},
  });
}

TEST(ForeignContent, NamesAreThoseOfSvg) {
  HtmlTree tree;
  tree.parse("<svg viewbox=1 xlink:href=2><clippath>");
  const Node* svg = tree.body()->first_child;
  EXPECT_EQ(svg->attributes()[0].name, "viewBox");
  EXPECT_EQ(svg->attributes()[1].ns, AttrNamespace::kXlink);
  EXPECT_EQ(svg->first_child->text, "clipPath");
  tree.parse("<math definitionurl=1>");
  EXPECT_EQ(tree.body()->first_child->attributes()[0].name, "definitionURL");
}

}  // namespace
}  // namespace wax::document
