// The sheet that plots are drawn on, as SVG.
#pragma once

#include <string>
#include <string_view>

#include "text/markup_writer.h"

namespace wax::text {

// Lengths are in points of an SVG document of kWidth by kHeight, from the upper
// left corner.
class PlotCanvas {
 public:
  static constexpr double kWidth = 960;
  static constexpr double kHeight = 400;
  // Where plots have their curves or bars.
  static constexpr double kLeft = 76;
  static constexpr double kRight = 24;  // from the right edge
  static constexpr double kTop = 64;
  static constexpr double kBottom = kHeight - 56;

  // Begins the document. `out` outlives the canvas.
  PlotCanvas(std::string_view title, std::string& out);

  // `title` is shown for what the pointer is on; empty: nothing is.
  void rectangle(double x, double y, double width, double height,
                 std::string_view color, std::string_view title = {});
  void dot(double x, double y, double radius, std::string_view color,
           std::string_view title = {});
  void line(double x1, double y1, double x2, double y2, std::string_view color);
  // `points` are "x,y x,y ...".
  void curve(std::string_view points, std::string_view color);
  // Draws a text. `anchor` says which part of it is at x: start, middle or end.
  void label(double x, double y, std::string_view anchor,
             std::string_view text);
  // Ends the document. Call once.
  void finish();

 private:
  void close(std::string_view title);

  std::string* out_;
  MarkupWriter svg_;
};

}  // namespace wax::text
