#include "graph/export/components.h"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "graph/export/graph_writer.h"
#include "graph/store/counted_nodes.h"
#include "graph/store/topology.h"
#include "text/csv.h"

namespace wax::graph {
namespace {

uint64_t links_in(const NodeFile& file) {
  uint64_t links = 0;
  TopologyScan scan(file);
  NodeId node = 0;
  for (uint64_t degree; scan.next_node(node, degree); links += degree) {
    for (uint64_t i = 0; i < degree; ++i) (void)scan.next();
  }
  return links;
}

// The other ends of each node's links, for reading in any order.
class Adjacency {
 public:
  Adjacency(const NodeFile& file, const std::string& tmpdir)
      : begins_(file.nodes() + 1, tmpdir), ends_(links_in(file), tmpdir) {
    TopologyScan scan(file);
    NodeId node = 0;
    uint64_t at = 0;
    for (uint64_t degree; scan.next_node(node, degree);) {
      for (uint64_t i = 0; i < degree; ++i) ends_[at++] = scan.next();
      begins_[uint64_t{node} + 1] = at;
    }
  }
  [[nodiscard]] uint64_t begin(NodeId node) const { return begins_[node]; }
  [[nodiscard]] uint64_t end(NodeId node) const {
    return begins_[uint64_t{node} + 1];
  }
  [[nodiscard]] NodeId other(uint64_t at) const { return ends_[at]; }

 private:
  BigVector<uint64_t> begins_;
  BigVector<NodeId> ends_;
};

// Strong components by R. Tarjan's algorithm, with stacks of its own.
class StrongComponents {
 public:
  StrongComponents(const Adjacency& out, uint64_t nodes,
                   const std::string& tmpdir, BigVector<NodeId>& found)
      : out_(out),
        found_(found),
        index_(nodes, tmpdir),
        low_(nodes, tmpdir),
        at_(nodes, tmpdir),
        path_(nodes, tmpdir),
        open_(nodes, tmpdir) {}

  // `node` counts.
  void find_from(NodeId node) {
    if (index_[node] != 0) return;
    enter(node);
    while (path_size_ > 0) {
      const NodeId at = path_[path_size_ - 1];
      if (at_[at] == out_.end(at)) {
        leave(at);
        continue;
      }
      const NodeId other = out_.other(at_[at]++);
      if (index_[other] == 0) {
        enter(other);
      } else if (found_[other] == kNoNode) {
        low_[at] = std::min(low_[at], index_[other]);
      }
    }
  }

 private:
  void enter(NodeId node) {
    index_[node] = low_[node] = ++last_index_;
    at_[node] = out_.begin(node);
    path_[path_size_++] = node;
    open_[open_size_++] = node;
  }

  void leave(NodeId node) {
    --path_size_;
    if (path_size_ > 0) {
      const NodeId parent = path_[path_size_ - 1];
      low_[parent] = std::min(low_[parent], low_[node]);
    }
    if (low_[node] != index_[node]) return;
    uint64_t first = open_size_;
    NodeId least = node;
    do {
      least = std::min(least, open_[--first]);
    } while (open_[first] != node);
    while (open_size_ > first) found_[open_[--open_size_]] = least;
  }

