#include "text/curve_plot.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace wax::text {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(CurvePlot, HasPowersOfTenOnBothAxes) {
  CurvePlot plot;
  plot.points = {{1, 1000, "a&b"}, {10, 100, "c"}, {100, 1, "d"}};
  plot.top = 1;
  plot.marked = 1;
  plot.mark = "median";
  const std::string svg = svg_document(plot);
  // Two decades across 860 points, three up 280.
  EXPECT_THAT(svg, HasSubstr("points=\"76.0,64.0 506.0,157.3 936.0,344.0\""));
  EXPECT_THAT(svg, HasSubstr(">1. a&amp;b, 1,000</text>"));
  EXPECT_THAT(svg, Not(HasSubstr(">10. c")));
  EXPECT_THAT(svg, HasSubstr(">median: c, 100</text>"));
  EXPECT_THAT(svg, HasSubstr("<title>100: d, 1</title>"));
}

TEST(CurvePlot, TakesTheGreatestNumbersAndLongNames) {
  CurvePlot plot;
  plot.points = {{1, UINT64_MAX, std::string(39, 'x') + "\u00fcyz"}};
  plot.top = 9;
  const std::string svg = svg_document(plot);
  EXPECT_THAT(svg, HasSubstr(">1e20</text>"));
  EXPECT_THAT(svg, HasSubstr(">1. " + std::string(39, 'x') + "..., 18,446"));
}

TEST(CurvePlot, SaysWhenItIsEmpty) {
  CurvePlot plot;
  plot.empty = "no entities";
  EXPECT_THAT(svg_document(plot), HasSubstr(">no entities</text>"));
  EXPECT_THAT(svg_document(plot), Not(HasSubstr("polyline")));
}

}  // namespace
}  // namespace wax::text
