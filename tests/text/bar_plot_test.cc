#include "text/bar_plot.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace wax::text {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(BarPlot, HasABarForEachValueAndNoMarkupOfItsTexts) {
  BarPlot plot;
  plot.title = "a<b&c";
  plot.parts = {{"documents", "#000"}};
  plot.bars = {{"2007", {1200}}, {"2008", {0}}};
  std::string svg = svg_document(plot);
  EXPECT_TRUE(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
  EXPECT_THAT(svg, HasSubstr("<title>2007: 1,200</title>"));
  EXPECT_THAT(svg, Not(HasSubstr("<title>2008")));
  EXPECT_THAT(svg, HasSubstr(">2008</text>"));
  EXPECT_THAT(svg, HasSubstr("a&lt;b&amp;c"));
  EXPECT_THAT(svg, Not(HasSubstr("documents"))) << "one part needs no name";
}

TEST(BarPlot, StacksItsParts) {
  BarPlot plot;
  plot.parts = {{"first", "#000"}, {"again", "#fff"}};
  plot.bars = {{"2007", {3, 1}}};
  std::string svg = svg_document(plot);
  // Of 318 units of height, for 4.
  EXPECT_THAT(svg, HasSubstr("y=\"134.0\" width=\"57.3\" height=\"210.0\""));
  EXPECT_THAT(svg, HasSubstr("y=\"64.0\" width=\"57.3\" height=\"70.0\""));
  EXPECT_THAT(svg, HasSubstr("<title>2007: 1 again</title>"));
}

TEST(BarPlot, SaysWhenItIsEmpty) {
  BarPlot plot;
  plot.empty = "nothing";
  plot.footnote = "but 3";
  std::string svg = svg_document(plot);
  EXPECT_THAT(svg, HasSubstr(">nothing</text>"));
  EXPECT_THAT(svg, HasSubstr(">but 3</text>"));
}

TEST(BarPlot, LeavesOutLabelsThatHaveNoRoom) {
  BarPlot plot;
  plot.parts = {{"documents", "#000"}};
  for (int year = 1900; year < 2000; ++year) {
    plot.bars.push_back({std::to_string(year), {1}});
  }
  std::string svg = svg_document(plot);
  EXPECT_THAT(svg, HasSubstr(">1900</text>"));
  EXPECT_THAT(svg, Not(HasSubstr(">1901</text>")));
}

}  // namespace
}  // namespace wax::text
