// wax-graph-read: what a graph knows of itself and of a page.
#include "collection/access/collection_access.h"
#include "collection/segment/segment.h"
#include "graph/store/graph_reader.h"
#include "graph/store/meta.h"
#include "graph/store/sum.h"
#include "graph/store/topology.h"
#include "graph/update/graph_update.h"
#include "io/budget.h"
#include "io/error.h"
#include "text/json.h"
#include "tools/cli/crash.h"
#include "tools/cli/tool.h"
#include "tools/cli/tool_options.h"

namespace wax::tools::graph_read {
namespace {

constexpr cli::ToolInfo kInfo = {
    "wax-graph-read",
    "show a page of a graph with its links, or the top pages",
    "[OPTION]... GRAPH|SEGMENT [URL]",
    "wax-graph-read --in site.graph http://example.org/news",
    "wax-graph-update wax-graph-score wax-graph-export",
    "Links and ranks"};

struct Options {
  std::vector<std::string> arguments;
  bool stats = false;
  bool in = false;
  bool out = false;
  bool all = false;
  bool json = false;
  uint64_t top = 0;
  std::string score;
  std::string tmpdir;
};

void declare(cli::OptionTable& table, Options& options) {
  table.flag("stats", options.stats,
             "write what is known of the whole graph or segment, as JSON");
  table.flag("in", options.in, "only the links to URL that count");
  table.flag("out", options.out, "only the links of URL that count");
  table.flag("all", options.all,
             "with --in: also links that do not count any more");
  table.flag("json,J", options.json, "write one JSON object");
  table.option("top", options.top, "N",
               "write the N pages with the highest scores, as \"SCORE TAB "
               "URLKEY\"");
  table.option("score", options.score, "NAME",
               "with --top: by these scores, which wax-graph-score makes");
  cli::declare_tmpdir(table, options.tmpdir);
  table.positionals(options.arguments, "GRAPH URL", 1, 2,
                    "GRAPH is made by wax-graph-update. URL is a URL or a key. "
                    "Exit code 1: the graph does not have it. With --stats, a "
                    "SEGMENT of wax-import may stand for GRAPH");
}

std::string top_text(const graph::GraphReader& graph, const Options& options) {
  std::string out;
  const graph::ScoreFile scores =
      graph::open_scores(graph.folder(), options.score, graph.nodes());
  graph.check_place();
  for (const graph::ScoredPage& page :
       graph::top_pages(scores, options.top, &graph)) {
    graph::append_score(page.score, out);
    out += '\t';
    cli::append_printable(out, graph.key_of(page.id));
    out += '\n';
  }
  return out;
}

struct ShownLink {
  std::string key;
  graph::Link link;
  bool is_dated = false;
};

std::vector<ShownLink> in_links(const graph::GraphReader& graph,
                                graph::NodeId page, bool all) {
  std::vector<ShownLink> links;
  graph.in_links(page, all,
                 [&](const std::string& key, const graph::Link& link) {
                   links.push_back({key, link, true});
                 });
  return links;
}

std::vector<ShownLink> out_links(const graph::GraphReader& graph,
                                 graph::NodeId page) {
  std::vector<ShownLink> links;
  for (graph::NodeId id : graph::links_of(graph.out(), page)) {
    if (graph.shows(id)) links.push_back({graph.key_of(id), {}, false});
  }
  return links;
}

void append_links(const std::vector<ShownLink>& links, const char* arrow,
                  std::string& out) {
  for (const ShownLink& shown : links) {
    std::string line = std::string(arrow) + ' ' + shown.key;
    if (shown.is_dated && shown.link.captures > 0) {
      line += ' ' + graph::date_text(shown.link.first) + ' ' +
              graph::date_text(shown.link.last) + ' ' +
              std::to_string(shown.link.captures);
      if ((shown.link.marks & graph::Link::kNoFollow) != 0) line += " nofollow";
      if ((shown.link.marks & graph::Link::kAlias) != 0) line += " name";
      if (!shown.link.anchor.empty()) line += " " + shown.link.anchor;
    }
    cli::append_printable(out, line);
    out += '\n';
  }
}

void append_json(const std::vector<ShownLink>& links, const char* name,
                 std::string& out) {
  out += std::string(",\"") + name + "\":[";
  for (const ShownLink& shown : links) {
    if (&shown != links.data()) out += ',';
    out += "{\"urlkey\":";
    text::append_json_string(shown.key, out);
    if (shown.is_dated && shown.link.captures > 0) {
      out += ",\"first\":\"" + graph::date_text(shown.link.first) +
             "\",\"last\":\"" + graph::date_text(shown.link.last) +
             "\",\"captures\":" + std::to_string(shown.link.captures);
      if ((shown.link.marks & graph::Link::kNoFollow) != 0) {
        out += ",\"rel\":\"nofollow\"";
      }
      if ((shown.link.marks & graph::Link::kAlias) != 0) {
        out += ",\"name\":true";
      }
      out += ",\"anchor\":";
      text::append_json_string(shown.link.anchor, out);
    }
    out += '}';
  }
  out += ']';
}

// Name and value, which is JSON.
std::vector<std::pair<std::string, std::string>> facts(
    const graph::GraphReader& graph, const graph::Page& page) {
  auto quoted = [](const std::string& text) { return '"' + text + '"'; };
  std::vector<std::pair<std::string, std::string>> all = {
      {"state", quoted(page.archived ? "archived" : "linked")},
      {"first", quoted(graph::date_text(page.first()))},
      {"last", quoted(graph::date_text(page.last()))},
      {"captures", std::to_string(page.captures.size())},
      {"digests", std::to_string(page.digests())},
      {"changes", std::to_string(page.changes())},
      {"status", std::to_string(page.status())},
      {"interval", graph::score_text(page.interval())},
  };
  for (const std::string& name : graph::score_names(graph.folder())) {
    double score =
        graph::open_scores(graph.folder(), name, graph.nodes()).at(page.id);
    if (score == score) all.emplace_back(name, graph::score_text(score));
  }
  graph.check_place();
  return all;
}

std::string page_text(const graph::GraphReader& graph, const graph::Page& page,
                      const Options& options) {
  const bool both = options.in == options.out;
  std::vector<ShownLink> in;
  std::vector<ShownLink> out;
  if (options.in || both) in = in_links(graph, page.id, options.all);
  if (options.out || both) out = out_links(graph, page.id);
  std::string text;
  if (options.json) {
    text = "{\"urlkey\":";
    text::append_json_string(page.key, text);
    for (const auto& [name, value] : facts(graph, page)) {
      text += ",\"" + name + "\":" + value;
    }
    if (options.in || both) append_json(in, "in", text);
    if (options.out || both) append_json(out, "out", text);
    return text + "}\n";
  }
  if (both) {
    cli::append_printable(text, page.key);
    text += '\n';
    for (auto [name, value] : facts(graph, page)) {
      std::erase(value, '"');
      text += "  " + name + ' ' + value + '\n';
    }
  }
  append_links(in, "<-", text);
  append_links(out, "->", text);
  return text;
}

std::string graph_text(const Options& options, cli::Console& console) {
  const std::string& folder = options.arguments.front();
  io::Budget resources;
  resources.tmpdir = options.tmpdir;
  (void)graph::merge_tiers(folder, resources);
  if (options.stats) return graph::read_meta({folder}, options.tmpdir);
  graph::GraphReader graph(folder);
  graph.restrict(collection::read_access(folder));
  if (options.top > 0) return top_text(graph, options);
  auto page = graph.find(options.arguments[1]);
  if (page) return page_text(graph, *page, options);
  console.message("no page " + options.arguments[1]);
  return "";
}

cli::Outcome run(const Options& options, cli::Console& console) {
  const bool is_top = options.top > 0;
  const bool is_page = options.arguments.size() > 1;
  if (options.stats + is_top + is_page != 1) {
    throw UsageError("give a URL, --top N or --stats");
  }
  if (is_top == options.score.empty()) {
    throw UsageError("--top and --score go together");
  }
  cli::say_when_an_index_fails(console.tool(), false);
  const std::string& folder = options.arguments.front();
  const bool is_segment = options.stats && collection::is_segment(folder);
  const std::string text = is_segment ? collection::read_segment_meta(folder)
                                      : graph_text(options, console);
  if (text.empty() && is_page) return cli::Outcome::kIncomplete;
  auto output = console.open_line_output("-", false);
  output->write(text);
  output->finish();
  return console.outcome();
}

}  // namespace
}  // namespace wax::tools::graph_read

int main(int argc, char** argv) {
  using namespace wax::tools::graph_read;
  return wax::tools::cli::tool_main<Options>(kInfo, argc, argv, declare, run);
}
