// What other programs want of a graph.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "graph/export/graph_writer.h"
#include "graph/store/graph_reader.h"
#include "io/output.h"

namespace wax::graph {

enum class Grouping { kDomain, kHost };

// The registered domain of a URL key's host, or the host with its port, as URLs
// have them.
[[nodiscard]] std::string group_of_key(std::string_view key, Grouping grouping);

// Domains or hosts, and the links between them; those within one are left out.
struct GroupGraph {
  struct Group {
    std::string name;
    uint64_t pages = 0;  // that count
    uint64_t captures = 0;
    uint64_t in = 0;  // links of other groups
    uint64_t out = 0;
  };
  std::vector<Group> groups;  // in the order of the first key of each
  // By the numbers of both groups.
  std::map<std::pair<uint32_t, uint32_t>, uint64_t> links;
};

// Memory: the result. Temporary files go to io::temp_folder(tmpdir). Throws
// IoError, FormatError.
[[nodiscard]] GroupGraph make_group_graph(const GraphReader& graph,
                                          Grouping grouping,
                                          const std::string& tmpdir);

void write_graph(const GroupGraph& graph, GraphWriter& writer);
// All pages that count, and their links.
void write_page_graph(const GraphReader& graph, GraphWriter& writer);

// "name,pages,captures,in,out" of each group, as CSV.
void write_counts(const GroupGraph& graph, io::Output& output);
// "direction,links,pages": how many pages have so many in-links or out-links,
// as CSV.
void write_degrees(const GraphReader& graph, io::Output& output);
// Lines "urlkey score" of all pages that have one, as wax-add-column reads
// them.
void write_scores(const GraphReader& graph, const std::string& name,
                  io::Output& output);
// Lines "urlkey text" of the links that count, likewise. Links without text are
// left out.
void write_anchors(const GraphReader& graph, io::Output& output);

}  // namespace wax::graph
