#include "answers/shown/site_picture.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <unordered_map>
#include <utility>
#include <vector>

#include "answers/shown/url_captures.h"
#include "cdx/lookup/range_merger.h"
#include "collection/layout.h"
#include "graph/export/exports.h"
#include "graph/store/graph_reader.h"
#include "io/error.h"

namespace wax::answers {
namespace {

std::string graph_of(const Scope& scope) {
  return collection::Layout{scope.collection->files().folder}.graph();
}

// The captures of one page after the other that searches may find. Pages come
// in the order of their keys, as the captures do.
class CapturesInOrder {
 public:
  explicit CapturesInOrder(const Generation& generation)
      : files_(open_listed_cdx(generation)),
        reader_(files_, generation.url_key) {
    if (files_.empty()) return;
    lines_.emplace(cdx::RangeMerger::ascending(files_, {"", "\xff"}));
    has_next_ = read_next();
  }

  // Their dates.
  [[nodiscard]] std::vector<std::string> of(std::string_view urlkey) {
    std::vector<std::string> dates;
    while (has_next_ && next_.urlkey <= urlkey) {
      if (next_.urlkey == urlkey) dates.push_back(next_.date);
      has_next_ = read_next();
    }
    return dates;
  }

 private:
  bool read_next() {
    for (std::string_view line; lines_->next(line);) {
      if (reader_.read(line, lines_->file(), next_)) return true;
    }
    return false;
  }

  Searchables files_;
  CaptureLineReader reader_;
  std::optional<cdx::RangeMerger> lines_;
  UrlCapture next_;
  bool has_next_ = false;
};

// Which pages and links may be seen.
class SeenGraph {
 public:
  SeenGraph(const Generation& generation, uint64_t nodes,
            const std::atomic<bool>& stopping)
      : captures_(generation),
        seen_(static_cast<size_t>(nodes)),
        stopping_(stopping) {}

  // Pages come in order.
  bool has(const graph::Page& page) {
    if (stopping_) throw IoError("graph", "the server stops");
    std::vector<std::string> dates = captures_.of(page.key);
    if (dates.empty()) return false;
    const bool all = std::ranges::all_of(page.captures, [&](const auto& one) {
      return std::ranges::find(dates, graph::date_text(one.date)) !=
             dates.end();
    });
    seen_[page.id] = all ? Seen::kAll : Seen::kSome;
    if (!all) some_.emplace(page.id, std::move(dates));
    return true;
  }

  [[nodiscard]] bool has(graph::NodeId from, graph::NodeId to,
                         const graph::Link& link) const {
    // A page may have several names: link.from is the one that has the link.
    return seen_[from] != Seen::kNone && seen_[to] != Seen::kNone &&
           had(link.from, link);
  }

 private:
  enum class Seen : uint8_t { kNone, kSome, kAll };

  // Whether a capture that may be seen had it.
  [[nodiscard]] bool had(graph::NodeId source, const graph::Link& link) const {
    if (seen_[source] != Seen::kSome) return seen_[source] == Seen::kAll;
    if (link.last == 0) return false;  // no capture is known: all must be seen
    const std::string first = graph::date_text(link.first);
    const std::string last = graph::date_text(link.last);
    return std::ranges::any_of(some_.at(source), [&](const auto& date) {
      return first <= date && date <= last;
    });
  }

  CapturesInOrder captures_;
  std::vector<Seen> seen_;  // by node
  // The dates of pages of which some captures may not be seen.
  std::unordered_map<graph::NodeId, std::vector<std::string>> some_;
  const std::atomic<bool>& stopping_;
};

std::shared_ptr<const text::GraphPlot> picture_of(
    const Scope& scope, const std::atomic<bool>& stopping) {
  const graph::GraphReader graph(graph_of(scope));
  if (graph.state().url_key != cdx::name(scope.generation->url_key)) {
    throw UsageError("the graph has URL keys of other rules");
  }
  SeenGraph seen(*scope.generation, graph.nodes(), stopping);
  graph::ExportOptions options;
  options.has_page = [&](const graph::Page& page) { return seen.has(page); };
  options.has_link = [&](graph::NodeId from, graph::NodeId to,
                         const graph::Link& link) {
    return seen.has(from, to, link);
  };
  graph::GroupGraph groups =
      graph::make_group_graph(graph, graph::Grouping::kDomain, options);
  return std::make_shared<const text::GraphPlot>(
      graph::plot_of(groups, SitePictures::kMostSites));
}

}  // namespace

bool has_graph(const Scope& scope) {
  std::error_code none;
  return scope.collection != nullptr && scope.generation->has_captures() &&
         std::filesystem::exists(graph_of(scope), none);
}

SitePictures::SitePictures() : pictures_(picture_of) {}

}  // namespace wax::answers
