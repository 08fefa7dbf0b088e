// Links between groups of pages, added up.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "graph/store/big_vector.h"
#include "graph/store/counting_links.h"
#include "io/budget.h"
#include "lines/kept_lines.h"

namespace wax::graph {

struct GroupLink {
  uint32_t from = 0;  // groups
  uint32_t to = 0;
  uint64_t links = 0;  // between different pages
  // When the first and the last of them was seen, 14 digits; 0: not known.
  uint64_t first = 0;
  uint64_t last = 0;
};

// Links within a group are left out. Memory: as `resources` says, and a bit for
// each group; what is more is in temporary files. Throws IoError, FormatError.
class GroupLinks {
 public:
  // Whether a link between these pages is one of them.
  using Has = std::function<bool(NodeId from, NodeId to, const Link& link)>;

  // `groups` has the group of each node; without it, each node is its own.
  // Without `has`, all links that count are there.
  GroupLinks(const CountingLinks& links, const BigVector<uint32_t>* groups,
             const Has& has, const io::Budget& resources);

  // In the order of both groups; false at the end.
  [[nodiscard]] bool next(GroupLink& link);
  // Goes back to the first one.
  void rewind() { stream_ = sums_.read(); }
  // Whether a link begins or ends in this group.
  [[nodiscard]] bool has(uint32_t group) const { return ends_[group]; }

 private:
  void collect(const CountingLinks& links, const BigVector<uint32_t>* groups,
               const Has& has, lines::KeptLines& lines);
  void add_up(lines::LineStream& sorted);
  void add(const GroupLink& sum);

  std::vector<bool> ends_;
  lines::KeptLines sums_;
  std::unique_ptr<lines::LineStream> stream_;
  std::string line_;
};

}  // namespace wax::graph
