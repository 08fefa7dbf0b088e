#include "graph/store/counting_links.h"

#include <algorithm>

#include "graph/store/counted_nodes.h"
#include "io/error.h"

namespace wax::graph {

CountingLinks::CountingLinks(const GraphFolder& folder,
                             const LinkPolicy& policy,
                             const std::string& tmpdir)
    : folder_(folder),
      links_(folder.links()),
      policy_(policy),
      dates_(links_.nodes(), tmpdir),
      names_(links_.nodes(), tmpdir) {
  const NodeFile pages(folder.pages());
  if (pages.nodes() != nodes()) {
    throw FormatError(folder.links(), links_.size(),
                      "is of another graph than " + folder.pages());
  }
  const uint64_t until = policy_.until();
  PageScan scan(pages);
  for (Page page; scan.next(page);) {
    names_[page.id] = page.id;
    dates_[page.id] =
        page.is_archived(until) ? page.date_of_links(until) : kNoDate;
  }
}

void CountingLinks::find_names() {
  for_each_alive(Link::kAlias, [this](NodeId to, const Link& link) {
    // Several names of a page: the first one in order.
    if (names_[link.from] != link.from || !has_page(to)) return;
    names_[link.from] = to;
    has_names_ = true;
  });
  for (NodeId id = 0; has_names_ && id < nodes(); ++id) resolve(id);
}

void CountingLinks::read_names() {
  for (const OtherName& name : other_names(folder_)) {
    if (name.name >= nodes() || name.page >= nodes()) {
      throw FormatError(folder_.names(), 0, "is of another graph");
    }
    names_[name.name] = name.page;
    has_names_ = true;
  }
}

bool CountingLinks::is_alive(const Link& link) const {
  if (range_) return range_->meets(link.first, link.last);
  if (policy_.kind == LinkPolicy::Kind::kAccumulate) return true;
  if ((link.marks & Link::kAlias) != 0 && link.last == 0) return true;
  const uint64_t date = dates_[link.from];
  return link.first <= date && date <= link.last;
}

void CountingLinks::resolve(NodeId start) {
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
    const NodeId next = names_[at];
    names_[at] = end;
    at = next;
  }
}

}  // namespace wax::graph
