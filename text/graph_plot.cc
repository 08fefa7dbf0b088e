#include "text/graph_plot.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "text/markup_writer.h"
#include "text/utf8.h"

namespace wax::text {
namespace {

constexpr double kMargin = 24;
constexpr double kHead = 56;  // above the graph, with the title
constexpr double kFoot = 32;
constexpr double kFontSize = 11;
constexpr double kLetter = 6.4;  // the mean width of one
constexpr double kLeastWidth = 480;
constexpr int kRounds = 400;

struct Point {
  double x = 0;
  double y = 0;
};

// A disk and the label on its right.
struct Box {
  Point center;  // of the disk
  double radius = 0;
  double label = 0;  // its width

  [[nodiscard]] double left() const { return center.x - radius; }
  [[nodiscard]] double right() const { return center.x + radius + label; }
  [[nodiscard]] double half_height() const {
    return std::max(radius, kFontSize * 0.7);
  }
};

double width_of(std::string_view label) {
  const auto letters = std::ranges::count_if(
      label, [](char c) { return !continues_sequence(c); });
  return kLetter * static_cast<double>(letters) + 8;
}

std::vector<Box> boxes_of(const GraphPlot& plot) {
  uint64_t most = 1;
  for (const GraphPlot::Node& node : plot.nodes) {
    most = std::max(most, node.size);
  }
  std::vector<Box> boxes;
  for (size_t i = 0; i < plot.nodes.size(); ++i) {
    const GraphPlot::Node& node = plot.nodes[i];
    const double share =
        static_cast<double>(node.size) / static_cast<double>(most);
    // Along a spiral, by the golden angle.
    const double angle = 2.399963 * static_cast<double>(i);
    const double distance = 30 * std::sqrt(static_cast<double>(i) + 0.5);
    boxes.push_back({{distance * std::cos(angle), distance * std::sin(angle)},
                     4 + 16 * std::sqrt(share),
                     width_of(node.label)});
  }
  return boxes;
}

// Nodes repel each other, edges draw their ends together, and all nodes are
// drawn to the middle a little.
void place(const GraphPlot& plot, std::vector<Box>& boxes) {
  constexpr double kLength = 90;
  std::vector<Point> moves(boxes.size());
  for (int round = 0; round < kRounds; ++round) {
    std::ranges::fill(moves, Point{});
    auto push = [&](size_t a, size_t b, double force, Point way) {
      moves[a].x += way.x * force;
      moves[a].y += way.y * force;
      moves[b].x -= way.x * force;
      moves[b].y -= way.y * force;
    };
    auto between = [&](size_t a, size_t b, double& distance) {
      Point way{boxes[a].center.x - boxes[b].center.x,
                boxes[a].center.y - boxes[b].center.y};
      distance = std::max(1.0, std::hypot(way.x, way.y));
      return Point{way.x / distance, way.y / distance};
    };
    double distance = 0;
    for (size_t a = 0; a < boxes.size(); ++a) {
      for (size_t b = a + 1; b < boxes.size(); ++b) {
        const Point way = between(a, b, distance);
        push(a, b, kLength * kLength / distance, way);
      }
    }
    for (const GraphPlot::Edge& edge : plot.edges) {
      const Point way = between(edge.from, edge.to, distance);
      push(edge.from, edge.to, -distance * distance / kLength, way);
    }
    const double most = kLength * (1 - static_cast<double>(round) / kRounds);
    for (size_t i = 0; i < boxes.size(); ++i) {
      Point& center = boxes[i].center;
      moves[i].x -= center.x * 0.4;
      moves[i].y -= center.y * 0.7;  // wider than high
      const double length = std::hypot(moves[i].x, moves[i].y);
      if (length <= 0) continue;
      const double step = std::min(length, most) / length;
      center.x += moves[i].x * step;
      center.y += moves[i].y * step;
    }
  }
}

// Moves boxes apart until none covers another one.
void spread(std::vector<Box>& boxes) {
  constexpr double kGap = 3;
  bool moved = true;
  for (int round = 0; moved && round < 2000; ++round) {
    moved = false;
    for (size_t i = 0; i < boxes.size(); ++i) {
      for (size_t j = i + 1; j < boxes.size(); ++j) {
        Box& a = boxes[i];
        Box& b = boxes[j];
        const double wide = std::min(a.right(), b.right()) -
                            std::max(a.left(), b.left()) + kGap;
        const double high = a.half_height() + b.half_height() -
                            std::abs(a.center.y - b.center.y) + kGap;
        if (wide <= 0 || high <= 0) continue;
        moved = true;
        if (high <= wide) {
          const double step = (a.center.y <= b.center.y ? -high : high) / 2;
          a.center.y += step;
          b.center.y -= step;
        } else {
          const double step = (a.center.x <= b.center.x ? -wide : wide) / 2;
          a.center.x += step;
          b.center.x -= step;
        }
      }
    }
  }
}

class GraphPlotWriter {
 public:
  explicit GraphPlotWriter(std::string& out) : out_(&out), svg_(out) {}

