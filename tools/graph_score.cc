// wax-graph-score: scores of the pages of a graph.
#include "graph/export/exports.h"
#include "graph/score/methods.h"
#include "graph/score/scoring.h"
#include "io/error.h"
#include "tools/cli/crash.h"
#include "tools/cli/tool.h"
#include "tools/cli/tool_options.h"

namespace wax::tools::graph_score {
namespace {

constexpr cli::ToolInfo kInfo = {
    "wax-graph-score",
    "score the pages of a graph: in-degree, PageRank, HITS, OPIC",
    "[OPTION]... GRAPH",
    "wax-graph-score --method pagerank site.graph",
    "wax-graph-update wax-graph-read wax-graph-export wax-add-column",
    "Links and ranks"};

struct Options {
  std::vector<std::string> arguments;
  std::string method = "pagerank";
  std::string damping = "0.85";
  std::string tolerance = "1e-10";
  std::string homes = "0";
  std::string output;
  bool relative = false;
  bool force = false;
  graph::ScoringOptions scoring;
};

void declare(cli::OptionTable& table, Options& options) {
  table
      .option("method", options.method, "METHOD",
              "indegree, pagerank, hits, opic, linkrank or a plug-in")
      .more =
      "A plug-in is the path of a shared library, with a \"/\". GRAPH then has "
      "scores of the method's name; those of hubs are called hits-hub, those "
      "of the last round of opic "
      "opic-recent.";
  table.option("name", options.scoring.name, "NAME",
               "name of the scores (default: that of the method)");
  table.option("iterations", options.scoring.iterations, "N",
               "do at most N iterations; 0: the limit of the method");
  table.option("tolerance", options.tolerance, "NUMBER",
               "end when the scores change by less in an iteration");
  table.option("damping", options.damping, "NUMBER",
               "pagerank and linkrank: probability that a link is followed");
  table
      .choice("dangling", options.scoring.method.dangling,
              {"all", "linking", "self", "drop"},
              "pages that get the PageRank of pages without links")
      .more =
      "all: every page the same. linking: pages that have links. self: the "
      "page itself. drop: none, so that the sum is less than 1.";
  table
      .option("homes", options.homes, "SHARE",
              "this share of pagerank's random jumps leads to home pages")
      .more =
      "From 0 to 1. One page of each host is its home page: the one with the "
      "shortest URL key. Home pages then lead before pages that all pages of "
      "a large site link to.";
  table
      .flag("boosts", options.scoring.boosts,
            "also make NAME-boost, by which an index multiplies scores")
      .more =
      "Of indegree: 1 + log10(SCORE), none without in-links. Of others: the "
      "square root.";
  table.option("output,o", options.output, "FILE",
               "also write lines \"urlkey score\", as wax-add-column reads "
               "them");
  table.flag("relative", options.relative,
             "write them as multiples of their mean, with three digits");
  table.flag("force,f", options.force, "replace FILE if it exists");
  table.option("save-after", options.scoring.save_after, "SECONDS",
               "how often the state is saved, to go on after a kill");
  cli::declare_memory(table, options.scoring.resources.memory, "scores");
  cli::declare_tmpdir(table, options.scoring.resources.tmpdir);
  cli::declare_jobs(table, options.scoring.resources.jobs);
  table.positionals(options.arguments, "GRAPH", 1, 1,
                    "a graph, which wax-graph-update makes");
}

double number_of(const std::string& text, const char* option) {
  double value = 0;
  const char* end = text.data() + text.size();
  auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end || !(value >= 0)) {
    throw UsageError(std::string("--") + option + " needs a number, not \"" +
                     text + "\"");
  }
  return value;
}

cli::Outcome run(const Options& options, cli::Console& console) {
  graph::ScoringOptions scoring = options.scoring;
  scoring.method.damping = number_of(options.damping, "damping");
  scoring.method.tolerance = number_of(options.tolerance, "tolerance");
  scoring.method.homes = number_of(options.homes, "homes");
  if (options.relative && options.output.empty()) {
    throw UsageError("--relative goes with --output");
  }
  cli::say_when_an_index_fails(console.tool(), false);
  if (console.options().verbose) {
    scoring.progress = [&](uint64_t round, double residual) {
      console.message("round " + std::to_string(round) + ": residual " +
                      graph::score_text(residual));
    };
  }
  auto method = graph::make_method(options.method);
  graph::ScoringResult result =
      graph::score_graph(options.arguments.front(), *method, scoring);
  if (result.resumed) console.message("went on from a saved state");
  if (!options.output.empty()) {
    auto output = console.open_line_output(options.output, options.force);
    graph::write_scores(graph::GraphReader(options.arguments.front()),
                        result.names.front(),
                        options.relative ? graph::ScoreScale::kOfMean
                                         : graph::ScoreScale::kAsTheyAre,
                        *output);
    output->finish();
  }
  std::string names;
  for (const std::string& name : result.names) names += ' ' + name;
  console.message("scores" + names + ", residual " +
                  graph::score_text(result.residual) +
                  (result.converged ? "" : ", not converged"));
  console.summary({{"pages", result.pages}, {"iterations", result.iterations}});
  return console.outcome();
}

}  // namespace
}  // namespace wax::tools::graph_score

int main(int argc, char** argv) {
  using namespace wax::tools::graph_score;
  return wax::tools::cli::tool_main<Options>(kInfo, argc, argv, declare, run);
}
