// wax-merge: one shard of several.
#include <filesystem>

#include "collection/access/collection_access.h"
#include "collection/layout.h"
#include "index/store/shard_folder.h"
#include "index/upkeep/shard_merger.h"
#include "io/error.h"
#include "tools/cli/crash.h"
#include "tools/cli/tool.h"
#include "tools/cli/tool_options.h"

namespace wax::tools::merge {
namespace {

constexpr cli::ToolInfo kInfo = {
    "wax-merge",
    "make one shard of several",
    "[OPTION]... -o SHARD SHARD...",
    "wax-merge -o crawl/pindexes/2007 crawl/pindexes/2007-*",
    "wax-index wax-add-dates wax-build wax-index-check wax-search",
    "Steps of a build"};

struct Options {
  std::vector<std::string> inputs;
  std::string output;
  index::ShardMergeOptions merge;
};

void declare(cli::OptionTable& table, Options& options) {
  table
      .option("output,o", options.output, "SHARD",
              "the folder of the shard to make")
      .more =
      "It gets the index main and all columns that the inputs have, such as "
      "dates. It appears when it is complete, or not at all.";
  table.flag("force,f", options.merge.force, "replace a shard that exists");
  table
      .option("exclude,e", options.merge.exclude, "LIST",
              "leave out the versions of pages that this file names with "
              "\"urlkey digest\" (may be repeated)")
      .more =
      "Further columns are ignored, so lists of wax-dedup-cdx and wax-revisits "
      "can be given. - is standard input.";
  cli::declare_memory(table, options.merge.memory, "the merge");
  cli::declare_tmpdir(table, options.merge.tmpdir);
  cli::declare_jobs(table, options.merge.jobs);
  table.flag("unchecked", options.merge.open.unchecked,
             "also read indexes without a manifest");
  table.positionals(options.inputs, "SHARD", 1, SIZE_MAX,
                    "folders with main and columns; or indexes; or a "
                    "collection DIR, which stands for all DIR/pindexes/SHARD");
}

cli::Outcome run(const Options& options, cli::Console& console) {
  if (options.output.empty()) throw UsageError("give -o SHARD");
  std::vector<std::string> shards;
  for (const std::string& input : options.inputs) {
    if (!index::is_collection(input)) {
      shards.push_back(input);
      continue;
    }
    std::vector<std::string> all = index::shards_of(input);
    shards.insert(shards.end(), all.begin(), all.end());
  }
  cli::say_when_an_index_fails(console.tool(), options.merge.open.unchecked);
  index::ShardMergeOptions merge = options.merge;
  const std::filesystem::path hidden = collection::Layout{"."}.hidden();
  merge.further_files = {hidden.filename().string()};
  merge.before_it_appears = [&](const std::string& part) {
    collection::copy_hidden(shards, options.output, part);
  };
  index::ShardMergeCounts counts =
      index::merge_shards(options.output, shards, merge, console);
  console.summary({{"shards", counts.shards},
                   {"documents", counts.documents},
                   {"joined", counts.joined},
                   {"excluded", counts.excluded},
                   {"deleted", counts.deleted}});
  return console.outcome();
}

}  // namespace
}  // namespace wax::tools::merge

int main(int argc, char** argv) {
  using namespace wax::tools::merge;
  return wax::tools::cli::tool_main<Options>(kInfo, argc, argv, declare, run);
}
