// wax-graph-export: a graph for other programs.
#include "graph/export/exports.h"
#include "io/error.h"
#include "tools/cli/crash.h"
#include "tools/cli/tool.h"
#include "tools/cli/tool_options.h"

namespace wax::tools::graph_export {
namespace {

constexpr cli::ToolInfo kInfo = {
    "wax-graph-export",
    "write a graph of pages, hosts or domains for other programs",
    "[OPTION]... KIND GRAPH",
    "wax-graph-export --format gexf -o domains.gexf domains site.graph",
    "wax-graph-update wax-graph-score wax-add-column",
    "Links"};

struct Options {
  std::vector<std::string> arguments;
  std::string format = "csv";
  std::string score;
  std::string output = "-";
  bool force = false;
  std::string tmpdir;
};

void declare(cli::OptionTable& table, Options& options) {
  cli::declare_line_output(table, options.output, options.force);
  table.choice("format,t", options.format, {"csv", "graphml", "gexf"},
               "format of domains, hosts and pages");
  table.option("score", options.score, "NAME",
               "with scores: these, which wax-graph-score makes");
  cli::declare_tmpdir(table, options.tmpdir);
  table.positionals(
      options.arguments, "KIND GRAPH", 2, 2,
      "KIND is domains, hosts or pages (a graph); domain-counts, host-counts "
      "or degrees (CSV); scores or anchors (lists for wax-add-column). GRAPH "
      "is made by wax-graph-update");
}

graph::GraphFormat format_of(const std::string& name) {
  if (name == "graphml") return graph::GraphFormat::kGraphMl;
  if (name == "gexf") return graph::GraphFormat::kGexf;
  return graph::GraphFormat::kCsv;
}

void write(const std::string& kind, const graph::GraphReader& graph,
           const Options& options, io::Output& output) {
  if (kind == "degrees") return graph::write_degrees(graph, output);
  if (kind == "anchors") return graph::write_anchors(graph, output);
  if (kind == "scores") {
    return graph::write_scores(graph, options.score, output);
  }
  if (kind == "pages") {
    auto writer = graph::make_graph_writer(format_of(options.format), output);
    return graph::write_page_graph(graph, *writer);
  }
  graph::GroupGraph groups = graph::make_group_graph(
      graph,
      kind.starts_with("host") ? graph::Grouping::kHost
                               : graph::Grouping::kDomain,
      options.tmpdir);
  if (kind.ends_with("-counts")) return graph::write_counts(groups, output);
  auto writer = graph::make_graph_writer(format_of(options.format), output);
  graph::write_graph(groups, *writer);
}

cli::Outcome run(const Options& options, cli::Console& console) {
  const std::string& kind = options.arguments[0];
  bool is_known = false;
  for (const char* known : {"domains", "hosts", "pages", "domain-counts",
                            "host-counts", "degrees", "scores", "anchors"}) {
    is_known = is_known || kind == known;
  }
  if (!is_known) throw UsageError("\"" + kind + "\" is no KIND; see --help");
  if ((kind == "scores") == options.score.empty()) {
    throw UsageError("scores and --score go together");
  }
  cli::say_when_an_index_fails(console.tool(), false);
  graph::GraphReader graph(options.arguments[1]);
  auto output = console.open_line_output(options.output, options.force);
  write(kind, graph, options, *output);
  output->finish();
  return console.outcome();
}

}  // namespace
}  // namespace wax::tools::graph_export

int main(int argc, char** argv) {
  using namespace wax::tools::graph_export;
  return wax::tools::cli::tool_main<Options>(kInfo, argc, argv, declare, run);
}
