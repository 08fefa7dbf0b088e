#include "graph/store/meta.h"

#include <algorithm>
#include <array>
#include <filesystem>

#include "cdx/url/host.h"
#include "collection/segment/meta_text.h"
#include "graph/store/big_vector.h"
#include "graph/store/counted_nodes.h"
#include "graph/store/links.h"
#include "graph/store/pages.h"
#include "graph/store/score_file.h"
#include "graph/store/sum.h"
#include "graph/store/topology.h"
#include "io/byte_source.h"
#include "io/error.h"
#include "io/folder.h"
#include "io/output.h"
#include "text/json.h"
#include "text/number.h"
#include "warc/record/digest.h"

namespace wax::graph {
namespace {

constexpr std::array kQuantiles = {.01, .05, .1,  .2, .25, .3,  .4, .5,
                                   .6,  .7,  .75, .8, .9,  .95, .99};

struct PageCounts {
  uint64_t records = 0;
  uint64_t frontier = 0;
  uint64_t first = 0;
  uint64_t last = 0;
  collection::CaptureFacts captures;
};

struct LinkCounts {
  uint64_t links = 0;
  uint64_t internal = 0;
  uint64_t dangling = 0;
  uint64_t no_inlinks = 0;
  uint64_t most = 0;
};

class MetaScan {
 public:
  MetaScan(const GraphFolder& folder, const std::string& tmpdir)
      : folder_(folder),
        tmpdir_(tmpdir),
        state_(read_state(folder)),
        pages_(folder.pages()),
        hosts_(pages_.nodes(), tmpdir),
        counted_(static_cast<size_t>(pages_.nodes())) {}

  std::string text() {
    scan_pages();
    scan_links();
    collection::MetaText out;
    out.text("format", "wax-graph 1");
    out.number("generation", state_.generation);
    out.text("canonicaliser", state_.url_key);
    out.text("policy", state_.policy.kind_text());
    out.raw("frontier_counts", state_.policy.frontier ? "true" : "false");
    out.raw("nofollow_counts", state_.policy.nofollow ? "true" : "false");
    out.number("records", seen_.records);
    out.number("frontier", seen_.frontier);
    out.number("other_names", names_);
    seen_.captures.first = date_text(seen_.first);
    seen_.captures.last = date_text(seen_.last);
    collection::append_captures(seen_.captures, out);
    out.number("links", links_.links);
    out.number("internal_links", links_.internal);
    out.number("dangling", links_.dangling);
    out.number("no_inlinks", links_.no_inlinks);
    out.number("max_inlinks", links_.most);
    scan_seen_links(out);
    out.raw("scores", scores());
    out.raw("inputs", inputs());
    out.raw("parts", list_parts(folder_));
    return out.finish();
  }

 private:
  void scan_pages() {
    CountedNodes counted(folder_, state_.policy);
    names_ = counted.names().size();
    PageScan scan(pages_);
    std::string host;
    for (Page page; scan.next(page);) {
      std::string_view of_page = cdx::host_of_key(page.key);
      if (page.id == 0 || host != of_page) {
        host = of_page;
        ++seen_.captures.hosts;
      }
      hosts_[page.id] = static_cast<uint32_t>(seen_.captures.hosts);
      counted_[page.id] = counted.has(page);
      if (!page.archived) ++seen_.frontier;
      if (counted_[page.id]) ++seen_.records;
      if (page.captures.empty()) continue;
      seen_.captures.captures += page.captures.size();
      ++seen_.captures.by_status[page.status()];
      seen_.last = std::max(seen_.last, page.last());
      if (page.first() != 0 &&
          (seen_.first == 0 || page.first() < seen_.first)) {
        seen_.first = page.first();
      }
    }
  }

  void scan_links() {
    NodeFile in(folder_.in());
    NodeFile out(folder_.out());
    check_nodes(in);
    check_nodes(out);
    TopologyScan targets(in);
    NodeId node = 0;
    for (uint64_t degree; targets.next_node(node, degree);) {
      links_.links += degree;
      links_.most = std::max(links_.most, degree);
      if (degree == 0 && counted_[node]) ++links_.no_inlinks;
      for (uint64_t i = 0; i < degree; ++i) {
        if (hosts_[targets.next()] == hosts_[node]) ++links_.internal;
      }
    }
    TopologyScan sources(out);
    for (uint64_t degree; sources.next_node(node, degree);) {
      if (degree == 0 && counted_[node]) {
        ++links_.dangling;
        dangling_.push_back(node);
      }
      for (uint64_t i = 0; i < degree; ++i) (void)sources.next();
    }
  }

