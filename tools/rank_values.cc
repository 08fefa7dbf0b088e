// wax-rank-values: the values of keys in a rank, for columns of an index.
#include "rank/rank_values.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "io/error.h"
#include "rank/rank_files.h"
#include "tools/cli/tool.h"
#include "tools/cli/tool_options.h"

namespace wax::tools::rank_values {
namespace {

constexpr cli::ToolInfo kInfo = {
    "wax-rank-values",
    "list the views and popularity of keys, for wax-add-column",
    "[OPTION]... RANKS",
    "wax-rank-values ranks | wax-add-column --kind integer views - site",
    "wax-rank wax-build wax-add-column wax-rank-lookup",
    "Links and ranks"};

struct Options {
  std::vector<std::string> ranks;
  std::string views;
  std::string popularity;
  bool force = false;
  lines::SortOptions sort;
};

void declare(cli::OptionTable& table, Options& options) {
  table.option("views", options.views, "FILE",
               "write lines \"key views\" there; default, without "
               "--popularity: -");
  table
      .option("popularity", options.popularity, "FILE",
              "write lines \"key popularity\" there, from 0 to 100")
      .more = "The percentage of entities that do not have more views.";
  table.flag("force,f", options.force, "replace the files");
  cli::declare_sorting(table, options.sort);
  table.positionals(options.ranks, "RANKS", 1, 1,
                    "a folder of wax-rank: its last rank");
}

cli::Outcome run(const Options& options, cli::Console& console) {
  if (options.views == options.popularity && !options.views.empty()) {
    throw UsageError("--views and --popularity are two lists; give two files");
  }
  const std::string& folder = options.ranks[0];
  const std::optional<rank::RankFiles> files = rank::last_rank(folder);
  if (!files) throw UsageError(folder + ": has no rank");
  auto open = [&](const std::string& path) -> std::unique_ptr<io::Output> {
    if (path.empty()) return nullptr;
    return console.open_line_output(path, options.force);
  };
  auto views =
      open(options.views.empty() && options.popularity.empty() ? "-"
                                                               : options.views);
  auto popularity = open(options.popularity);
  const rank::ValueCounts counts =
      rank::write_values(*files, options.sort, views.get(), popularity.get());
  console.summary({{"entities", counts.entities}, {"keys", counts.keys}});
  return console.outcome();
}

}  // namespace
}  // namespace wax::tools::rank_values

int main(int argc, char** argv) {
  using namespace wax::tools::rank_values;
  return wax::tools::cli::tool_main<Options>(kInfo, argc, argv, declare, run);
}
