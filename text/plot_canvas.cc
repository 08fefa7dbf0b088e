#include "text/plot_canvas.h"

namespace wax::text {

PlotCanvas::PlotCanvas(std::string_view title, std::string& out)
    : out_(&out), svg_(out) {
  svg_.open("svg").set("xmlns", "http://www.w3.org/2000/svg");
  svg_.set("width", "960").set("height", "400");
  svg_.set("viewBox", "0 0 960 400").set("font-family", "sans-serif");
  svg_.set("font-size", "12").set("fill", "#333").text("\n");
  rectangle(0, 0, kWidth, kHeight, "#fff");
  svg_.open("text").set("x", kLeft).set("y", 26.0);
  svg_.set("font-size", "16").text(title).close().text("\n");
}

void PlotCanvas::close(std::string_view title) {
  if (!title.empty()) svg_.element("title", title);
  svg_.close().text("\n");
}

void PlotCanvas::rectangle(double x, double y, double width, double height,
                           std::string_view color, std::string_view title) {
  svg_.open("rect").set("x", x).set("y", y).set("width", width);
  svg_.set("height", height).set("fill", color);
  close(title);
}

void PlotCanvas::dot(double x, double y, double radius, std::string_view color,
                     std::string_view title) {
  svg_.open("circle").set("cx", x).set("cy", y).set("r", radius);
  svg_.set("fill", color);
  close(title);
}

void PlotCanvas::line(double x1, double y1, double x2, double y2,
                      std::string_view color) {
  svg_.open("line").set("x1", x1).set("x2", x2).set("y1", y1).set("y2", y2);
  svg_.set("stroke", color);
  close({});
}

void PlotCanvas::curve(std::string_view points, std::string_view color) {
  svg_.open("polyline").set("points", points).set("fill", "none");
  svg_.set("stroke", color);
  close({});
}

void PlotCanvas::label(double x, double y, std::string_view anchor,
                       std::string_view text) {
  svg_.open("text").set("x", x).set("y", y).set("text-anchor", anchor);
  svg_.text(text).close().text("\n");
}

void PlotCanvas::finish() {
  svg_.close();
  *out_ += '\n';
}

}  // namespace wax::text