  // Counts all links that were ever seen.
  void scan_seen_links(collection::MetaText& out) {
    NodeFile file(folder_.links());
    check_nodes(file);
    std::vector<bool> archived(static_cast<size_t>(file.nodes()));
    PageScan pages(pages_);
    for (Page page; pages.next(page);) archived[page.id] = page.archived;
    uint64_t all = 0;
    uint64_t no_follow = 0;
    uint64_t frontier = 0;
    LinkScan scan(file);
    Link link;
    for (NodeId target = 0; scan.next_target(target);) {
      while (scan.next(link)) {
        ++all;
        if ((link.marks & Link::kNoFollow) != 0) ++no_follow;
        if (!archived[target]) ++frontier;
      }
    }
    out.number("seen_links", all);
    out.number("nofollow_links", no_follow);
    out.number("frontier_links", frontier);
  }

  [[nodiscard]] std::string scores() const {
    std::vector<std::pair<std::string, std::string>> all;
    for (const std::string& name : score_names(folder_)) {
      all.emplace_back(name, score(name));
    }
    return collection::object_of(all);
  }

  [[nodiscard]] std::string score(const std::string& name) const {
    ScoreFile file(folder_.score(name), pages_.nodes());
    BigVector<double> values(seen_.records, tmpdir_);
    uint64_t count = 0;
    ExactSum sum;
    for (uint64_t node = 0; node < file.nodes(); ++node) {
      double value = file.at(node);
      if (std::isnan(value) || count == values.size()) continue;
      values[count++] = value;
      sum.add(value);
    }
    ExactSum dangling;
    for (NodeId node : dangling_) {
      if (!std::isnan(file.at(node))) dangling.add(file.at(node));
    }
    auto source = io::open_file(folder_.score(name) + ".json");
    std::string run = io::read_all(*source, 1 << 16);
    while (run.ends_with('\n')) run.pop_back();
    std::vector<std::pair<std::string, std::string>> members = {
        {"run", run}, {"sum", score_text(sum.value())}};
    if (count > 0) {
      std::sort(values.data(), values.data() + count);
      members.emplace_back("min", score_text(values[0]));
      members.emplace_back("max", score_text(values[count - 1]));
      members.emplace_back(
          "mean", score_text(sum.value() / static_cast<double>(count)));
      std::vector<std::pair<std::string, std::string>> quantiles;
      for (double q : kQuantiles) {
        auto rank =
            static_cast<uint64_t>(std::ceil(q * static_cast<double>(count)));
        quantiles.emplace_back(
            score_text(q), score_text(values[std::max<uint64_t>(rank, 1) - 1]));
      }
      members.emplace_back("quantiles", collection::object_of(quantiles));
    }
    members.emplace_back("dangling_sum", score_text(dangling.value()));
    return collection::object_of(members);
  }

  [[nodiscard]] std::string inputs() const {
    std::string list = "[";
    for (const GraphInput& input : state_.inputs) {
      if (list.size() > 1) list += ',';
      list += "{\"path\":";
      text::append_json_string(input.path, list);
      list += ",\"digest\":";
      text::append_json_string(input.digest, list);
      list += '}';
    }
    return list + ']';
  }

  void check_nodes(const NodeFile& file) const {
    if (file.nodes() == pages_.nodes()) return;
    throw FormatError(file.path(), 0, "has not the nodes of " + pages_.path());
  }

  GraphFolder folder_;
  std::string tmpdir_;
  GraphState state_;
  NodeFile pages_;
  BigVector<uint32_t> hosts_;
  std::vector<bool> counted_;
  std::vector<NodeId> dangling_;
  uint64_t names_ = 0;
  PageCounts seen_;
  LinkCounts links_;
};

}  // namespace

std::string scan_meta(const GraphFolder& folder, const std::string& tmpdir) {
  return MetaScan(folder, tmpdir).text();
}

std::string list_parts(const GraphFolder& folder) {
  std::vector<collection::MetaPart> parts;
  for (const std::string& path : io::entries_of(folder.folder)) {
    collection::MetaPart part;
    part.name = std::filesystem::path(path).filename().string();
    if (part.name == "meta.json" || part.name.find(".part-") != part.name.npos)
      continue;
    auto source = io::open_file(path);
    warc::Digester digester(warc::DigestAlgorithm::kSha256);
    for (std::string_view bytes; !(bytes = source->peek()).empty();) {
      digester.update(bytes);
      part.bytes += bytes.size();
      source->consume(bytes.size());
    }
    part.digest = "sha256:" + text::to_hex(digester.finish().bytes());
    parts.push_back(std::move(part));
  }
  return collection::parts_text(parts);
}

std::string read_meta(const GraphFolder& folder, const std::string& tmpdir) {
  return collection::read_or_scan(folder.meta(),
                                  [&] { return scan_meta(folder, tmpdir); });
}

void write_text(const std::string& path, std::string_view text) {
  auto output = io::open_output(path, true);
  output->write(text);
  output->finish();
}

}  // namespace wax::graph
