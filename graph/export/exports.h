// Writes what other programs read of a graph.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "graph/export/graph_writer.h"
#include "graph/export/group_links.h"
#include "graph/store/graph_reader.h"
#include "io/budget.h"
#include "io/output.h"
#include "text/graph_plot.h"

namespace wax::graph {

enum class Grouping { kDomain, kHost };

// The registered domain of a URL key's host, or the host with its port, as URLs
// have them.
[[nodiscard]] std::string group_of_key(std::string_view key, Grouping grouping);

// Only pages that the graph shows (GraphReader::restrict()), and links between
// them, are in any export; degrees are numbers of all.
struct ExportOptions {
  // For graphs of domains and hosts: whether a page, or a link, is there. It is
  // asked for all pages, in the order of their keys, and then for links.
  // Without it, all are there.
  std::function<bool(const Page&)> has_page;
  GroupLinks::Has has_link;
  // Only captures and links that were seen in these dates, whatever the policy
  // of the graph says of dates.
  std::optional<DateRange> range;
  io::Budget resources;
};

// Domains or hosts, and the links between them; those within one are left out.
struct GroupGraph {
  struct Group {
    std::string name;
    uint64_t pages = 0;  // that count
    uint64_t captures = 0;
  };
  std::vector<Group> groups;  // in the order of the first key of each
  std::unique_ptr<GroupLinks> links;

  // With a range, groups without a capture and a link are left out.
  [[nodiscard]] bool has(uint32_t group) const {
    return groups[group].captures > 0 || !is_of_range || links->has(group);
  }
  bool is_of_range = false;
};

// Memory: the groups, and as the options say. Throws IoError, FormatError.
[[nodiscard]] GroupGraph make_group_graph(const GraphReader& graph,
                                          Grouping grouping,
                                          const ExportOptions& options);

void write_graph(GroupGraph& graph, GraphWriter& writer);
// "name,pages,captures,in,out" of each group, as CSV; in and out are links of
// and to other groups. Reads all links of the graph.
void write_counts(GroupGraph& graph, io::Output& output);

// A picture of the `most` groups with the most links of and to others, and of
// the links between these.
[[nodiscard]] text::GraphPlot plot_of(GroupGraph& graph, size_t most);

// The links that count, by their pages; each node is its own group.
[[nodiscard]] GroupLinks page_links(const GraphReader& graph,
                                    const ExportOptions& options);

// All pages that count, and their links.
void write_page_graph(const GraphReader& graph, const ExportOptions& options,
                      GraphWriter& writer);

// "direction,links,pages": how many pages have so many in-links or out-links,
// as CSV.
void write_degrees(const GraphReader& graph, io::Output& output);
// How scores are written.
enum class ScoreScale {
  kAsTheyAre,
  // Multiples of their mean, with three digits: what they mean does not depend
  // on how many pages there are, and few of them differ.
  kOfMean,
};
// Lines "urlkey score" of all pages that have one, as wax-add-column reads
// them.
void write_scores(const GraphReader& graph, const std::string& name,
                  ScoreScale scale, io::Output& output);
// Lines "urlkey text" of the links that count, likewise. Links without text are
// left out.
void write_anchors(const GraphReader& graph, io::Output& output);

}  // namespace wax::graph
