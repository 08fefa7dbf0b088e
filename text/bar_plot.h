// Plots of bars as SVG.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace wax::text {

struct BarPlot {
  struct Part {
    std::string name;
    std::string color;  // "#2a6f97"
  };
  struct Bar {
    std::string label;
    std::vector<uint64_t> values;  // one for each part, the lowest first
  };

  std::string title;
  std::vector<Part> parts;  // named in the plot when there are several
  std::vector<Bar> bars;
  std::string empty;     // is said when there are no bars
  std::string footnote;  // empty: none
};

// An SVG document with an axis of amounts, and as many labels below the bars as
// have room.
[[nodiscard]] std::string svg_document(const BarPlot& plot);

}  // namespace wax::text
