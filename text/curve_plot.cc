#include "text/curve_plot.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string_view>

#include "text/number.h"
#include "text/plot_canvas.h"

namespace wax::text {
namespace {

using Canvas = PlotCanvas;
constexpr const char* kColor = "#2a6f97";
constexpr const char* kMarkColor = "#c1440e";
constexpr const char* kGrid = "#ddd";

// The exponent of the power of ten at or above it, at least 1.
int decades_of(uint64_t most) {
  int decades = 1;
  for (uint64_t power = 10; power < most && decades < 20; ++decades) {
    power = power > UINT64_MAX / 10 ? UINT64_MAX : power * 10;
  }
  return decades;
}

double log_of(uint64_t value) {
  return std::log10(static_cast<double>(std::max<uint64_t>(value, 1)));
}

std::string power_text(int exponent) {
  constexpr int kMostZeros = 6;
  if (exponent > kMostZeros) return "1e" + std::to_string(exponent);
  uint64_t power = 1;
  for (int i = 0; i < exponent; ++i) power *= 10;
  return grouped(power);
}

std::string short_name(const std::string& name) {
  constexpr size_t kMostName = 40;
  if (name.size() <= kMostName) return name;
  size_t end = kMostName;
  while (end > 0 && (static_cast<unsigned char>(name[end]) & 0xC0) == 0x80) {
    --end;
  }
  return name.substr(0, end) + "...";
}

class CurvePlotWriter {
 public:
  CurvePlotWriter(const CurvePlot& plot, std::string& out)
      : plot_(plot), canvas_(plot.title, out) {
    uint64_t most_x = 1;
    uint64_t most_y = 1;
    for (const CurvePlot::Point& point : plot.points) {
      most_x = std::max(most_x, point.x);
      most_y = std::max(most_y, point.y);
    }
    x_decades_ = decades_of(most_x);
    y_decades_ = decades_of(most_y);
  }

  void write() {
    write_axes();
    write_curve();
    if (plot_.marked < plot_.points.size()) write_mark();
    write_top();
    if (plot_.points.empty()) {
      canvas_.label(Canvas::kWidth / 2, (Canvas::kTop + Canvas::kBottom) / 2,
                    "middle", plot_.empty);
    }
    canvas_.finish();
  }

 private:
  static constexpr double kEnd = Canvas::kWidth - Canvas::kRight;

  [[nodiscard]] double x_of(double log) const {
    return Canvas::kLeft + log * (kEnd - Canvas::kLeft) / x_decades_;
  }
  [[nodiscard]] double y_of(double log) const {
    return Canvas::kBottom -
           log * (Canvas::kBottom - Canvas::kTop) / y_decades_;
  }

  void write_axes() {
    for (int i = 0; i <= y_decades_; ++i) {
      const double y = y_of(i);
      canvas_.line(Canvas::kLeft, y, kEnd, y, i == 0 ? "#333" : kGrid);
      canvas_.label(Canvas::kLeft - 8, y + 4, "end", power_text(i));
    }
    for (int i = 0; i <= x_decades_; ++i) {
      const double x = x_of(i);
      canvas_.line(x, Canvas::kTop, x, Canvas::kBottom,
                   i == 0 ? "#333" : kGrid);
      canvas_.label(x, Canvas::kBottom + 18, "middle", power_text(i));
    }
    canvas_.label(kEnd, Canvas::kBottom + 38, "end", plot_.x_name);
    canvas_.label(Canvas::kLeft, 49, "start", plot_.y_name);
  }

  void write_curve() {
    std::string points;
    for (const CurvePlot::Point& point : plot_.points) {
      std::array<char, 64> text;
      const int size = std::snprintf(
          text.data(), text.size(), "%s%.1f,%.1f", points.empty() ? "" : " ",
          x_of(log_of(point.x)), y_of(log_of(point.y)));
      points.append(text.data(), static_cast<size_t>(size));
    }
    if (!points.empty()) canvas_.curve(points, kColor);
    for (const CurvePlot::Point& point : plot_.points) {
      canvas_.dot(
          x_of(log_of(point.x)), y_of(log_of(point.y)), 2, kColor,
          grouped(point.x) + ": " + point.name + ", " + grouped(point.y));
    }
  }

  void write_mark() {
    const CurvePlot::Point& point = plot_.points[plot_.marked];
    const double x = x_of(log_of(point.x));
    const double y = y_of(log_of(point.y));
    const std::string text =
        plot_.mark + ": " + short_name(point.name) + ", " + grouped(point.y);
    canvas_.dot(x, y, 4, kMarkColor, text);
    canvas_.line(x, y, x, Canvas::kBottom, kMarkColor);
    const bool is_right = x > Canvas::kWidth / 2;
    canvas_.label(is_right ? x - 8 : x + 8, Canvas::kBottom - 8,
                  is_right ? "end" : "start", text);
  }

  void write_top() {
    double y = Canvas::kTop + 14;
    for (size_t i = 0; i < std::min(plot_.top, plot_.points.size()); ++i) {
      const CurvePlot::Point& point = plot_.points[i];
      canvas_.label(kEnd - 4, y, "end",
                    grouped(point.x) + ". " + short_name(point.name) + ", " +
                        grouped(point.y));
      y += 15;
    }
  }

  const CurvePlot& plot_;
  PlotCanvas canvas_;
  int x_decades_ = 1;
  int y_decades_ = 1;
};

}  // namespace

std::string svg_document(const CurvePlot& plot) {
  std::string out;
  CurvePlotWriter(plot, out).write();
  return out;
}

}  // namespace wax::text
