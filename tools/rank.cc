// wax-rank: popularity of pages from their views.
#include "io/error.h"
#include "rank/rank_builder.h"
#include "rank/smear.h"
#include "tools/cli/tool.h"
#include "tools/cli/tool_options.h"

namespace wax::tools::rank_tool {
namespace {

constexpr cli::ToolInfo kInfo = {
    "wax-rank",
    "rank pages, or what they are about, by their views",
    "[OPTION]... OUT",
    "wax-rank ranks --views views-2021-01.gz views-2021-02.gz",
    "wax-rank-lookup wax-rank-values wax-build wax-serve wax-urlkey "
    "wax-problems(7)",
    "Links and ranks"};

struct Options {
  std::vector<std::string> out;
  rank::RankOptions build;
  std::string share = "0.1";
  bool url_keys = false;
};

void declare(cli::OptionTable& table, Options& options) {
  table
      .option("views", options.build.inputs.views, "FILE",
              "lines \"key count\" of a month; YYYY-MM is in its name")
      .takes_several();
  table
      .option("pageviews", options.build.inputs.page_views, "FILE",
              "a day of Wikimedia's page views, or QRank's file of a week; "
              "YYYYMMDD or YYYY-Www is in its name")
      .takes_several();
  table
      .option("logs", options.build.inputs.logs, "FILE",
              "access log of replay, of any months")
      .takes_several();
  table.option("entities", options.build.inputs.entities, "FILE",
               "lines \"key entity\"; default: each key is its own");
  table.option("sitelinks", options.build.inputs.sitelinks, "DUMP",
               "Wikidata's JSON dump: pages are about its items");
  table
      .flag("url-keys", options.url_keys,
            "pages of --pageviews and --sitelinks have their URL keys")
      .more =
      "\"org,wikipedia,en)/wiki/seabird\", as captures have it, in place of "
      "\"en.wikipedia/seabird\".";
  table.option("robots", options.build.inputs.robots, "FILE",
               "words of the user agents that are robots, one per line");
  table.option("robot-rate", options.build.log_rules.robot_rate, "N",
               "a client with more pages in a minute is a robot; 0: no limit");
  table.flag("not-modified", options.build.log_rules.count_not_modified,
             "answers with status 304 are views, too");
  table.option("smear", options.build.smear.edges, "FILE",
               "lines \"from to\": views of an entity go on to another");
  table.option("share", options.share, "F",
               "part of the views that each target gets");
  table.option("hops", options.build.smear.hops, "N",
               "pass views on at most N times; 0: no limit");
  table.option("months", options.build.months, "N",
               "rank by the N months that end with the last one with views");
  table.option("plot-top", options.build.samples.top, "N",
               "plot the first N entities as samples");
  table.option("plot-size", options.build.samples.size, "N",
               "points of a plot of the samples, across and up");
  cli::declare_sorting(table, options.build.sort);
  table.positionals(options.out, "OUT", 1, 1,
                    "the folder of the ranks; what is up to date there stays");
}

cli::Outcome run(const Options& options, cli::Console& console) {
  rank::RankOptions build = options.build;
  auto share = rank::parse_share(options.share);
  if (!share) {
    throw UsageError("--share " + options.share +
                     ": is not above 0 and at most 1, with up to 6 decimals");
  }
  build.smear.millionths = *share;
  if (options.url_keys) build.inputs.wiki_keys = rank::WikiKeys::kUrls;
  const rank::RankCounts counts = rank::build_ranks(
      options.out[0], build, console,
      [&](const std::string& text) { console.message(text); });
  std::vector<cli::Count> summary;
  if (!options.build.inputs.logs.empty()) {
    cli::Count& lines = summary.emplace_back();
    lines = {"log lines", counts.logs.lines};
    for (size_t i = 0; i < rank::kLogReasons.size(); ++i) {
      lines.reasons.emplace_back(rank::kLogReasons[i],
                                 counts.logs.by_reason[i]);
    }
  }
  for (const cli::Count& count :
       std::vector<cli::Count>{{"months", counts.months},
                               {"keys", counts.keys},
                               {"without entity", counts.unmapped},
                               {"entities", counts.entities},
                               {"views", counts.views},
                               {"steps made", counts.steps_made},
                               {"up to date", counts.steps_kept}}) {
    summary.push_back(count);
  }
  if (!options.build.smear.edges.empty()) {
    summary.push_back({"views from others", counts.smeared});
  }
  console.summary(summary);
  return console.outcome();
}

}  // namespace
}  // namespace wax::tools::rank_tool

int main(int argc, char** argv) {
  using namespace wax::tools::rank_tool;
  return wax::tools::cli::tool_main<Options>(kInfo, argc, argv, declare, run);
}
