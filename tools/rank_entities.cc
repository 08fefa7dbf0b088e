// wax-rank-entities: which URL keys are one page.
#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "cdx/url/host.h"
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
    "Links and ranks"};

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

bool is_redirect(uint64_t status) { return status >= 300 && status < 400; }

std::string domain_of(std::string_view key) {
  std::string host = cdx::readable_host(cdx::host_of_key(key));
  host.resize(std::min(host.find(':'), host.size()));
  return std::string(cdx::registered_domain(host));
}
bool are_of_one_domain(std::string_view a, std::string_view b) {
  return domain_of(a) == domain_of(b);
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
    bool is_archived = false;
    for (graph::Link link; links.next(link);) {
      if ((link.marks & graph::Link::kAlias) == 0) continue;
      const graph::Page source = graph::page_at(graph.pages(), link.from);
      if (link.last < source.last()) continue;
      if (name.empty()) {
        const graph::Page page = graph::page_at(graph.pages(), target);
        name = page.key;
        is_archived = page.archived;
      }
      // What a page says of itself is believed within its domain.
      if (!is_redirect(source.status()) &&
          !(is_archived && are_of_one_domain(source.key, name))) {
        continue;
      }
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
