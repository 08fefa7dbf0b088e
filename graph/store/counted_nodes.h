// Which nodes of a graph have scores: archived pages (with a policy that counts
// the frontier, all pages) that are no other names of pages.
#pragma once

#include <string>
#include <vector>

#include "graph/store/graph_folder.h"
#include "graph/store/pages.h"

namespace wax::graph {

// The file `names` has these, in order.
struct OtherName {
  NodeId name;
  NodeId page;
};

// Throws IoError, FormatError.
[[nodiscard]] std::vector<OtherName> other_names(const GraphFolder& folder);

// Asked for one node after the other.
class CountedNodes {
 public:
  CountedNodes(const GraphFolder& folder, const LinkPolicy& policy)
      : names_(other_names(folder)), policy_(policy) {}
  [[nodiscard]] bool has(const Page& page) {
    while (next_ < names_.size() && names_[next_].name < page.id) ++next_;
    if (next_ < names_.size() && names_[next_].name == page.id) return false;
    return policy_.frontier || page.is_archived(policy_.until());
  }
  [[nodiscard]] const std::vector<OtherName>& names() const { return names_; }

 private:
  std::vector<OtherName> names_;
  LinkPolicy policy_;
  size_t next_ = 0;
};

// One bit for each node.
[[nodiscard]] std::vector<bool> counted_nodes(const GraphFolder& folder);

// Returns the home page of each host, or what is nearest to one: the page with
// the shortest URL key among `counted`, or the first of equally long keys. The
// pages are in order.
[[nodiscard]] std::vector<NodeId> home_pages(const GraphFolder& folder,
                                             const std::vector<bool>& counted);

}  // namespace wax::graph