  const Adjacency& out_;
  BigVector<NodeId>& found_;
  BigVector<uint32_t> index_;  // in which order nodes were entered, from 1 on
  BigVector<uint32_t> low_;
  BigVector<uint64_t> at_;  // the next link
  BigVector<NodeId> path_;  // from the first node to this one
  BigVector<NodeId> open_;  // nodes whose component is not known
  uint64_t path_size_ = 0;
  uint64_t open_size_ = 0;
  uint32_t last_index_ = 0;
};

NodeId root_of(BigVector<NodeId>& parents, NodeId node) {
  while (parents[node] != node) {
    parents[node] = parents[parents[node]];
    node = parents[node];
  }
  return node;
}

void find_weak(const NodeFile& out, BigVector<NodeId>& weak) {
  TopologyScan scan(out);
  NodeId node = 0;
  for (uint64_t degree; scan.next_node(node, degree);) {
    for (uint64_t i = 0; i < degree; ++i) {
      const NodeId other = scan.next();
      if (weak[node] == kNoNode || weak[other] == kNoNode) continue;
      const NodeId a = root_of(weak, node);
      const NodeId b = root_of(weak, other);
      weak[std::max(a, b)] = std::min(a, b);
    }
  }
  for (uint64_t id = 0; id < weak.size(); ++id) {
    const auto at = static_cast<NodeId>(id);
    if (weak[at] != kNoNode) weak[at] = root_of(weak, at);
  }
}

// Nodes of each component, by its first node.
void count_nodes(const BigVector<NodeId>& components,
                 BigVector<uint32_t>& sizes) {
  for (uint64_t id = 0; id < components.size(); ++id) {
    if (components[id] != kNoNode) ++sizes[components[id]];
  }
}

// Nodes that are reached from others.
class Reached {
 public:
  Reached(uint64_t nodes, const std::string& tmpdir)
      : nodes_(nodes), marks_(nodes, tmpdir), queue_(nodes, tmpdir) {}

  // Marks what links of `adjacency` lead to from the nodes that `is_start`
  // names, these among them.
  template <typename IsStart>
  void mark(uint8_t mark, const Adjacency& adjacency, IsStart is_start) {
    uint64_t size = 0;
    auto add = [&](NodeId node) {
      if ((marks_[node] & mark) != 0) return;
      marks_[node] = static_cast<uint8_t>(marks_[node] | mark);
      queue_[size++] = node;
    };
    for (uint64_t id = 0; id < nodes_; ++id) {
      if (is_start(static_cast<NodeId>(id))) add(static_cast<NodeId>(id));
    }
    for (uint64_t next = 0; next < size; ++next) {
      const NodeId node = queue_[next];
      for (uint64_t at = adjacency.begin(node); at < adjacency.end(node);
           ++at) {
        add(adjacency.other(at));
      }
    }
  }
  [[nodiscard]] bool has(NodeId node, unsigned marks) const {
    return (marks_[node] & marks) == marks;
  }

