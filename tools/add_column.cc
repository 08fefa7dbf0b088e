// wax-add-column: a parallel index of values.
#include "cdx/files/open_cdx.h"
#include "index/upkeep/date_index.h"
#include "tools/cli/crash.h"
#include "tools/cli/tool.h"
#include "tools/cli/tool_options.h"
#include "tools/collection_cli/list_join.h"

namespace wax::tools::add_column {
namespace {

constexpr cli::ToolInfo kInfo = {
    "wax-add-column",
    "add values of pages to an index, to search and sort by",
    "[OPTION]... NAME LIST INDEX...",
    "wax-add-column --kind integer views views.txt site",
    "wax-search wax-query(7) wax-index(5) wax-add-dates wax-merge",
    "Indexes"};

struct Options {
  std::vector<std::string> arguments;
  std::string kind = "keyword";
  std::string urlkey;
  index::ListJoinOptions build;
};

void declare(cli::OptionTable& table, Options& options) {
  table.choice("kind", options.kind, {"keyword", "integer", "float", "text"},
               "what the values are");
  table.flag("force,f", options.build.force, "replace the column");
  cli::declare_memory(table, options.build.memory, "building the column");
  cli::declare_tmpdir(table, options.build.tmpdir);
  cli::declare_url_key(table, options.urlkey,
                       "make these URL keys if an INDEX has none");
  table.flag("unchecked", options.build.open.unchecked,
             "also read indexes without a manifest");
  table.positionals(
      options.arguments, "NAME LIST INDEX", 3, SIZE_MAX,
      "NAME is the column, a field of queries. LIST has a URL or URL key and "
      "a value in each line, separated by spaces or a tab, for one version "
      "with its digest between; - is standard input. An INDEX is a "
      "collection, a shard or a main index; the column appears beside main");
}

cli::Outcome run(const Options& options, cli::Console& console) {
  const std::string& list = options.arguments[1];
  index::ListJoinOptions build = options.build;
  build.url_key = cdx::url_key_kind(options.urlkey);
  cli::say_when_an_index_fails(console.tool(), build.open.unchecked);
  const index::ListJoinCounts counts = index::build_column(
      {options.arguments.begin() + 2, options.arguments.end()},
      {options.arguments[0], *index::kind_of_name(options.kind)},
      cdx::open_lines(list), list, build, console);
  const cli::Outcome outcome =
      collection_cli::close_list_join(counts, "values", console);
  if (counts.with < counts.documents) {
    console.message("documents without a value " +
                    std::to_string(counts.documents - counts.with));
  }
  return outcome;
}

}  // namespace
}  // namespace wax::tools::add_column

int main(int argc, char** argv) {
  using namespace wax::tools::add_column;
  return wax::tools::cli::tool_main<Options>(kInfo, argc, argv, declare, run);
}
