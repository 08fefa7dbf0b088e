#include "text/graph_plot.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

namespace wax::text {
namespace {

struct Label {
  double x = 0;
  double y = 0;
  std::string text;
};

// The labels of the nodes of a picture.
std::vector<Label> labels_of(const std::string& svg) {
  std::vector<Label> labels;
  const std::string begin = "<text x=\"";
  // The first text is the title.
  size_t at = svg.find(begin, svg.find(begin) + 1);
  for (; at != svg.npos; at = svg.find(begin, at + 1)) {
    Label label;
    std::sscanf(svg.c_str() + at, "<text x=\"%lf\" y=\"%lf\"", &label.x,
                &label.y);
    const size_t text = svg.find('>', at) + 1;
    label.text = svg.substr(text, svg.find('<', text) - text);
    labels.push_back(label);
  }
  return labels;
}

GraphPlot ring(size_t nodes) {
  GraphPlot plot;
  for (size_t i = 0; i < nodes; ++i) {
    plot.nodes.push_back(
        {"website" + std::to_string(i) + ".example", i + 1, {}});
    plot.edges.push_back({i, (i + 1) % nodes, 3, {}});
    if (i > 0) plot.edges.push_back({i, 0, 1, {}});
  }
  return plot;
}

TEST(GraphPlot, LabelsDoNotCoverEachOther) {
  const std::vector<Label> labels = labels_of(svg_document(ring(200)));
  ASSERT_EQ(labels.size(), 200U);
  for (size_t i = 0; i < labels.size(); ++i) {
    for (size_t j = i + 1; j < labels.size(); ++j) {
      EXPECT_TRUE(std::abs(labels[i].y - labels[j].y) >= 11 ||
                  std::abs(labels[i].x - labels[j].x) >= 80)
          << labels[i].text << ' ' << labels[j].text;
    }
  }
}

TEST(GraphPlot, NodesWithAnEdgeLieNearEachOther) {
  GraphPlot plot;
  for (int i = 0; i < 20; ++i) plot.nodes.push_back({std::to_string(i), 1, {}});
  // Two groups of ten.
  for (size_t i = 0; i < 20; ++i) {
    for (size_t j = 0; j < 20; ++j) {
      if (i != j && i / 10 == j / 10) plot.edges.push_back({i, j, 1, {}});
    }
  }
  const std::vector<Label> labels = labels_of(svg_document(plot));
  ASSERT_EQ(labels.size(), 20U);
  double within = 0;
  double between = 0;
  for (size_t i = 0; i < 20; ++i) {
    for (size_t j = i + 1; j < 20; ++j) {
      const double distance =
          std::hypot(labels[i].x - labels[j].x, labels[i].y - labels[j].y);
      (i / 10 == j / 10 ? within : between) += distance;
    }
  }
  // 90 pairs and 100 pairs.
  EXPECT_LT(within / 90 * 1.5, between / 100);
}

TEST(GraphPlot, TextsAreEscapedAndPicturesAreEqual) {
  GraphPlot plot = ring(3);
  plot.title = "a<b";
  plot.nodes[0].title = "x&y";
  plot.footnote = "note";
  const std::string svg = svg_document(plot);
  EXPECT_NE(svg.find("a&lt;b</text>"), svg.npos);
  EXPECT_NE(svg.find("<title>x&amp;y</title>"), svg.npos);
  EXPECT_NE(svg.find("note</text>"), svg.npos);
  EXPECT_NE(svg.find("prefers-color-scheme:dark"), svg.npos);
  EXPECT_EQ(svg, svg_document(plot));
}

TEST(GraphPlot, WithoutNodesItSaysSo) {
  GraphPlot plot;
  plot.empty = "no links";
  EXPECT_NE(svg_document(plot).find("no links</text>"), std::string::npos);
}

}  // namespace
}  // namespace wax::text
