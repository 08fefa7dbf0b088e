#include "graph/update/counted_links.h"

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

// Writes the file `in`: links come by target, then by source. Among them go
// those of other names of pages, which are sorted.
class InWriter {
 public:
  InWriter(const std::string& path, PairSorter& moved)
      : writer_(path), moved_(moved) {
    next_moved();
  }
  void add(NodeId to, NodeId from) {
    const uint64_t pair = uint64_t{to} << 32 | from;
    write_moved(pair);
    write(pair);
  }
  void finish(uint64_t nodes) {
    write_moved(kNone);
    writer_.finish(nodes);
  }

 private:
  static constexpr uint64_t kNone = ~uint64_t{0};

  void write_moved(uint64_t before) {
    for (; next_ < before; next_moved()) write(next_);
  }
  void next_moved() {
    NodeId to = 0;
    NodeId from = 0;
    next_ = moved_.next(to, from) ? uint64_t{to} << 32 | from : kNone;
  }
  void write(uint64_t pair) {
    if (pair == last_) return;
    last_ = pair;
    writer_.add(static_cast<NodeId>(pair >> 32), static_cast<NodeId>(pair));
  }

  TopologyWriter writer_;
  PairSorter& moved_;
  uint64_t next_ = kNone;
  uint64_t last_ = kNone;
};

void write_out(PairSorter& pairs, const std::string& path, uint64_t nodes) {
  pairs.sort();
  TopologyWriter writer(path);
  NodeId from = 0;
  for (NodeId to = 0; pairs.next(from, to);) writer.add(from, to);
  writer.finish(nodes);
}

}  // namespace

void write_counted_links(const GraphFolder& folder, const LinkPolicy& policy,
                         const io::Budget& resources) {
  const uint64_t half = resources.memory / 2;
  CountingLinks links(folder, policy, resources.tmpdir);
  links.find_names();
  write_names(links, folder.names());
  PairSorter moved(half, resources.tmpdir);
  if (links.has_names()) {
    links.for_each_in_order(
        [&](NodeId from, NodeId to, const Link&, bool is_moved) {
          if (is_moved) moved.add(to, from);
        });
  }
  moved.sort();
  PairSorter by_source(half, resources.tmpdir);
  InWriter in(folder.in(), moved);
  links.for_each_in_order(
      [&](NodeId from, NodeId to, const Link&, bool is_moved) {
        if (!is_moved) in.add(to, from);
        by_source.add(from, to);
      });
  in.finish(links.nodes());
  write_out(by_source, folder.out(), links.nodes());
}

}  // namespace wax::graph
