#include "graph/store/graph_reader.h"

#include <algorithm>
#include <cmath>

#include "cdx/url/url_key.h"
#include "graph/store/topology.h"

namespace wax::graph {

GraphReader::GraphReader(const std::string& folder)
    : folder_{folder},
      state_(read_state(folder_)),
      pages_(folder_.pages()),
      links_(folder_.links()),
      in_(folder_.in()),
      out_(folder_.out()) {}

std::optional<Page> GraphReader::find(std::string_view key_or_url) const {
  auto page = find_page(pages_, key_or_url);
  if (page) return page;
  cdx::UrlKeyKind kind =
      cdx::url_key_kind(state_.url_key).value_or(cdx::UrlKeyKind::kSurt);
  return find_page(pages_, cdx::url_key(kind, key_or_url));
}

std::string GraphReader::key_of(NodeId id) const {
  return page_at(pages_, id).key;
}

void GraphReader::in_links(
    NodeId page, bool all,
    const std::function<void(const std::string&, const Link&)>& take) const {
  std::vector<NodeId> counted = links_of(in_, page);
  LinkScan scan = links_to(links_, page);
  Link link;
  size_t next = 0;
  while (scan.next(link)) {
    while (next < counted.size() && counted[next] < link.from) {
      // A link to another name of the page.
      Link other;
      other.from = counted[next++];
      other.marks = Link::kFollow;
      take(key_of(other.from), other);
    }
    bool counts = next < counted.size() && counted[next] == link.from;
    if (counts) ++next;
    if (counts || all) take(key_of(link.from), link);
  }
  for (; next < counted.size(); ++next) {
    Link other;
    other.from = counted[next];
    other.marks = Link::kFollow;
    take(key_of(other.from), other);
  }
}

std::vector<ScoredPage> top_pages(const ScoreFile& scores, uint64_t count) {
  auto is_better = [](const ScoredPage& a, const ScoredPage& b) {
    return a.score != b.score ? a.score > b.score : a.id < b.id;
  };
  std::vector<ScoredPage> heap;  // the worst one first
  for (uint64_t id = 0; id < scores.nodes() && count > 0; ++id) {
    ScoredPage page{static_cast<NodeId>(id), scores.at(id)};
    if (std::isnan(page.score)) continue;
    if (heap.size() == count) {
      if (!is_better(page, heap.front())) continue;
      std::pop_heap(heap.begin(), heap.end(), is_better);
      heap.pop_back();
    }
    heap.push_back(page);
    std::push_heap(heap.begin(), heap.end(), is_better);
  }
  std::ranges::sort(heap, is_better);
  return heap;
}

}  // namespace wax::graph
