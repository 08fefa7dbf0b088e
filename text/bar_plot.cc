#include "text/bar_plot.h"

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "text/number.h"
#include "text/plot_canvas.h"

namespace wax::text {
namespace {

constexpr double kWidth = PlotCanvas::kWidth;
constexpr double kHeight = PlotCanvas::kHeight;
constexpr double kLeft = PlotCanvas::kLeft;
constexpr double kRight = PlotCanvas::kRight;
constexpr double kTop = PlotCanvas::kTop;
constexpr double kBottom = PlotCanvas::kBottom;

uint64_t total_of(const BarPlot::Bar& bar) {
  uint64_t total = 0;
  for (uint64_t value : bar.values) total += value;
  return total;
}

// The distance of grid lines: 1, 2 or 5 times a power of ten.
uint64_t step_of(uint64_t most) {
  uint64_t step = 1;
  for (int i = 0; most / step > 6; ++i) {
    step = i % 3 == 1 ? step / 2 * 5 : step * 2;
  }
  return step;
}

class BarPlotWriter {
 public:
  BarPlotWriter(const BarPlot& plot, std::string& out)
      : canvas_(plot.title, out) {}

  void write(const BarPlot& plot) {
    if (plot.parts.size() > 1) write_names(plot);
    uint64_t most = 1;
    for (const BarPlot::Bar& bar : plot.bars) {
      most = std::max(most, total_of(bar));
    }
    write_axis(most);
    write_bars(plot);
    if (plot.bars.empty()) {
      canvas_.label(kWidth / 2, (kTop + kBottom) / 2, "middle", plot.empty);
    }
    if (!plot.footnote.empty()) {
      canvas_.label(kWidth - kRight, kHeight - 14, "end", plot.footnote);
    }
    canvas_.finish();
  }

 private:
  void write_names(const BarPlot& plot) {
    double x = kLeft;
    for (const BarPlot::Part& part : plot.parts) {
      canvas_.rectangle(x, 39, 11, 11, part.color);
      canvas_.label(x + 17, 49, "start", part.name);
      x += 130;
    }
  }

  void write_axis(uint64_t most) {
    uint64_t step = step_of(most);
    uint64_t top = (most + step - 1) / step * step;
    scale_ = (kBottom - kTop) / static_cast<double>(top);
    for (uint64_t value = 0; value <= top; value += step) {
      double y = kBottom - static_cast<double>(value) * scale_;
      canvas_.line(kLeft, y, kWidth - kRight, y, value == 0 ? "#333" : "#ddd");
      canvas_.label(kLeft - 8, y + 4, "end", grouped(value));
    }
  }

  void write_bars(const BarPlot& plot) {
    double pitch = (kWidth - kLeft - kRight) /
                   static_cast<double>(std::max<size_t>(plot.bars.size(), 12));
    size_t longest = 0;
    for (const BarPlot::Bar& bar : plot.bars) {
      longest = std::max(longest, bar.label.size());
    }
    double wanted = longest > 4 ? 58 : 44;
    size_t every =
        std::max<size_t>(1, static_cast<size_t>(wanted / pitch + 0.999));
    for (size_t i = 0; i < plot.bars.size(); ++i) {
      const BarPlot::Bar& bar = plot.bars[i];
      double left = kLeft + pitch * static_cast<double>(i);
      double y = kBottom;
      for (size_t part = 0; part < plot.parts.size(); ++part) {
        uint64_t value = bar.values[part];
        if (value == 0) continue;
        double height = static_cast<double>(value) * scale_;
        y -= height;
        std::string title = bar.label + ": " + grouped(value);
        if (plot.parts.size() > 1) title += ' ' + plot.parts[part].name;
        canvas_.rectangle(left + pitch * 0.1, y, pitch * 0.8, height,
                          plot.parts[part].color, title);
      }
      if (i % every == 0) {
        canvas_.label(left + pitch / 2, kBottom + 18, "middle", bar.label);
      }
    }
  }

  PlotCanvas canvas_;
  double scale_ = 1;
};

}  // namespace

std::string svg_document(const BarPlot& plot) {
  std::string out;
  BarPlotWriter(plot, out).write(plot);
  return out;
}

}  // namespace wax::text