 private:
  uint64_t nodes_;
  BigVector<uint8_t> marks_;
  BigVector<NodeId> queue_;
};

void find_parts(const GraphReader& graph, const Adjacency& out,
                const std::string& tmpdir, Components& components) {
  const uint64_t nodes = graph.nodes();
  BigVector<uint32_t> sizes(nodes, tmpdir);
  count_nodes(components.strong, sizes);
  NodeId core = kNoNode;
  for (uint64_t id = 0; id < nodes; ++id) {
    if (sizes[id] > (core == kNoNode ? 0 : sizes[core])) {
      core = static_cast<NodeId>(id);
    }
  }
  if (core == kNoNode) return;
  const Adjacency in(graph.in(), tmpdir);
  constexpr uint8_t kFromCore = 1;
  constexpr uint8_t kToCore = 2;
  constexpr uint8_t kFromIn = 4;
  constexpr uint8_t kToOut = 8;
  Reached reached(nodes, tmpdir);
  auto is_core = [&](NodeId node) { return components.strong[node] == core; };
  reached.mark(kFromCore, out, is_core);
  reached.mark(kToCore, in, is_core);
  reached.mark(kFromIn, out, [&](NodeId node) {
    return reached.has(node, kToCore) && !is_core(node);
  });
  reached.mark(kToOut, in, [&](NodeId node) {
    return reached.has(node, kFromCore) && !is_core(node);
  });
  for (uint64_t id = 0; id < nodes; ++id) {
    const auto node = static_cast<NodeId>(id);
    BowTiePart& part = components.parts[node];
    if (is_core(node)) {
      part = BowTiePart::kCore;
    } else if (reached.has(node, kToCore)) {
      part = BowTiePart::kIn;
    } else if (reached.has(node, kFromCore)) {
      part = BowTiePart::kOut;
    } else if (reached.has(node, kFromIn | kToOut)) {
      part = BowTiePart::kTube;
    } else if (components.weak[node] == components.weak[core]) {
      part = BowTiePart::kTendril;
    } else {
      part = BowTiePart::kDisconnected;
    }
  }
}

// Gives each component its number.
void number_by_size(const BigVector<NodeId>& components,
                    BigVector<uint32_t>& numbers) {
  count_nodes(components, numbers);
  std::vector<std::pair<uint32_t, NodeId>> sizes;
  for (uint64_t id = 0; id < numbers.size(); ++id) {
    if (numbers[id] > 0)
      sizes.emplace_back(numbers[id], static_cast<NodeId>(id));
  }
  std::ranges::sort(sizes, [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first > b.first : a.second < b.second;
  });
  uint32_t number = 0;
  for (const auto& [size, component] : sizes) numbers[component] = ++number;
}

}  // namespace

void find_components(const GraphReader& graph, const std::string& tmpdir,
                     Components& components) {
  const std::vector<bool> counted = counted_nodes(graph.folder());
  graph.check_place();
  const Adjacency out(graph.out(), tmpdir);
  for (uint64_t id = 0; id < graph.nodes(); ++id) {
    components.strong[id] = kNoNode;
    components.weak[id] = counted[id] ? static_cast<NodeId>(id) : kNoNode;
  }
  {
    StrongComponents strong(out, graph.nodes(), tmpdir, components.strong);
    for (uint64_t id = 0; id < graph.nodes(); ++id) {
      if (counted[id]) strong.find_from(static_cast<NodeId>(id));
    }
    for (uint64_t id = 0; id < graph.nodes(); ++id) {
      if (!counted[id]) components.strong[id] = kNoNode;
    }
  }
  find_weak(graph.out(), components.weak);
  find_parts(graph, out, tmpdir, components);
}

void write_bow_tie(const Components& components, io::Output& output) {
  std::array<uint64_t, std::size(kBowTieParts)> pages{};
  for (uint64_t id = 0; id < components.strong.size(); ++id) {
    const auto node = static_cast<NodeId>(id);
    if (components.has(node)) {
      ++pages[static_cast<size_t>(components.parts[node])];
    }
  }
  output.write("part,pages\n");
  for (size_t i = 0; i < pages.size(); ++i) {
    output.write(std::string(kBowTieParts[i]) + ',' + std::to_string(pages[i]) +
                 '\n');
  }
}

void write_component_sizes(const Components& components,
                           const std::string& tmpdir, io::Output& output) {
  output.write("component,pages,components\n");
  for (const auto& [name, of] : {std::pair{"strong", &components.strong},
                                 std::pair{"weak", &components.weak}}) {
    BigVector<uint32_t> sizes(of->size(), tmpdir);
    count_nodes(*of, sizes);
    std::map<uint32_t, uint64_t, std::greater<>> counts;
    for (uint64_t id = 0; id < sizes.size(); ++id) {
      if (sizes[id] > 0) ++counts[sizes[id]];
    }
    for (const auto& [size, count] : counts) {
      output.write(std::string(name) + ',' + std::to_string(size) + ',' +
                   std::to_string(count) + '\n');
    }
  }
}

void write_components(const GraphReader& graph, const Components& components,
                      const std::string& tmpdir, io::Output& output) {
  BigVector<uint32_t> strong(graph.nodes(), tmpdir);
  BigVector<uint32_t> weak(graph.nodes(), tmpdir);
  number_by_size(components.strong, strong);
  number_by_size(components.weak, weak);
  output.write("urlkey,strong,weak,part\n");
  std::string line;
  PageScan scan(graph.pages());
  for (Page page; scan.next(page);) {
    if (!components.has(page.id) || !graph.shows(page.id)) continue;
    line.clear();
    text::append_csv(page.key, line);
    line += ',' + std::to_string(strong[components.strong[page.id]]);
    line += ',' + std::to_string(weak[components.weak[page.id]]);
    line += ',';
    line += kBowTieParts[static_cast<size_t>(components.parts[page.id])];
    output.write(line + '\n');
  }
}

}  // namespace wax::graph
