// wax-graph-update: pages and links into a graph.
#include "graph/update/graph_update.h"

#include <filesystem>

#include "io/error.h"
#include "tools/cli/crash.h"
#include "tools/cli/tool.h"
#include "tools/cli/tool_options.h"
#include "warc/record/date.h"

namespace wax::tools::graph_update {
namespace {

constexpr cli::ToolInfo kInfo = {
    "wax-graph-update",
    "make a graph of pages and links, or add to it",
    "[OPTION]... GRAPH [SEGMENT...]",
    "wax-graph-update site.graph segments/s1",
    "wax-graph-read wax-graph-score wax-graph-export wax-import",
    "Links and ranks"};

struct Options {
  std::vector<std::string> arguments;
  graph::UpdateOptions update;
  bool merge = false;
};

void declare(cli::OptionTable& table, Options& options) {
  graph::UpdateOptions& update = options.update;
  table
      .option("edges", update.sources.edges, "FILE",
              "add links from a list; - is standard input")
      .more =
      "A line is FROM TAB TO, then perhaps TAB ANCHOR, then TAB DATE. All of "
      "these pages count as archived.";
  table
      .option("wat", update.sources.wats, "FILE",
              "add pages and links from a WAT file; - is standard input")
      .more =
      "WAT files of Common Crawl and the Internet Archive say in JSON what the "
      "pages of an archive link to, so the archive is not needed. Captures of "
      "which wax-import makes documents count.";
  table
      .option("names", update.sources.redirects, "FILE",
              "add other names of pages from a list")
      .more =
      "A line is FROM TAB TO: links to FROM count as links to TO. Canonical "
      "URLs that the pages of segments state are names, too.";
  table
      .option("dates", update.sources.dates, "FILE",
              "add captures from a list: \"urlkey digest date\"")
      .more =
      "wax-dedup-cdx and wax-revisits write such lists of captures that are in "
      "no segment. A page has the links of its newest capture, also when that "
      "is one of these.";
  cli::declare_url_key(table, update.sources.url_key,
                       "make these URL keys of FROM and TO, which are URLs")
      .more = "Without this, FROM and TO are keys.";
  table
      .option(
          "policy", update.policy, "POLICY",
          "which links count: latest, accumulate or asof=DATE (default: that "
          "of GRAPH, at first latest)")
      .more =
      "latest: those of the newest capture of each page. accumulate: all that "
      "were ever seen. asof=DATE: those that pages had on that date. A graph "
      "keeps all links and its policy; an update can change the policy. At "
      "first it is latest.";
  table
      .flag("other-records", update.sources.other_records,
            "also count records that are no pages")
      .more = "Such as dns: and metadata: records, which wax-query(7) lists.";
  table.flag("frontier", update.frontier,
             "count links to pages that are not archived");
  table.flag("nofollow", update.nofollow,
             "count links that ask robots not to follow them");
  table.flag("merge", options.merge, "merge this update and those before it")
      .more =
      "Without this, an update of a GRAPH that is there costs what its inputs "
      "cost: it is kept apart, as a tier, and the next tool that reads GRAPH "
      "merges all tiers, which costs a part of what the whole GRAPH costs.";
  table.flag("force,f", update.anew,
             "replace GRAPH by one of these inputs alone");
  cli::declare_sorting(table, update.resources);
  table.positionals(options.arguments, "GRAPH SEGMENT", 1, SIZE_MAX,
                    "GRAPH is a folder, which is made if it is missing. "
                    "SEGMENTs are made by wax-import");
}

bool has_no_input(const graph::GraphInputs::Sources& sources) {
  return sources.segments.empty() && sources.wats.empty() &&
         sources.edges.empty() && sources.redirects.empty() &&
         sources.dates.empty();
}

cli::Outcome run(const Options& options, cli::Console& console) {
  graph::UpdateOptions update = options.update;
  constexpr std::string_view kAsOf = "asof=";
  if (update.policy.starts_with(kAsOf)) {
    warc::check_given_date(update.policy.substr(kAsOf.size()));
  }
  const std::string& folder = options.arguments.front();
  update.sources.segments.assign(options.arguments.begin() + 1,
                                 options.arguments.end());
  if (has_no_input(update.sources) && !std::filesystem::exists(folder)) {
    throw UsageError(folder +
                     ": there is nothing to make a graph of; give a SEGMENT, "
                     "which wax-import makes");
  }
  update.as_tier = !options.merge;
  cli::say_when_an_index_fails(console.tool(), false);
  graph::UpdateResult result = graph::update_graph(folder, update, console);
  for (const std::string& path : result.passed_over) {
    console.message(path + ": the graph has it already");
  }
  console.summary(
      {{"captures", result.counts.captures},
       {"links", result.counts.links},
       {"skipped",
        result.counts.self_links + result.counts.no_keys +
            result.counts.other_records,
        {{"links of a page to itself", result.counts.self_links},
         {"without a URL key, or with one of more than 64 KB",
          result.counts.no_keys},
         {"records that are no pages", result.counts.other_records}}},
       {result.is_tier ? "pages of these" : "pages", result.nodes},
       {result.is_tier ? "different links of these" : "different links",
        result.links}});
  return console.outcome();
}

}  // namespace
}  // namespace wax::tools::graph_update

int main(int argc, char** argv) {
  using namespace wax::tools::graph_update;
  return wax::tools::cli::tool_main<Options>(kInfo, argc, argv, declare, run);
}
