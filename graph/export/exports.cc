#include "graph/export/exports.h"

#include <cmath>
#include <unordered_map>

#include "cdx/url/host.h"
#include "graph/store/big_vector.h"
#include "graph/store/counted_nodes.h"
#include "graph/store/sum.h"
#include "graph/store/topology.h"

namespace wax::graph {

std::string group_of_key(std::string_view key, Grouping grouping) {
  std::string host = cdx::readable_host(cdx::host_of_key(key));
  if (grouping == Grouping::kHost) return host;
  std::string_view name(host);
  return std::string(cdx::registered_domain(name.substr(0, name.find(':'))));
}

GroupGraph make_group_graph(const GraphReader& graph, Grouping grouping,
                            const std::string& tmpdir) {
  GroupGraph result;
  BigVector<uint32_t> groups(graph.nodes(), tmpdir);
  std::unordered_map<std::string, uint32_t> numbers;
  CountedNodes counted(graph.folder(), graph.state().policy);
  PageScan scan(graph.pages());
  for (Page page; scan.next(page);) {
    if (!counted.has(page)) continue;
    std::string name = group_of_key(page.key, grouping);
    auto [at, is_new] = numbers.try_emplace(
        std::move(name), static_cast<uint32_t>(result.groups.size()));
    if (is_new) result.groups.push_back({at->first});
    groups[page.id] = at->second;
    GroupGraph::Group& group = result.groups[at->second];
    ++group.pages;
    group.captures += page.captures.size();
  }
  TopologyScan targets(graph.in());
  NodeId node = 0;
  for (uint64_t degree; targets.next_node(node, degree);) {
    for (uint64_t i = 0; i < degree; ++i) {
      std::pair ends{groups[targets.next()], groups[node]};
      if (ends.first == ends.second) continue;
      ++result.links[ends];
      ++result.groups[ends.first].out;
      ++result.groups[ends.second].in;
    }
  }
  return result;
}

void write_graph(const GroupGraph& graph, GraphWriter& writer) {
  for (size_t i = 0; i < graph.groups.size(); ++i) {
    writer.add(ExportedNode{i, graph.groups[i].name, graph.groups[i].pages});
  }
  for (const auto& [ends, links] : graph.links) {
    writer.add(ExportedEdge{ends.first, ends.second,
                            graph.groups[ends.first].name,
                            graph.groups[ends.second].name, links});
  }
  writer.finish();
}

void write_page_graph(const GraphReader& graph, GraphWriter& writer) {
  CountedNodes counted(graph.folder(), graph.state().policy);
  PageScan nodes(graph.pages());
  for (Page page; nodes.next(page);) {
    if (counted.has(page)) writer.add(ExportedNode{page.id, page.key, 1});
  }
  PageScan pages(graph.pages());
  TopologyScan sources(graph.out());
  NodeId node = 0;
  Page page;
  for (uint64_t degree; sources.next_node(node, degree) && pages.next(page);) {
    for (uint64_t i = 0; i < degree; ++i) {
      NodeId to = sources.next();
      std::string key = graph.key_of(to);
      writer.add(ExportedEdge{node, to, page.key, key, 1});
    }
  }
  writer.finish();
}

void write_counts(const GroupGraph& graph, io::Output& output) {
  output.write("name,pages,captures,in,out\n");
  std::string line;
  for (const GroupGraph::Group& group : graph.groups) {
    line.clear();
    append_csv(group.name, line);
    for (uint64_t number : {group.pages, group.captures, group.in, group.out}) {
      line += ',' + std::to_string(number);
    }
    output.write(line + '\n');
  }
}

void write_degrees(const GraphReader& graph, io::Output& output) {
  output.write("direction,links,pages\n");
  const std::vector<bool> counted = counted_nodes(graph.folder());
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
                  io::Output& output) {
  ScoreFile scores = open_scores(graph.folder(), name, graph.nodes());
  PageScan scan(graph.pages());
  std::string line;
  for (Page page; scan.next(page);) {
    double score = scores.at(page.id);
    if (std::isnan(score)) continue;
    line = page.key + ' ';
    append_score(score, line);
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
      if (!link.anchor.empty()) {
        output.write(page.key + ' ' + link.anchor + '\n');
      }
    }
  }
}

}  // namespace wax::graph
