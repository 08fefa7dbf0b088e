// wax-graph-export: a graph for other programs.
#include "collection/access/collection_access.h"
#include "graph/export/capture_lists.h"
#include "graph/export/components.h"
#include "graph/export/exports.h"
#include "graph/update/graph_update.h"
#include "io/error.h"
#include "tools/cli/crash.h"
#include "tools/cli/tool.h"
#include "tools/cli/tool_options.h"
#include "warc/record/date.h"

namespace wax::tools::graph_export {
namespace {

constexpr cli::ToolInfo kInfo = {
    "wax-graph-export",
    "write a graph of pages, hosts or domains for other programs",
    "[OPTION]... KIND GRAPH|SEGMENT...",
    "wax-graph-export --format gexf -o domains.gexf domains site.graph",
    "wax-graph-update wax-graph-score wax-add-column",
    "Links and ranks"};

// With more, the labels are small on a screen.
constexpr size_t kMostInPicture = 200;

struct Options {
  std::vector<std::string> arguments;
  std::string format = "csv";
  std::string score;
  bool relative = false;
  std::string output = "-";
  bool force = false;
  std::string from;
  std::string to;
  graph::ExportOptions exported;
};

void declare(cli::OptionTable& table, Options& options) {
  cli::declare_line_output(table, options.output, options.force);
  table.choice(
      "format,t", options.format,
      {"csv", "adjacency", "graphml", "gexf", "svg"},
      "format of domains, hosts and pages; svg draws domains or hosts");
  table.option("score", options.score, "NAME",
               "with scores: the name of scores that wax-graph-score made");
  table.flag("relative", options.relative,
             "with scores: as multiples of their mean, with three digits");
  table.option("from", options.from, "DATE",
               "no captures before DATE: 2007, 200710, ... up to 14 digits");
  table
      .option("to", options.to, "DATE",
              "no captures after DATE; 2007 includes the whole year")
      .more =
      "Links count that were seen in that time, whatever the policy of the "
      "graph says of dates. For domains, hosts, pages, domain-counts, "
      "host-counts and lists.";
  cli::declare_sorting(table, options.exported.resources);
  table.positionals(
      options.arguments, "KIND GRAPH", 2, SIZE_MAX,
      "KIND is domains, hosts or pages (a graph); domain-counts, host-counts, "
      "degrees, bow-tie, components or component-sizes (CSV); scores or "
      "anchors (lists for wax-add-column); page-list, page-text, page-links, "
      "page-images, image-list, pdf-list or file-list (CSV). GRAPH is made by "
      "wax-graph-update. Lists are of SEGMENTs instead, which wax-import "
      "makes");
}

graph::GraphFormat format_of(const std::string& name) {
  if (name == "graphml") return graph::GraphFormat::kGraphMl;
  if (name == "gexf") return graph::GraphFormat::kGexf;
  if (name == "adjacency") return graph::GraphFormat::kAdjacency;
  return graph::GraphFormat::kCsv;
}

// What is written, and whether it knows of dates.
struct Kind {
  const char* name;
  bool has_range;
  void (*write)(const graph::GraphReader&, const Options&, io::Output&);
};

graph::GroupGraph groups_of(const graph::GraphReader& graph,
                            const Options& options, graph::Grouping grouping) {
  return graph::make_group_graph(graph, grouping, options.exported);
}

template <graph::Grouping kGrouping>
void write_groups(const graph::GraphReader& graph, const Options& options,
                  io::Output& output) {
  graph::GroupGraph groups = groups_of(graph, options, kGrouping);
  if (options.format == "svg") {
    output.write(text::svg_document(graph::plot_of(groups, kMostInPicture)));
    return;
  }
  auto writer = graph::make_graph_writer(format_of(options.format), output);
  graph::write_graph(groups, *writer);
}

template <graph::Grouping kGrouping>
void write_group_counts(const graph::GraphReader& graph, const Options& options,
                        io::Output& output) {
  graph::GroupGraph groups = groups_of(graph, options, kGrouping);
  graph::write_counts(groups, output);
}

void write_pages(const graph::GraphReader& graph, const Options& options,
                 io::Output& output) {
  auto writer = graph::make_graph_writer(format_of(options.format), output);
  graph::write_page_graph(graph, options.exported, *writer);
}

template <typename Write>
void write_parts(const graph::GraphReader& graph, const Options& options,
                 Write write) {
  const std::string& tmpdir = options.exported.resources.tmpdir;
  graph::Components components(graph.nodes(), tmpdir);
  graph::find_components(graph, tmpdir, components);
  write(components, tmpdir);
}

constexpr Kind kKinds[] = {
    {"domains", true, write_groups<graph::Grouping::kDomain>},
    {"hosts", true, write_groups<graph::Grouping::kHost>},
    {"pages", true, write_pages},
    {"domain-counts", true, write_group_counts<graph::Grouping::kDomain>},
    {"host-counts", true, write_group_counts<graph::Grouping::kHost>},
    {"degrees", false,
     [](const graph::GraphReader& graph, const Options&, io::Output& output) {
       graph::write_degrees(graph, output);
     }},
    {"bow-tie", false,
     [](const graph::GraphReader& graph, const Options& options,
        io::Output& output) {
       write_parts(graph, options, [&](const auto& parts, const auto&) {
         graph::write_bow_tie(parts, output);
       });
     }},
    {"components", false,
     [](const graph::GraphReader& graph, const Options& options,
        io::Output& output) {
       write_parts(graph, options, [&](const auto& parts, const auto& tmpdir) {
         graph::write_components(graph, parts, tmpdir, output);
       });
     }},
    {"component-sizes", false,
     [](const graph::GraphReader& graph, const Options& options,
        io::Output& output) {
       write_parts(graph, options, [&](const auto& parts, const auto& tmpdir) {
         graph::write_component_sizes(parts, tmpdir, output);
       });
     }},
    {"scores", false,
     [](const graph::GraphReader& graph, const Options& options,
        io::Output& output) {
       graph::write_scores(graph, options.score,
                           options.relative ? graph::ScoreScale::kOfMean
                                            : graph::ScoreScale::kAsTheyAre,
                           output);
     }},
    {"anchors", false,
     [](const graph::GraphReader& graph, const Options&, io::Output& output) {
       graph::write_anchors(graph, output);
     }},
};

struct ListKind {
  const char* name;
  graph::CaptureList list;
};

constexpr ListKind kLists[] = {
    {"page-list", graph::CaptureList::kPages},
    {"page-text", graph::CaptureList::kTexts},
    {"page-links", graph::CaptureList::kLinks},
    {"page-images", graph::CaptureList::kShownImages},
    {"image-list", graph::CaptureList::kImages},
    {"pdf-list", graph::CaptureList::kPdfs},
    {"file-list", graph::CaptureList::kFiles},
};

const Kind& kind_named(const std::string& name) {
  std::string known;
  for (const Kind& kind : kKinds) {
    if (name == kind.name) return kind;
    known += std::string(known.empty() ? "" : ", ") + kind.name;
  }
  for (const ListKind& kind : kLists) known += std::string(", ") + kind.name;
  throw UsageError("\"" + name + "\" is no KIND. KINDs are " + known);
}

std::optional<graph::DateRange> range_of(const Options& options) {
  if (options.from.empty() && options.to.empty()) return std::nullopt;
  const warc::Period period = warc::Period::of_dates(options.from, options.to);
  return graph::DateRange{graph::date_number(period.first),
                          graph::date_number(period.last)};
}

cli::Outcome write_list(const ListKind& kind, const Options& options,
                        cli::Console& console) {
  if (!options.score.empty() || options.format != "csv") {
    throw UsageError(std::string(kind.name) + " is CSV, without scores");
  }
  auto output = console.open_line_output(options.output, options.force);
  graph::write_capture_list(
      kind.list, {options.arguments.begin() + 1, options.arguments.end()},
      range_of(options), *output);
  output->finish();
  return console.outcome();
}

cli::Outcome run(const Options& given, cli::Console& console) {
  for (const ListKind& kind : kLists) {
    if (given.arguments[0] == kind.name) {
      return write_list(kind, given, console);
    }
  }
  Options options = given;
  const Kind& kind = kind_named(options.arguments[0]);
  if (options.arguments.size() > 2) {
    throw UsageError(std::string(kind.name) + " is of one GRAPH");
  }
  if (options.relative && options.score.empty()) {
    throw UsageError("--relative goes with --score");
  }
  if ((kind.name == std::string_view("scores")) == options.score.empty()) {
    throw UsageError("scores and --score go together");
  }
  options.exported.range = range_of(options);
  if (options.exported.range && !kind.has_range) {
    throw UsageError(std::string("--from and --to are not for ") + kind.name);
  }
  const bool is_group_graph =
      options.arguments[0] == "domains" || options.arguments[0] == "hosts";
  if (options.format == "svg" && !is_group_graph) {
    throw UsageError("svg is a format of domains and hosts");
  }
  cli::say_when_an_index_fails(console.tool(), false);
  (void)graph::merge_tiers(options.arguments[1], options.exported.resources);
  graph::GraphReader graph(options.arguments[1]);
  graph.restrict(collection::read_access(options.arguments[1]));
  auto output = console.open_line_output(options.output, options.force);
  kind.write(graph, options, *output);
  output->finish();
  return console.outcome();
}

}  // namespace
}  // namespace wax::tools::graph_export

int main(int argc, char** argv) {
  using namespace wax::tools::graph_export;
  return wax::tools::cli::tool_main<Options>(kInfo, argc, argv, declare, run);
}
