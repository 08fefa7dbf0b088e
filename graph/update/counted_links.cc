#include "graph/update/counted_links.h"

#include <optional>

#include "graph/store/counted_nodes.h"
#include "graph/store/counting_links.h"
#include "graph/store/topology.h"
#include "graph/update/pair_sorter.h"
#include "io/output.h"

namespace wax::graph {
namespace {

void write_names(const CountingLinks& links, const std::string& path) {
  auto output = io::open_output(path, false);
  for (NodeId id = 0; id < links.nodes(); ++id) {
    const OtherName name{id, links.page_of(id)};
    if (name.page == id) continue;
    output->write({reinterpret_cast<const char*>(&name), sizeof(name)});
  }
  output->finish();
}

void write_sorted(PairSorter& pairs, const std::string& path, uint64_t nodes,
                  PairSorter* turned) {
  pairs.sort();
  TopologyWriter writer(path);
  NodeId node = 0;
  for (NodeId other = 0; pairs.next(node, other);) {
    writer.add(node, other);
    if (turned != nullptr) turned->add(other, node);
  }
  writer.finish(nodes);
}

}  // namespace

void write_counted_links(const GraphFolder& folder, const LinkPolicy& policy,
                         const Resources& resources) {
  uint64_t half = resources.memory / 2;
  std::optional<PairSorter> by_source(std::in_place, half, resources.tmpdir);
  uint64_t nodes = 0;
  {
    CountingLinks links(folder, policy, resources.tmpdir);
    nodes = links.nodes();
    links.find_names();
    write_names(links, folder.names());
    links.for_each(
        [&](NodeId from, NodeId to, const Link&) { by_source->add(from, to); });
  }
  PairSorter by_target(half, resources.tmpdir);
  write_sorted(*by_source, folder.out(), nodes, &by_target);
  by_source.reset();
  write_sorted(by_target, folder.in(), nodes, nullptr);
}

}  // namespace wax::graph
