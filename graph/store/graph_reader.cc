#include "graph/store/graph_reader.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "cdx/url/url_key.h"
#include "graph/store/page_gate.h"
#include "graph/store/topology.h"
#include "io/error.h"
#include "io/file_lock.h"

namespace wax::graph {

namespace {

GraphState merged_state(const GraphFolder& folder) {
  GraphState state = read_state(folder);
  if (state.is_merged) return state;
  throw UsageError(
      folder.folder +
      ": has updates that are not merged; 'wax-graph-read --stats " +
      folder.folder + "' merges them");
}

cdx::UrlKeyKind kind_of(const GraphState& state) {
  return cdx::url_key_kind(state.url_key).value_or(cdx::UrlKeyKind::kSurt);
}

}  // namespace

GraphReader::Files::Files(const GraphFolder& folder)
    : state(merged_state(folder)),
      pages(folder.pages()),
      links(folder.links()),
      in(folder.in()),
      out(folder.out()) {}

GraphReader::GraphReader(const std::string& folder) : folder_{folder} {
  constexpr int kAttempts = 100;
  for (int left = kAttempts; !files_; --left) {
    place_ = ::open(folder_.pages().c_str(), O_RDONLY | O_CLOEXEC);
    // An update that is a tier keeps the file of pages, and removes others.
    const int state = ::open(folder_.state().c_str(), O_RDONLY | O_CLOEXEC);
    auto is_same = [&] {
      return has_place() && state >= 0 && io::is_named(state, folder_.state());
    };
    auto close_state = [&] {
      if (state >= 0) ::close(state);
    };
    try {
      auto files = std::make_unique<const Files>(folder_);
      if (left == 0) check_place();
      if (has_place()) files_ = std::move(files);
    } catch (const Error&) {
      if (left == 0 || is_same()) {
        close_state();
        close_place();
        throw;
      }
    }
    close_state();
    if (!files_) close_place();
  }
}

GraphReader::~GraphReader() { close_place(); }

void GraphReader::close_place() {
  if (place_ >= 0) ::close(place_);
  place_ = -1;
}

bool GraphReader::has_place() const {
  return place_ >= 0 && io::is_named(place_, folder_.pages());
}

void GraphReader::check_place() const {
  if (!has_place()) {
    throw FormatError(folder_.pages(), 0, "was replaced while it was read");
  }
}

void GraphReader::restrict(
    const std::shared_ptr<const collection::AccessRules>& rules) {
  unseen_.clear();
  if (rules == nullptr || rules->empty()) return;
  PageGate gate(rules, kind_of(state()));
  unseen_.resize(static_cast<size_t>(nodes()));
  PageScan scan(files_->pages);
  for (Page page; scan.next(page);) unseen_[page.id] = !gate.shows(page);
}

std::optional<Page> GraphReader::find(std::string_view key_or_url) const {
  auto page = find_page(files_->pages, key_or_url);
  if (!page) {
    page = find_page(files_->pages, cdx::url_key(kind_of(state()), key_or_url));
  }
  if (page && !shows(page->id)) page.reset();
  return page;
}

std::string GraphReader::key_of(NodeId id) const {
  return page_at(files_->pages, id).key;
}

void GraphReader::in_links(
    NodeId page, bool all,
    const std::function<void(const std::string&, const Link&)>& take) const {
  auto take_shown = [&](const Link& link) {
    if (shows(link.from)) take(key_of(link.from), link);
  };
  std::vector<NodeId> counted = links_of(files_->in, page);
  LinkScan scan = links_to(files_->links, page);
  Link link;
  size_t next = 0;
  while (scan.next(link)) {
    while (next < counted.size() && counted[next] < link.from) {
      // A link to another name of the page.
      Link other;
      other.from = counted[next++];
      other.marks = Link::kFollow;
      take_shown(other);
    }
    bool counts = next < counted.size() && counted[next] == link.from;
    if (counts) ++next;
    if (counts || all) take_shown(link);
  }
  for (; next < counted.size(); ++next) {
    Link other;
    other.from = counted[next];
    other.marks = Link::kFollow;
    take_shown(other);
  }
}

std::vector<ScoredPage> top_pages(const ScoreFile& scores, uint64_t count,
                                  const GraphReader* graph) {
  auto is_better = [](const ScoredPage& a, const ScoredPage& b) {
    return a.score != b.score ? a.score > b.score : a.id < b.id;
  };
  std::vector<ScoredPage> heap;  // the worst one first
  for (uint64_t id = 0; id < scores.nodes() && count > 0; ++id) {
    ScoredPage page{static_cast<NodeId>(id), scores.at(id)};
    if (std::isnan(page.score)) continue;
    if (graph != nullptr && !graph->shows(page.id)) continue;
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
