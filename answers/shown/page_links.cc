#include "answers/shown/page_links.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <functional>
#include <optional>
#include <set>
#include <system_error>
#include <unordered_map>
#include <utility>

#include "answers/shown/url_captures.h"
#include "collection/layout.h"
#include "graph/store/graph_reader.h"
#include "graph/store/topology.h"
#include "io/error.h"

namespace wax::answers {
namespace {

constexpr const char* kScore = "pagerank";
// The most links that are looked at; the rest is left out.
constexpr size_t kMostTried = 10 * kMostLinks;

class LinksOfPage {
 public:
  LinksOfPage(const Scope& scope, const graph::GraphReader& graph)
      : scope_(scope), graph_(graph), listed_(*scope.generation) {
    const graph::GraphFolder& folder = graph.folder();
    std::error_code none;
    if (std::filesystem::exists(folder.score(kScore), none)) {
      scores_.emplace(folder.score(kScore), graph.nodes());
    }
    graph.check_place();
  }

  void add_to(const graph::Page& page, PageLinks& links) {
    std::vector<graph::NodeId> sources = graph::links_of(graph_.in(), page.id);
    links.to_is_cut = keep_best(sources);
    for (const auto& [source, link] : records(page.id, sources)) {
      if (is_full(links.to)) {
        links.to_is_cut = true;
        break;
      }
      LinkedPage linked;
      if (is_seen(source, link, linked)) links.to.push_back(std::move(linked));
    }
  }

  void add_from(const graph::Page& page, PageLinks& links) {
    // They are those of one capture, or of all.
    const graph::LinkPolicy& policy = graph_.state().policy;
    const bool of_all = policy.kind == graph::LinkPolicy::Kind::kAccumulate;
    if (!are_listed(page, of_all ? 0 : page.date_of_links(policy.until()))) {
      return;
    }
    std::vector<graph::NodeId> targets = graph::links_of(graph_.out(), page.id);
    links.from_is_cut = keep_best(targets);
    for (graph::NodeId target : targets) {
      if (is_full(links.from)) {
        links.from_is_cut = true;
        break;
      }
      LinkedPage linked;
      const std::vector<UrlCapture> captures = captures_of(target, linked);
      if (!captures.empty()) links.from.push_back(std::move(linked));
    }
  }

 private:
  using Records = std::vector<std::pair<graph::NodeId, graph::Link>>;

  [[nodiscard]] bool is_full(const std::vector<LinkedPage>& pages) const {
    return pages.size() == kMostLinks ||
           std::chrono::steady_clock::now() > scope_.deadline;
  }

  // Keeps the pages with the highest scores, the highest first. True when some
  // were left out.
  bool keep_best(std::vector<graph::NodeId>& pages) const {
    auto score = [&](graph::NodeId page) {
      const double value = scores_ ? scores_->at(page) : 0;
      return std::isnan(value) ? -1 : value;
    };
    auto is_better = [&](graph::NodeId a, graph::NodeId b) {
      const double of_a = score(a);
      const double of_b = score(b);
      return of_a != of_b ? of_a > of_b : a < b;
    };
    const size_t kept = std::min(pages.size(), kMostTried);
    std::ranges::partial_sort(
        pages, pages.begin() + static_cast<ptrdiff_t>(kept), is_better);
    const bool is_cut = kept < pages.size();
    pages.resize(kept);
    return is_cut;
  }

  // What the graph knows of the links of these sources, in their order. Of a
  // link to another name of the page, only that it is there.
  [[nodiscard]] Records records(graph::NodeId page,
                                const std::vector<graph::NodeId>& sources) {
    Records all;
    std::unordered_map<graph::NodeId, size_t> places;
    for (graph::NodeId source : sources) {
      places.emplace(source, all.size());
      all.emplace_back(source, graph::Link());
    }
    graph::LinkScan scan = graph::links_to(graph_.links(), page);
    graph::Link link;
    while (scan.next(link)) {
      const auto found = places.find(link.from);
      if (found != places.end()) all[found->second].second = link;
    }
    return all;
  }

  // The captures of a page that searches may find.
  std::vector<UrlCapture> captures_of(graph::NodeId page, LinkedPage& linked) {
    linked.urlkey = graph_.key_of(page);
    std::vector<UrlCapture> captures = listed_.of(linked.urlkey);
    if (!captures.empty()) linked.url = captures.back().url;
    return captures;
  }

  // False when no capture that searches may find has the link. The graph knows
  // captures by their dates.
  bool is_seen(graph::NodeId source, const graph::Link& link,
               LinkedPage& linked) {
    if (captures_of(source, linked).empty()) return false;
    const std::vector<UrlCapture> captures =
        listed_.alone_on_their_dates(linked.urlkey);
    const std::string first = graph::date_text(link.first);
    const std::string last = graph::date_text(link.last);
    if (link.last == 0) {
      // No capture is known; all must be seen.
      return !captures.empty() &&
             are_listed(graph::page_at(graph_.pages(), source), 0);
    }
    for (const UrlCapture& capture : captures) {
      if (capture.date < first || capture.date > last) continue;
      if (linked.first.empty()) linked.first = capture.date;
      linked.last = capture.date;
    }
    if (linked.last == last) linked.anchor = link.anchor;
    return !linked.last.empty();
  }

  // Whether searches may find the captures of a date, or of all dates (0).
  bool are_listed(const graph::Page& page, uint64_t date) {
    std::set<std::string, std::less<>> dates;
    for (const UrlCapture& capture : listed_.alone_on_their_dates(page.key)) {
      dates.insert(capture.date);
    }
    if (date != 0) return dates.contains(graph::date_text(date));
    return std::ranges::all_of(page.captures, [&](const auto& capture) {
      return dates.contains(graph::date_text(capture.date));
    });
  }

  const Scope& scope_;
  const graph::GraphReader& graph_;
  ListedCaptures listed_;
  std::optional<graph::ScoreFile> scores_;
};

}  // namespace

PageLinks page_links(const Scope& scope, std::string_view urlkey) {
  PageLinks links;
  const std::string folder =
      collection::Layout{scope.collection->files().folder}.graph();
  std::error_code none;
  if (!scope.generation->has_captures() ||
      !std::filesystem::exists(folder, none)) {
    return links;
  }
  try {
    const graph::GraphReader graph(folder);
    if (graph.state().url_key != cdx::name(scope.generation->url_key)) {
      return links;
    }
    links.has_graph = true;
    const auto page = graph::find_page(graph.pages(), urlkey);
    if (!page) return links;
    LinksOfPage of_page(scope, graph);
    of_page.add_to(*page, links);
    of_page.add_from(*page, links);
  } catch (const Error& error) {
    if (scope.holdings->report) scope.holdings->report(error.what());
    links = {};
  }
  return links;
}

}  // namespace wax::answers
