// wax-index: segments to a full-text index.
#include <filesystem>

#include "index/build/index_builder.h"
#include "tools/cli/tool.h"

namespace wax::tools::index_tool {
namespace {

constexpr cli::ToolInfo kInfo = {
    "wax-index",
    "make a full-text index of imported segments",
    "[OPTION]... -o INDEX SEGMENT...",
    "wax-index -o site/pindexes/1/main segments/1",
    "wax-import wax-add-dates wax-search wax-dumpindex",
    "Index and search"};

struct Options {
  std::vector<std::string> segments;
  std::string output;
  index::BuildOptions build;
};

void declare(cli::OptionTable& table, Options& options) {
  table
      .option("output,o", options.output, "INDEX",
              "the index to make: a directory")
      .more =
      "It is built beside its name and appears whole or not at all. wax-search "
      "finds it as DIR/pindexes/SHARD/main.";
  table.flag("force,f", options.build.force, "replace an index that is there");
  table.size("memory", options.build.memory, "memory to keep to");
  table.option("tmpdir", options.build.tmpdir, "DIR",
               "where to put what memory cannot hold");
  table.positionals(options.segments, "SEGMENT", 1, SIZE_MAX,
                    "what wax-import made; captures of one version of a page "
                    "become one document with all their dates");
}

uint64_t bytes_of(const std::vector<std::string>& segments) {
  uint64_t sum = 0;
  for (const std::string& segment : segments) {
    std::error_code code;
    uintmax_t size = std::filesystem::file_size(segment + "/documents", code);
    if (!code) sum += size;
  }
  return sum;
}

cli::Outcome run(const Options& options, cli::Console& console) {
  if (options.output.empty()) throw UsageError("--output names the index");
  uint64_t bytes = bytes_of(options.segments);
  console.start_progress(bytes);
  index::BuildCounts counts = index::build_index(
      options.output, options.segments, options.build,
      [&](uint64_t done, uint64_t all) {
        console.progress(
            all == 0 ? 0
                     : static_cast<uint64_t>(static_cast<double>(bytes) *
                                             static_cast<double>(done) /
                                             static_cast<double>(all)));
      });
  uint64_t left = counts.revisit_dates - counts.joined_dates;
  console.summary({{"captures", counts.captures},
                   {"documents", counts.documents},
                   {"noindex", counts.noindex},
                   {"revisits joined", counts.joined_dates},
                   {"revisits left", left}});
  if (left > 0) {
    console.message(
        "revisits of pages that are in no segment here: give SEGMENT/dates to "
        "wax-add-dates on the index that has them");
  }
  return console.outcome();
}

}  // namespace
}  // namespace wax::tools::index_tool

int main(int argc, char** argv) {
  using namespace wax::tools::index_tool;
  return wax::tools::cli::tool_main<Options>(kInfo, argc, argv, declare, run);
}
