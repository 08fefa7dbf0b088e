// wax-rank-entities: which URL keys are one page.
#include <filesystem>
#include <string>
#include <vector>

#include "graph/store/graph_reader.h"
#include "graph/store/links.h"
#include "graph/store/pages.h"
#include "io/error.h"
#include "rank/page_groups.h"
#include "tools/cli/tool.h"
#include "tools/cli/tool_options.h"

namespace wax::tools::rank_entities {
namespace {

constexpr cli::ToolInfo kInfo = {
    "wax-rank-entities",
    "list which URL keys are one page, for wax-rank",
    "[OPTION]... CDX|DB...",
    "wax-rank-entities all.cdx > entities; wax-rank ranks --entities entities",
    "wax-rank wax-graph-update wax-warc-indexer",
    "Index and search"};

struct Options {
  std::vector<std::string> inputs;
  lines::SortOptions sort;
  std::string output = "-";
  bool force = false;
};

void declare(cli::OptionTable& table, Options& options) {
  cli::declare_line_output(table, options.output, options.force);
  table.group("Resources");
  cli::declare_sorting(table, options.sort.memory, options.sort.tmpdir);
  table.positionals(options.inputs, "CDX|DB", 1, SIZE_MAX,
                    "sorted CDX files with redirects (wax-warc-indexer "
                    "--redirects), or graphs of wax-graph-update");
}

// The names that a graph knows are those of the newest captures.
void add_graph(const std::string& path, rank::PageGroups& groups) {
  const graph::GraphReader graph(path);
  if (graph.state().url_key != "surt") {
    throw UsageError(path + ": has " + graph.state().url_key +
                     " keys, not surt keys");
  }
  graph::PageScan pages(graph.pages());
  for (graph::Page page; pages.next(page);) groups.add(page.key, "", "");
  graph::LinkScan links(graph.links());
  graph::NodeId target = 0;
  while (links.next_target(target)) {
    std::string name;
    for (graph::Link link; links.next(link);) {
      if ((link.marks & graph::Link::kAlias) == 0) continue;
      const graph::Page source = graph::page_at(graph.pages(), link.from);
      if (link.last < source.last()) continue;
      if (name.empty()) name = graph.key_of(target);
      groups.add(source.key, graph::date_text(link.last), name);
    }
  }
}

cli::Outcome run(const Options& options, cli::Console& console) {
  auto output = console.open_line_output(options.output, options.force);
  rank::PageGroups groups(options.sort);
  for (const std::string& input : options.inputs) {
    if (std::filesystem::is_directory(input)) {
      add_graph(input, groups);
    } else {
      groups.add_captures(input, console);
    }
  }
  rank::GroupCounts counts;
  groups.map(counts)->copy_to(*output);
  output->finish();
  console.summary({{"keys", counts.keys},
                   {"grouped", counts.grouped},
                   {"in loops", counts.loops}});
  return console.outcome();
}

}  // namespace
}  // namespace wax::tools::rank_entities

int main(int argc, char** argv) {
  using namespace wax::tools::rank_entities;
  return wax::tools::cli::tool_main<Options>(kInfo, argc, argv, declare, run);
}
