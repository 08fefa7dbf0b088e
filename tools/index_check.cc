// wax-index-check: reads all of an index.
#include "index/build/index_check.h"

#include "tools/cli/crash.h"
#include "tools/cli/tool.h"

namespace wax::tools::index_check {
namespace {

constexpr cli::ToolInfo kInfo = {"wax-index-check",
                                 "check whether indexes are whole",
                                 "[OPTION]... INDEX...",
                                 "wax-index-check crawl",
                                 "wax-index wax-merge wax-search",
                                 "Index and search"};

struct Options {
  std::vector<std::string> inputs;
  index::IndexCheckOptions check;
};

void declare(cli::OptionTable& table, Options& options) {
  table
      .flag("lucene++", options.check.lucene,
            "also run the CheckIndex of Lucene++")
      .more =
      "It reads the index a second time, by other code, and takes longer.";
  table.flag("unchecked", options.check.open.unchecked,
             "also read indexes without a manifest");
  table.positionals(options.inputs, "INDEX", 1, SIZE_MAX,
                    "an index, a shard, or a collection DIR with "
                    "pindexes/SHARD. Exit code 1: one is damaged");
}

cli::Outcome run(const Options& options, cli::Console& console) {
  cli::say_when_an_index_fails(console.tool(), options.check.open.unchecked);
  index::IndexCheckCounts all;
  for (const std::string& input : options.inputs) {
    index::IndexCheckCounts counts =
        index::check_index(input, options.check, console);
    all.shards += counts.shards;
    all.indexes += counts.indexes;
    all.documents += counts.documents;
    all.terms += counts.terms;
    all.postings += counts.postings;
    all.bytes += counts.bytes;
    all.damaged += counts.damaged;
  }
  console.summary({{"shards", all.shards},
                   {"indexes", all.indexes},
                   {"documents", all.documents},
                   {"terms", all.terms},
                   {"postings", all.postings},
                   {"bytes", all.bytes},
                   {"damaged", all.damaged}});
  return console.outcome();
}

}  // namespace
}  // namespace wax::tools::index_check

int main(int argc, char** argv) {
  using namespace wax::tools::index_check;
  return wax::tools::cli::tool_main<Options>(kInfo, argc, argv, declare, run);
}
