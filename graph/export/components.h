// Components of a graph, and the parts of its bow tie: A. Broder et al., "Graph
// structure in the Web", 2000.
#pragma once

#include <cstdint>
#include <string>

#include "graph/store/big_vector.h"
#include "graph/store/graph_reader.h"
#include "io/output.h"

namespace wax::graph {

enum class BowTiePart : uint8_t {
  kCore,          // the largest strong component
  kIn,            // from here links lead to the core, but not back
  kOut,           // links lead here from the core, but not back
  kTube,          // on a way from kIn to kOut that does not meet the core
  kTendril,       // of the rest, what is in the core's weak component
  kDisconnected,  // other weak components
};
inline constexpr const char* kBowTieParts[] = {
    "core", "in", "out", "tube", "tendril", "disconnected"};

// The components of each node; kNoNode where the node does not count. A
// component is known by its first node. If several strong components have the
// greatest size, the core is the one with the first node.
struct Components {
  Components(uint64_t nodes, const std::string& tmpdir)
      : strong(nodes, tmpdir), weak(nodes, tmpdir), parts(nodes, tmpdir) {}

  [[nodiscard]] bool has(NodeId node) const { return strong[node] != kNoNode; }
  BigVector<NodeId> strong;
  BigVector<NodeId> weak;
  BigVector<BowTiePart> parts;
};

// Finds the components by the links that count. Keeps 50 bytes a node and 8 a
// link in temporary files of io::temp_folder(tmpdir), which are mapped. Throws
// IoError, FormatError.
void find_components(const GraphReader& graph, const std::string& tmpdir,
                     Components& components);

// "part,pages", as CSV.
void write_bow_tie(const Components& components, io::Output& output);
// "component,pages,components": how many strong and weak components have so
// many pages, as CSV.
void write_component_sizes(const Components& components,
                           const std::string& tmpdir, io::Output& output);
// "urlkey,strong,weak,part" of each page, as CSV. Components have numbers, the
// largest 1; those of equal size in the order of their first pages.
void write_components(const GraphReader& graph, const Components& components,
                      const std::string& tmpdir, io::Output& output);

}  // namespace wax::graph
