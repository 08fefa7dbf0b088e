// wax-add-dates: the parallel index of capture dates.
#include "cdx/files/open_cdx.h"
#include "index/upkeep/date_index.h"
#include "tools/cli/crash.h"
#include "tools/cli/tool.h"
#include "tools/cli/tool_options.h"
#include "tools/collection_cli/list_join.h"

namespace wax::tools::add_dates {
namespace {

constexpr cli::ToolInfo kInfo = {
    "wax-add-dates",
    "make the parallel index of capture dates",
    "[OPTION]... KEY-INDEX SOURCE... DEST LIST",
    "wax-add-dates main main dates duplicates",
    "wax-index wax-dedup-cdx wax-revisits wax-search wax-dumpindex",
    "Steps of a build"};

struct Options {
  std::vector<std::string> arguments;
  std::string urlkey;
  index::DateIndexOptions build;
};

void declare(cli::OptionTable& table, Options& options) {
  table.flag("force,f", options.build.force,
             "replace DEST, which may also be one of the sources");
  table
      .flag("places", options.build.places,
            "keep where the captures are, as LIST says it")
      .more =
      "wax-dedup-cdx --places and wax-revisits --places write such lists. "
      "Places that a SOURCE has are kept without this option, too.";
  cli::declare_memory(table, options.build.memory, "building the index");
  cli::declare_tmpdir(table, options.build.tmpdir);
  cli::declare_url_key(table, options.urlkey,
                       "make these URL keys if KEY-INDEX has none")
      .more = "Indexes of other programs have URLs but no URL keys.";
  table.flag("unchecked", options.build.open.unchecked,
             "also read indexes without a manifest");
  table.positionals(
      options.arguments, "KEY-INDEX SOURCE... DEST LIST", 4, SIZE_MAX,
      "DEST is the new parallel index. It has the documents of KEY-INDEX in "
      "the same order. Each has all dates that the SOURCEs and LIST give for "
      "it. LIST has lines \"urlkey digest date\"; - is standard input");
}

cli::Outcome run(const Options& options, cli::Console& console) {
  std::vector<std::string> sources = options.arguments;
  std::string list = sources.back();
  sources.pop_back();
  std::string destination = sources.back();
  sources.pop_back();
  std::string key_index = sources.front();
  sources.erase(sources.begin());

  index::DateIndexOptions build = options.build;
  build.url_key = cdx::url_key_kind(options.urlkey);
  cli::say_when_an_index_fails(console.tool(), build.open.unchecked);
  return collection_cli::close_list_join(
      index::build_date_index(key_index, sources, destination,
                              cdx::open_lines(list), list, build, console),
      "dates", console);
}

}  // namespace
}  // namespace wax::tools::add_dates

int main(int argc, char** argv) {
  using namespace wax::tools::add_dates;
  return wax::tools::cli::tool_main<Options>(kInfo, argc, argv, declare, run);
}
