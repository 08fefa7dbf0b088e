// Which of the links that were seen count, by a policy.
#pragma once

#include <optional>
#include <string>

#include "graph/store/big_vector.h"
#include "graph/store/graph_folder.h"
#include "graph/store/links.h"
#include "graph/store/pages.h"

namespace wax::graph {

// Dates of 14 digits, both included.
struct DateRange {
  uint64_t from = 0;
  uint64_t to = LinkPolicy::kLastDate;

  [[nodiscard]] bool meets(uint64_t first, uint64_t last) const {
    return first <= to && from <= last;
  }
};

// Memory: 12 bytes a node in a temporary file of io::temp_folder(tmpdir), which
// is mapped. The constructor and scans throw IoError, FormatError.
class CountingLinks {
 public:
  CountingLinks(const GraphFolder& folder, const LinkPolicy& policy,
                const std::string& tmpdir);

  [[nodiscard]] uint64_t nodes() const { return names_.size(); }
  // The page of which a node is another name, or the node itself.
  [[nodiscard]] NodeId page_of(NodeId node) const { return names_[node]; }
  // If names form a chain, the page is the last of them; if they form a cycle,
  // the page is the one with the least key. Call one of these before
  // for_each().
  void find_names();
  void read_names();
  // From here on, the links count that were seen in these dates, whatever the
  // policy says of dates.
  void set_range(const DateRange& range) { range_ = range; }

  // Whether a page has another name. Known after one of these.
  [[nodiscard]] bool has_names() const { return has_names_; }

  // Calls take(from, to, link) with each link that counts, its ends replaced by
  // their pages. With other names of pages, the same ends may come again.
  template <typename Take>
  void for_each(Take take) const {
    for_each_in_order([&](NodeId from, NodeId to, const Link& link,
                          bool /*is_moved*/) { take(from, to, link); });
  }
  // The same with take(from, to, link, is_moved): without those where an end
  // was replaced (is_moved), they come by `to`, then by `from`, each once.
  template <typename Take>
  void for_each_in_order(Take take) const {
    const uint64_t kinds =
        Link::kFollow | (policy_.nofollow ? Link::kNoFollow : uint64_t{0});
    for_each_alive(kinds, [&](NodeId target, const Link& link) {
      const NodeId from = has_names_ ? names_[link.from] : link.from;
      const NodeId to = has_names_ ? names_[target] : target;
      if (from == to || !has_page(to)) return;
      take(from, to, link, from != link.from || to != target);
    });
  }

 private:
  static constexpr uint64_t kNoDate = ~uint64_t{0};

  [[nodiscard]] bool has_page(NodeId node) const {
    return policy_.frontier || dates_[node] != kNoDate;
  }
  [[nodiscard]] bool is_alive(const Link& link) const;
  void resolve(NodeId start);

  // Calls take(to, link) for each link that is alive and has one of these
  // marks. The source of other links is not looked at: it may be anywhere in
  // memory.
  template <typename Take>
  void for_each_alive(uint64_t marks, Take take) const {
    LinkScan scan(links_);
    Link link;
    for (NodeId to = 0; scan.next_target(to);) {
      while (scan.next(link)) {
        if ((link.marks & marks) != 0 && is_alive(link)) take(to, link);
      }
    }
  }

  GraphFolder folder_;
  NodeFile links_;
  LinkPolicy policy_;
  std::optional<DateRange> range_;
  bool has_names_ = false;
  // For each node: the date of its links (kNoDate: not archived), and the page
  // of which it is another name.
  BigVector<uint64_t> dates_;
  BigVector<NodeId> names_;
};

}  // namespace wax::graph
