// Counts what CDX files hold.
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "cdx/stats/capture_stats.h"
#include "cdx/stats/stats_report.h"
#include "tools/cli/tool.h"
#include "tools/cli/tool_options.h"

namespace wax::tools::cdx_stats {
namespace {

constexpr cli::ToolInfo kInfo = {
    "wax-cdx-stats",
    "count captures, URLs, hosts, duplicates and bytes",
    "[OPTION]... [CDX]...",
    "wax-cdx-stats crawl.cdx --svg crawl.svg",
    "wax-cdx-filter wax-dedup-cdx wax-revisits wax-cdx(5)",
    "CDX"};

struct Options {
  std::vector<std::string> inputs = {"-"};
  bool json = false;
  std::string svg;
  uint64_t top = 10;
  std::string url_key = "surt";
  std::string output = "-";
  bool force = false;
  lines::SortOptions sort;
};

void declare(cli::OptionTable& table, Options& options) {
  table.flag("json,J", options.json, "write one JSON object instead of tables");
  table.option("svg", options.svg, "FILE",
               "draw the captures over time, as SVG, into FILE");
  table.option("top", options.top, "N",
               "list the N most frequent hosts, media types and statuses");
  cli::declare_missing_keys(table, options.url_key);
  cli::declare_line_output(table, options.output, options.force);
  cli::declare_sorting(table, options.sort);
  cli::declare_cdx_inputs(table, options.inputs, cli::CdxOrder::kAny);
}

cli::Outcome run(const Options& options, cli::Console& console) {
  auto output = console.open_line_output(options.output, options.force);
  std::unique_ptr<io::Output> picture;
  if (!options.svg.empty()) {
    picture = console.open_output(options.svg, options.force);
  }

  cdx::StatsOptions how;
  how.top = static_cast<size_t>(std::min<uint64_t>(options.top, 10000));
  how.url_key = *cdx::url_key_kind(options.url_key);
  how.sort = options.sort;
  cdx::CaptureStats stats = cdx::capture_stats(options.inputs, how, console);

  output->write(options.json ? cdx::stats_json(stats, options.top)
                             : cdx::stats_tables(stats, options.top));
  output->finish();
  if (picture != nullptr) {
    picture->write(cdx::month_plot(stats.months));
    picture->finish();
  }
  console.summary({{"read", stats.all.captures + stats.bad},
                   {"dropped", stats.bad, {{"bad line", stats.bad}}}});
  return cli::Outcome::kDone;
}

}  // namespace
}  // namespace wax::tools::cdx_stats

int main(int argc, char** argv) {
  using namespace wax::tools::cdx_stats;
  return wax::tools::cli::tool_main<Options>(kInfo, argc, argv, declare, run);
}
