// wax-adopt: a Lucene index of another program, for the tools of this one.
#include "index/upkeep/adopt.h"

#include <string>
#include <utility>
#include <vector>

#include "index/store/manifest.h"
#include "index/store/shard_folder.h"
#include "io/error.h"
#include "tools/cli/crash.h"
#include "tools/cli/tool.h"
#include "tools/cli/tool_options.h"

namespace wax::tools::adopt {
namespace {

constexpr cli::ToolInfo kInfo = {
    "wax-adopt",
    "take over a Lucene index of another program",
    "[OPTION]... INDEX",
    "wax-adopt --urlkey surt site/pindexes/1/main",
    "wax-index wax-add-dates wax-search wax-dumpindex",
    "Indexes"};

struct Options {
  std::vector<std::string> indexes;
  std::string urlkey;
  index::AdoptOptions adopt;
};

void declare(cli::OptionTable& table, Options& options) {
  cli::declare_url_key(table, options.urlkey,
                       "make these URL keys of the index's URLs")
      .more =
      "Needed unless the index stores URL keys. Lists for wax-add-dates must "
      "have keys of this kind.";
  table.option("url-field", options.adopt.fields.url, "NAME",
               "the stored field that has the URL");
  table.option("digest-field", options.adopt.fields.digest, "NAME",
               "the stored field that has the digest");
  table.option("urlkey-field", options.adopt.fields.urlkey, "NAME",
               "the stored field that has the URL key, if there is one");
  table.flag("force,f", options.adopt.force,
             "write manifest and keys again if they are there");
  cli::declare_sorting(table, options.adopt.sorting);
  table.positionals(options.indexes, "INDEX", 1, 1,
                    "the folder of an index of Lucene 2.4 to 3.6 or Lucene++; "
                    "or a shard or a collection DIR with pindexes/SHARD, of "
                    "which each main index without a manifest is taken");
}

// Throws UsageError when there is none.
std::vector<std::string> indexes_in(const std::string& path, bool force) {
  if (index::is_index(path)) return {path};
  std::vector<std::string> shards = {path};
  if (index::is_collection(path)) shards = index::shards_of(path);
  std::vector<std::string> found;
  bool any = false;
  for (const std::string& shard : shards) {
    std::string main = shard + '/' + index::kMainIndex;
    if (!index::is_index(main)) continue;
    any = true;
    if (force || !index::has_manifest(main)) found.push_back(std::move(main));
  }
  if (!any) {
    throw UsageError(path +
                     ": this is not an index, nor a shard or a collection");
  }
  if (found.empty()) {
    throw UsageError(path +
                     ": each index has a manifest already; --force writes it "
                     "again");
  }
  return found;
}

cli::Outcome run(const Options& options, cli::Console& console) {
  cli::say_on_crash(console.tool() +
                    ": this index is damaged; without a manifest that was not "
                    "found before reading it failed");
  index::AdoptOptions adopt = options.adopt;
  adopt.fields.kind = cdx::url_key_kind(options.urlkey);
  index::AdoptCounts counts;
  for (const std::string& path :
       indexes_in(options.indexes[0], options.adopt.force)) {
    const index::AdoptCounts of_one = index::adopt_index(path, adopt);
    counts.documents += of_one.documents;
    counts.deleted += of_one.deleted;
  }
  console.summary(
      {{"documents", counts.documents}, {"deleted", counts.deleted}});
  return console.outcome();
}

}  // namespace
}  // namespace wax::tools::adopt

int main(int argc, char** argv) {
  using namespace wax::tools::adopt;
  return wax::tools::cli::tool_main<Options>(kInfo, argc, argv, declare, run);
}