  void write(const GraphPlot& plot) {
    boxes_ = boxes_of(plot);
    place(plot, boxes_);
    spread(boxes_);
    fit();
    begin(plot);
    for (const GraphPlot::Edge& edge : plot.edges) write_edge(edge);
    for (size_t i = 0; i < plot.nodes.size(); ++i) {
      write_node(plot.nodes[i], boxes_[i]);
    }
    if (plot.nodes.empty()) label(width_ / 2, kHead, "middle", plot.empty);
    if (!plot.footnote.empty()) {
      label(kMargin, height_ - 12, "start", plot.footnote);
    }
    svg_.close();
    *out_ += '\n';
  }

 private:
  // Moves all so that the least place is the first one of the picture.
  void fit() {
    double left = 0;
    double right = 0;
    double top = 0;
    double bottom = 0;
    if (!boxes_.empty()) {
      left = boxes_[0].left();
      right = boxes_[0].right();
      top = bottom = boxes_[0].center.y;
    }
    for (const Box& box : boxes_) {
      left = std::min(left, box.left());
      right = std::max(right, box.right());
      top = std::min(top, box.center.y - box.half_height());
      bottom = std::max(bottom, box.center.y + box.half_height());
    }
    width_ = std::ceil(std::max(kLeastWidth, right - left + 2 * kMargin));
    height_ = std::ceil(bottom - top + kHead + kFoot + kMargin);
    for (Box& box : boxes_) {
      box.center.x += kMargin - left;
      box.center.y += kHead - top;
    }
  }

  void begin(const GraphPlot& plot) {
    svg_.open("svg").set("xmlns", "http://www.w3.org/2000/svg");
    svg_.set("width", width_).set("height", height_);
    svg_.set("viewBox", "0 0 " + rounded(width_) + ' ' + rounded(height_));
    svg_.set("font-family", "sans-serif").set("font-size", kFontSize);
    svg_.element("style",
                 "rect{fill:#fff}text{fill:#222}circle{fill:#2a6f97;"
                 "stroke:#fff}path{fill:none;stroke:#888;stroke-opacity:.45}"
                 "@media (prefers-color-scheme:dark){rect{fill:#16191d}"
                 "text{fill:#e6e6e6}circle{fill:#61a5c2;stroke:#16191d}"
                 "path{stroke:#9aa}}");
    svg_.open("rect").set("width", width_).set("height", height_).close();
    svg_.text("\n").open("text").set("x", kMargin).set("y", 26.0);
    svg_.set("font-size", "16").text(plot.title).close().text("\n");
  }

  static std::string rounded(double value) {
    return std::to_string(std::lround(value));
  }

  // A line that is bent to the left of its way, so that two edges between the
  // same nodes are two lines.
  void write_edge(const GraphPlot::Edge& edge) {
    const Point from = boxes_[edge.from].center;
    const Point to = boxes_[edge.to].center;
    const Point middle{(from.x + to.x) / 2 + (to.y - from.y) * 0.12,
                       (from.y + to.y) / 2 - (to.x - from.x) * 0.12};
    std::string path = "M";
    auto add = [&path](Point point) {
      for (double value : {point.x, point.y}) {
        if (path.back() != 'M' && path.back() != 'Q') path += ' ';
        path += rounded(value);
      }
    };
    add(from);
    path += 'Q';
    add(middle);
    add(to);
    svg_.open("path").set("d", path);
    svg_.set("stroke-width",
             0.6 + 0.8 * std::log10(static_cast<double>(edge.weight)));
    if (!edge.title.empty()) svg_.element("title", edge.title);
    svg_.close().text("\n");
  }

  void write_node(const GraphPlot::Node& node, const Box& box) {
    svg_.open("circle").set("cx", box.center.x).set("cy", box.center.y);
    svg_.set("r", box.radius);
    if (!node.title.empty()) svg_.element("title", node.title);
    svg_.close();
    label(box.center.x + box.radius + 3, box.center.y + kFontSize * 0.35,
          "start", node.label);
  }

  void label(double x, double y, std::string_view anchor,
             std::string_view text) {
    svg_.open("text").set("x", x).set("y", y).set("text-anchor", anchor);
    svg_.text(text).close().text("\n");
  }

  std::string* out_;
  MarkupWriter svg_;
  std::vector<Box> boxes_;
  double width_ = 0;
  double height_ = 0;
};

}  // namespace

std::string svg_document(const GraphPlot& plot) {
  std::string out;
  GraphPlotWriter(out).write(plot);
  return out;
}

}  // namespace wax::text
