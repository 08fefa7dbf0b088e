// wax-index-check: reads all of an index.
#include "index/upkeep/index_check.h"

#include "collection/access/collection_access.h"
#include "index/lucenepp/lucene_engine.h"
#include "io/error.h"
#include "tools/cli/crash.h"
#include "tools/cli/tool.h"
#include "tools/collection_cli/collection_first.h"

namespace wax::tools::index_check {
namespace {

constexpr cli::ToolInfo kInfo = {"wax-index-check",
                                 "find damage in indexes",
                                 "[OPTION]... INDEX...",
                                 "wax-index-check crawl",
                                 "wax-index wax-merge wax-search",
                                 "Steps of a build"};

struct Options {
  std::vector<std::string> inputs;
  index::IndexCheckOptions check;
  bool lucene = false;
};

void declare(cli::OptionTable& table, Options& options) {
  table.flag("lucene++", options.lucene, "also run the CheckIndex of Lucene++")
      .more =
      "It reads the index a second time, by other code, and takes longer.";
  table.flag("unchecked", options.check.open.unchecked,
             "also read indexes without a manifest");
  table.positionals(options.inputs, "INDEX", 1, SIZE_MAX,
                    "an index, a shard, or a collection DIR with "
                    "pindexes/SHARD. Exit code 1: one is damaged, or of "
                    "another version");
}

bool is_damaged_hidden_file(const std::string& input, cli::Console& console) {
  const std::string file = collection::hidden_file(input);
  try {
    (void)collection::read_hidden(file);
    return false;
  } catch (const FormatError& error) {
    console.report(
        {Severity::kLost, "index-damaged", file, error.offset(), error.text()});
  } catch (const IoError& error) {
    console.report(
        {Severity::kLost, "index-damaged", file, std::nullopt, error.what()});
  }
  return true;
}

cli::Outcome run(const Options& options, cli::Console& console) {
  collection_cli::check_all_collections(console.tool(), options.inputs);
  cli::say_when_an_index_fails(console.tool(), options.check.open.unchecked);
  index::IndexCheckOptions check = options.check;
  if (options.lucene) check.other_check = index::lucene_check;
  index::IndexCheckCounts all;
  for (const std::string& input : options.inputs) {
    index::IndexCheckCounts counts = index::check_index(input, check, console);
    all.damaged += is_damaged_hidden_file(input, console) ? 1 : 0;
    all.shards += counts.shards;
    all.indexes += counts.indexes;
    all.documents += counts.documents;
    all.terms += counts.terms;
    all.postings += counts.postings;
    all.bytes += counts.bytes;
    all.damaged += counts.damaged;
    all.other_versions += counts.other_versions;
  }
  std::vector<cli::Count> words = {
      {"shards", all.shards},       {"indexes", all.indexes},
      {"documents", all.documents}, {"terms", all.terms},
      {"postings", all.postings},   {"bytes", all.bytes},
      {"damaged", all.damaged}};
  if (all.other_versions > 0) {
    words.push_back({"of another version", all.other_versions});
  }
  console.summary(words);
  return console.outcome();
}

}  // namespace
}  // namespace wax::tools::index_check

int main(int argc, char** argv) {
  using namespace wax::tools::index_check;
  return wax::tools::cli::tool_main<Options>(kInfo, argc, argv, declare, run);
}
