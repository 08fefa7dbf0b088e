// Plots of falling curves as SVG, both axes in powers of ten.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace wax::text {

struct CurvePlot {
  struct Point {
    uint64_t x = 1;  // at least 1, as is y
    uint64_t y = 1;
    std::string name;
  };

  std::string title;
  std::string x_name;
  std::string y_name;
  std::vector<Point> points;  // by x
  size_t top = 0;             // so many first points are listed
  // A point that has a label; beyond the last: none.
  size_t marked = SIZE_MAX;
  std::string mark;   // what it is
  std::string empty;  // is said when there are no points
};

// An SVG document. The list is in the upper right corner, where the curve is
// not. Names are cut at 40 bytes.
[[nodiscard]] std::string svg_document(const CurvePlot& plot);

}  // namespace wax::text
