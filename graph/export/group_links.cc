#include "graph/export/group_links.h"

#include <algorithm>
#include <string_view>

#include "graph/update/line_numbers.h"

namespace wax::graph {
namespace {

constexpr size_t kPairBytes = 2 * kIdBytes;

// A line is both groups, both pages, the first date and the last one.
void add_to(GroupLink& sum, std::string_view line, std::string& pages) {
  line.remove_prefix(kPairBytes);
  const std::string_view ends = line.substr(0, kPairBytes);
  if (ends != pages) {
    pages = ends;
    ++sum.links;
  }
  line.remove_prefix(kPairBytes);
  const uint64_t first = take_sortable(line, kDateBytes);
  if (first != 0)
    sum.first = sum.first == 0 ? first : std::min(sum.first, first);
  sum.last = std::max(sum.last, take_sortable(line, kDateBytes));
}

}  // namespace

GroupLinks::GroupLinks(const CountingLinks& links,
                       const BigVector<uint32_t>* groups, const Has& has,
                       const io::Budget& resources)
    : ends_(static_cast<size_t>(links.nodes())), sums_(resources.tmpdir) {
  lines::KeptLines lines(resources.tmpdir);
  collect(links, groups, has, lines);
  add_up(*lines::sort_lines(lines.read(), {resources}));
  rewind();
}

void GroupLinks::collect(const CountingLinks& links,
                         const BigVector<uint32_t>* groups, const Has& has,
                         lines::KeptLines& lines) {
  links.for_each([&](NodeId from, NodeId to, const Link& link) {
    if (has && !has(from, to, link)) return;
    const uint32_t from_group = groups == nullptr ? from : (*groups)[from];
    const uint32_t to_group = groups == nullptr ? to : (*groups)[to];
    if (from_group == to_group) return;
    ends_[from_group] = ends_[to_group] = true;
    line_.clear();
    append_sortable(from_group, kIdBytes, line_);
    append_sortable(to_group, kIdBytes, line_);
    append_sortable(from, kIdBytes, line_);
    append_sortable(to, kIdBytes, line_);
    append_sortable(link.first, kDateBytes, line_);
    append_sortable(link.last, kDateBytes, line_);
    lines.add(line_);
  });
}

void GroupLinks::add_up(lines::LineStream& sorted) {
  std::string groups;
  std::string pages;
  GroupLink sum;
  for (std::string_view line; sorted.next(line);) {
    if (!line.starts_with(groups) || groups.empty()) {
      if (!groups.empty()) add(sum);
      groups = line.substr(0, kPairBytes);
      pages.clear();
      sum = {};
      std::string_view rest(groups);
      sum.from = static_cast<uint32_t>(take_sortable(rest, kIdBytes));
      sum.to = static_cast<uint32_t>(take_sortable(rest, kIdBytes));
    }
    add_to(sum, line, pages);
  }
  if (!groups.empty()) add(sum);
}

void GroupLinks::add(const GroupLink& sum) {
  line_.clear();
  append_sortable(sum.from, kIdBytes, line_);
  append_sortable(sum.to, kIdBytes, line_);
  append_sortable(sum.links, kHashBytes, line_);
  append_sortable(sum.first, kDateBytes, line_);
  append_sortable(sum.last, kDateBytes, line_);
  sums_.add(line_);
}

bool GroupLinks::next(GroupLink& link) {
  std::string_view line;
  if (!stream_->next(line)) return false;
  link.from = static_cast<uint32_t>(take_sortable(line, kIdBytes));
  link.to = static_cast<uint32_t>(take_sortable(line, kIdBytes));
  link.links = take_sortable(line, kHashBytes);
  link.first = take_sortable(line, kDateBytes);
  link.last = take_sortable(line, kDateBytes);
  return true;
}

}  // namespace wax::graph
