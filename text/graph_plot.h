// Pictures of graphs as SVG.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace wax::text {

struct GraphPlot {
  struct Node {
    std::string label;
    uint64_t size = 1;  // how much it represents; the area of its disk
    std::string title;  // is shown when the pointer rests on it
  };
  struct Edge {
    size_t from = 0;  // nodes
    size_t to = 0;
    uint64_t weight = 1;  // the width of its line
    std::string title;
  };

  std::string title;
  std::vector<Node> nodes;
  std::vector<Edge> edges;  // directed, from one node to another
  std::string empty;        // is said when there are no nodes
  std::string footnote;     // empty: none
};

// An SVG document for light and dark screens. Nodes with edges between them lie
// near each other (T. Fruchterman, E. Reingold: "Graph drawing by
// force-directed placement", 1991), and no label covers another one. The same
// plot gives the same picture. Time: the square of the nodes; it is meant for
// some 200.
[[nodiscard]] std::string svg_document(const GraphPlot& plot);

}  // namespace wax::text
