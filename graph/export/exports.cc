#include "graph/export/exports.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_map>

#include "cdx/url/host.h"
#include "graph/store/big_vector.h"
#include "graph/store/counted_nodes.h"
#include "graph/store/sum.h"
#include "graph/store/topology.h"
#include "text/csv.h"
#include "text/number.h"

namespace wax::graph {

std::string group_of_key(std::string_view key, Grouping grouping) {
  std::string host = cdx::readable_host(cdx::host_of_key(key));
  if (grouping == Grouping::kHost) return host;
  std::string_view name(host);
  return std::string(cdx::registered_domain(name.substr(0, name.find(':'))));
}

namespace {

GroupLinks grouped_links(const GraphReader& graph,
                         const BigVector<uint32_t>* groups,
                         const ExportOptions& options) {
  CountingLinks links(graph.folder(), graph.state().policy,
                      options.resources.tmpdir);
  links.read_names();
  graph.check_place();
  if (options.range) links.set_range(*options.range);
  const GroupLinks::Has has = [&](NodeId from, NodeId to, const Link& link) {
    return graph.shows(from) && graph.shows(to) && graph.shows(link.from) &&
           (!options.has_link || options.has_link(from, to, link));
  };
  return {links, groups, has, options.resources};
}

uint64_t captures_of(const Page& page, const ExportOptions& options) {
  if (!options.range) return page.captures.size();
  return static_cast<uint64_t>(
      std::ranges::count_if(page.captures, [&](const PageCapture& capture) {
        return options.range->meets(capture.date, capture.date);
      }));
}

struct GroupDegrees {
  std::vector<uint64_t> in;
  std::vector<uint64_t> out;
};

// 1 when it is 0, or when there are none.
double mean_of(const ScoreFile& scores) {
  ExactSum sum;
  uint64_t count = 0;
  for (uint64_t node = 0; node < scores.nodes(); ++node) {
    const double score = scores.at(node);
    if (std::isnan(score)) continue;
    sum.add(score);
    ++count;
  }
  const double mean = count == 0 ? 0 : sum.value() / static_cast<double>(count);
  return mean == 0 ? 1 : mean;
}

GroupDegrees links_of_groups(GroupGraph& graph) {
  GroupDegrees degrees{std::vector<uint64_t>(graph.groups.size()),
                       std::vector<uint64_t>(graph.groups.size())};
  graph.links->rewind();
  for (GroupLink link; graph.links->next(link);) {
    degrees.in[link.to] += link.links;
    degrees.out[link.from] += link.links;
  }
  return degrees;
}

}  // namespace

GroupGraph make_group_graph(const GraphReader& graph, Grouping grouping,
                            const ExportOptions& options) {
  GroupGraph result;
  result.is_of_range = options.range.has_value();
  BigVector<uint32_t> groups(graph.nodes(), options.resources.tmpdir);
  std::unordered_map<std::string, uint32_t> numbers;
  CountedNodes counted(graph.folder(), graph.state().policy);
  graph.check_place();
  PageScan scan(graph.pages());
  for (Page page; scan.next(page);) {
    if (options.has_page && !options.has_page(page)) continue;
    if (!graph.shows(page.id)) continue;
    if (!counted.has(page)) continue;
    std::string name = group_of_key(page.key, grouping);
    auto [at, is_new] = numbers.try_emplace(
        std::move(name), static_cast<uint32_t>(result.groups.size()));
    if (is_new) result.groups.push_back({at->first});
    groups[page.id] = at->second;
    GroupGraph::Group& group = result.groups[at->second];
    ++group.pages;
    group.captures += captures_of(page, options);
  }
  result.links =
      std::make_unique<GroupLinks>(grouped_links(graph, &groups, options));
  return result;
}

void write_graph(GroupGraph& graph, GraphWriter& writer) {
  for (uint32_t i = 0; i < graph.groups.size(); ++i) {
    if (!graph.has(i)) continue;
    writer.add(ExportedNode{i, graph.groups[i].name, graph.groups[i].pages});
  }
  graph.links->rewind();
  for (GroupLink link; graph.links->next(link);) {
    writer.add(ExportedEdge{link.from, link.to, graph.groups[link.from].name,
                            graph.groups[link.to].name, link.links, link.first,
                            link.last});
  }
  writer.finish();
}

void write_counts(GroupGraph& graph, io::Output& output) {
  const auto [in, out] = links_of_groups(graph);
  output.write("name,pages,captures,in,out\n");
  std::string line;
  for (uint32_t i = 0; i < graph.groups.size(); ++i) {
    if (!graph.has(i)) continue;
    const GroupGraph::Group& group = graph.groups[i];
    line.clear();
    text::append_csv(group.name, line);
    for (uint64_t number : {group.pages, group.captures, in[i], out[i]}) {
      line += ',' + std::to_string(number);
    }
    output.write(line + '\n');
  }
}

text::GraphPlot plot_of(GroupGraph& graph, size_t most) {
  const GroupDegrees links = links_of_groups(graph);
  std::vector<uint32_t> shown;
  for (uint32_t i = 0; i < graph.groups.size(); ++i) {
    if (graph.has(i)) shown.push_back(i);
  }
  const size_t all = shown.size();
  std::ranges::sort(shown, [&](uint32_t a, uint32_t b) {
    const uint64_t links_of_a = links.in[a] + links.out[a];
    const uint64_t links_of_b = links.in[b] + links.out[b];
    return links_of_a != links_of_b ? links_of_a > links_of_b : a < b;
  });
  if (shown.size() > most) shown.resize(most);
  text::GraphPlot plot;
  plot.title = "Links between websites";
  plot.empty = "The graph has no pages.";
  if (all > most) {
    plot.footnote = "The " + text::grouped(most) + " of " + text::grouped(all) +
                    " with the most links";
  }
  std::unordered_map<uint32_t, size_t> places;
  for (uint32_t i : shown) {
    const GroupGraph::Group& group = graph.groups[i];
    places.emplace(i, plot.nodes.size());
    plot.nodes.push_back({group.name, group.pages,
                          group.name + ": pages " + text::grouped(group.pages) +
                              ", links to it " + text::grouped(links.in[i]) +
                              ", links from it " +
                              text::grouped(links.out[i])});
  }
  graph.links->rewind();
  for (GroupLink link; graph.links->next(link);) {
    const auto from = places.find(link.from);
    const auto to = places.find(link.to);
    if (from == places.end() || to == places.end()) continue;
    plot.edges.push_back({from->second, to->second, link.links,
                          graph.groups[link.from].name + " to " +
                              graph.groups[link.to].name + ": links " +
                              text::grouped(link.links)});
  }
  return plot;
}

GroupLinks page_links(const GraphReader& graph, const ExportOptions& options) {
  return grouped_links(graph, nullptr, options);
}

void write_page_graph(const GraphReader& graph, const ExportOptions& options,
                      GraphWriter& writer) {
  GroupLinks links = page_links(graph, options);
  CountedNodes counted(graph.folder(), graph.state().policy);
  graph.check_place();
  PageScan nodes(graph.pages());
  for (Page page; nodes.next(page);) {
    if (!counted.has(page) || !graph.shows(page.id)) continue;
    if (options.range && captures_of(page, options) == 0 &&
        !links.has(page.id)) {
      continue;
    }
    writer.add(ExportedNode{page.id, page.key, 1});
  }
  NodeId from = kNoNode;
  std::string from_key;
  for (GroupLink link; links.next(link);) {
    if (link.from != from) from_key = graph.key_of(from = link.from);
    const std::string to_key = graph.key_of(link.to);
    writer.add(ExportedEdge{link.from, link.to, from_key, to_key, link.links,
                            link.first, link.last});
  }
  writer.finish();
}

void write_degrees(const GraphReader& graph, io::Output& output) {
  output.write("direction,links,pages\n");
  const std::vector<bool> counted = counted_nodes(graph.folder());
  graph.check_place();
  for (auto [name, file] :
       {std::pair{"in", &graph.in()}, std::pair{"out", &graph.out()}}) {
    std::map<uint64_t, uint64_t> pages;
    TopologyScan scan(*file);
    NodeId node = 0;
    for (uint64_t degree; scan.next_node(node, degree);) {
      for (uint64_t i = 0; i < degree; ++i) (void)scan.next();
      if (counted[node]) ++pages[degree];
    }
    for (const auto& [degree, count] : pages) {
      output.write(std::string(name) + ',' + std::to_string(degree) + ',' +
                   std::to_string(count) + '\n');
    }
  }
}

void write_scores(const GraphReader& graph, const std::string& name,
                  ScoreScale scale, io::Output& output) {
  ScoreFile scores = open_scores(graph.folder(), name, graph.nodes());
  graph.check_place();
  const bool of_mean = scale == ScoreScale::kOfMean;
  const double unit = of_mean ? mean_of(scores) : 1;
  PageScan scan(graph.pages());
  std::string line;
  for (Page page; scan.next(page);) {
    double score = scores.at(page.id);
    if (std::isnan(score) || !graph.shows(page.id)) continue;
    line = page.key + ' ';
    append_score(score / unit, line, of_mean ? 3 : kScoreDigits);
    output.write(line + '\n');
  }
}

void write_anchors(const GraphReader& graph, io::Output& output) {
  PageScan pages(graph.pages());
  TopologyScan counted(graph.in());
  LinkScan links(graph.links());
  Page page;
  NodeId node = 0;
  Link link;
  std::vector<NodeId> sources;
  for (uint64_t degree; pages.next(page) && counted.next_node(node, degree) &&
                        links.next_target(node);) {
    sources.clear();
    for (uint64_t i = 0; i < degree; ++i) sources.push_back(counted.next());
    size_t next = 0;
    while (links.next(link)) {
      while (next < sources.size() && sources[next] < link.from) ++next;
      if (next == sources.size() || sources[next] != link.from) continue;
      if (!link.anchor.empty() && graph.shows(link.from) &&
          graph.shows(page.id)) {
        output.write(page.key + ' ' + link.anchor + '\n');
      }
    }
  }
}

}  // namespace wax::graph
