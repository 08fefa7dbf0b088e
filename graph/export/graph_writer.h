// Graphs in the formats of other programs.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "io/output.h"

namespace wax::graph {

struct ExportedNode {
  uint64_t id = 0;
  std::string_view label;
  uint64_t pages = 1;  // that it represents
};

struct ExportedEdge {
  uint64_t from = 0;
  uint64_t to = 0;
  std::string_view from_label;
  std::string_view to_label;
  uint64_t links = 1;  // that it represents
  // When they were seen, first and last; 14 digits, or 0 when it is not known.
  uint64_t first = 0;
  uint64_t last = 0;
};

// All nodes come before all edges. Labels are any bytes. Memory: one of them.
class GraphWriter {
 public:
  virtual ~GraphWriter() = default;
  virtual void add(const ExportedNode& node) = 0;
  virtual void add(const ExportedEdge& edge) = 0;
  // Writes what is left; call once, last. The output is not finished.
  virtual void finish() = 0;
};

enum class GraphFormat {
  kCsv,        // edges: source,target,links,first_year,last_year
  kGraphMl,    // GraphML 1.0
  kGexf,       // GEXF 1.2, of Gephi
  kAdjacency,  // CSV: a node, then those that its edges lead to
};

// The output must outlive it. Edges of a node are together in kAdjacency if
// they are given so.
[[nodiscard]] std::unique_ptr<GraphWriter> make_graph_writer(
    GraphFormat format, io::Output& output);

}  // namespace wax::graph
