#include "graph/update/counted_links.h"

#include <algorithm>
#include <optional>

#include "graph/store/big_vector.h"
#include "graph/store/counted_nodes.h"
#include "graph/store/links.h"
#include "graph/store/pages.h"
#include "graph/store/topology.h"
#include "graph/update/pair_sorter.h"
#include "io/output.h"

namespace wax::graph {
namespace {

constexpr uint64_t kAnyDate = ~uint64_t{0};

class LinkCounter {
 public:
  LinkCounter(const GraphFolder& folder, const LinkPolicy& policy,
              const Resources& resources)
      : pages_(folder.pages()),
        links_(folder.links()),
        policy_(policy),
        // Of each node: the date of its links (kAnyDate: not archived), and the
        // page of which it is another name.
        dates_(pages_.nodes(), resources.tmpdir),
        names_(pages_.nodes(), resources.tmpdir) {}

  void find_dates() {
    const uint64_t until = policy_.until();
    PageScan scan(pages_);
    for (Page page; scan.next(page);) {
      names_[page.id] = page.id;
      dates_[page.id] =
          page.is_archived(until) ? page.date_of_links(until) : kAnyDate;
    }
  }

  void find_names() {
    for_each([this](NodeId to, const Link& link) {
      // Several names of a page: the first one in order.
      if ((link.marks & Link::kAlias) != 0 && names_[link.from] == link.from &&
          (policy_.frontier || dates_[to] != kAnyDate)) {
        names_[link.from] = to;
      }
    });
    for (NodeId id = 0; id < names_.size(); ++id) resolve(id);
  }

  void write_names(const std::string& path) const {
    auto output = io::open_output(path, false);
    for (NodeId id = 0; id < names_.size(); ++id) {
      if (names_[id] == id) continue;
      const OtherName name{id, names_[id]};
      output->write({reinterpret_cast<const char*>(&name), sizeof(name)});
    }
    output->finish();
  }

  // Calls add(from, to).
  template <typename Add>
  void count(Add add) {
    const uint64_t kinds =
        Link::kFollow | (policy_.nofollow ? Link::kNoFollow : uint64_t{0});
    for_each([&](NodeId to, const Link& link) {
      if ((link.marks & kinds) == 0) return;
      NodeId from = names_[link.from];
      to = names_[to];
      if (from == to) return;
      if (!policy_.frontier && dates_[to] == kAnyDate) return;
      add(from, to);
    });
  }

 private:
  [[nodiscard]] bool is_alive(const Link& link) const {
    if (policy_.kind == LinkPolicy::Kind::kAccumulate) return true;
    if ((link.marks & Link::kAlias) != 0 && link.last == 0) return true;
    uint64_t date = dates_[link.from];
    return link.first <= date && date <= link.last;
  }

  template <typename Take>
  void for_each(Take take) const {
    LinkScan scan(links_);
    Link link;
    for (NodeId to = 0; scan.next_target(to);) {
      while (scan.next(link)) {
        if (is_alive(link)) take(to, link);
      }
    }
  }

  void resolve(NodeId start) {
    NodeId end = start;
    NodeId least = start;
    // Two pointers meet in a cycle.
    for (NodeId slow = start; names_[end] != end;) {
      end = names_[end];
      if (names_[end] == end) break;
      end = names_[end];
      slow = names_[slow];
      if (slow != end) continue;
      least = end;
      for (NodeId at = names_[end]; at != end; at = names_[at]) {
        least = std::min(least, at);
      }
      names_[least] = least;
      end = least;
    }
    for (NodeId at = start; at != end && names_[at] != at;) {
      NodeId next = names_[at];
      names_[at] = end;
      at = next;
    }
  }

  NodeFile pages_;
  NodeFile links_;
  LinkPolicy policy_;
  BigVector<uint64_t> dates_;
  BigVector<NodeId> names_;
};

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
  uint64_t nodes = NodeFile(folder.pages()).nodes();
  {
    LinkCounter counter(folder, policy, resources);
    counter.find_dates();
    counter.find_names();
    counter.write_names(folder.names());
    counter.count([&](NodeId from, NodeId to) { by_source->add(from, to); });
  }
  PairSorter by_target(half, resources.tmpdir);
  write_sorted(*by_source, folder.out(), nodes, &by_target);
  by_source.reset();
  write_sorted(by_target, folder.in(), nodes, nullptr);
}

}  // namespace wax::graph
