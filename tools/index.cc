// wax-index: segments to a full-text index.
#include <filesystem>

#include "collection/versions/index_builder.h"
#include "index/schema/stems.h"
#include "io/inputs/input_files.h"
#include "tools/cli/tool.h"
#include "tools/cli/tool_options.h"

namespace wax::tools::index_tool {
namespace {

constexpr cli::ToolInfo kInfo = {
    "wax-index",
    "make a full-text index of imported segments",
    "[OPTION]... -o INDEX SEGMENT...",
    "wax-index -o site/pindexes/1/main segments/1",
    "wax-import wax-add-dates wax-search wax-dumpindex",
    "Steps of a build"};

struct Options {
  std::vector<std::string> segments;
  std::string output;
  std::string originals_from;
  std::vector<std::string> stem;
  collection::BuildOptions build;
};

void declare(cli::OptionTable& table, Options& options) {
  table
      .option("output,o", options.output, "INDEX",
              "the directory of the index to make")
      .more =
      "It appears when it is complete, or not at all. wax-search finds it as "
      "DIR/pindexes/SHARD/main.";
  table.flag("force,f", options.build.force, "replace an index that exists");
  table
      .option("shard-docs", options.build.shard_documents, "N",
              "at most N documents in a shard")
      .more =
      "INDEX is then a folder for wax-search with INDEX/pindexes/00001/main "
      "and "
      "so on, which have the documents in their order. All threads work on one "
      "shard after the other; what is made does not depend on their number. "
      "With 0, one index is made.";
  table
      .option("originals", options.build.originals, "SEGMENT",
              "also look for the originals of revisits in this segment of "
              "another index (may be repeated)")
      .more =
      "A page that was captured only as a revisit of another URL becomes a "
      "document with the text of its original. It does not if SEGMENT has a "
      "capture of that page.";
  table.option(
      "originals-from", options.originals_from, "LIST",
      "also in those that LIST, with a path on each line, names before "
      "the first SEGMENT");
  cli::declare_stem(table, options.stem, "none");
  cli::declare_memory(table, options.build.memory, "building the index");
  cli::declare_tmpdir(table, options.build.tmpdir);
  cli::declare_jobs(table, options.build.jobs);
  table.positionals(options.segments, "SEGMENT", 1, SIZE_MAX,
                    "segments that wax-import wrote; captures of one version "
                    "of a page become one document with all their dates");
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
  if (options.output.empty()) throw UsageError("give -o INDEX");
  collection::BuildOptions build = options.build;
  build.stems = index::wanted_stems(options.stem);
  if (!options.originals_from.empty()) {
    for (std::string& path : io::read_path_list(options.originals_from)) {
      if (path == options.segments.front()) break;
      build.originals.push_back(std::move(path));
    }
  }
  uint64_t bytes = bytes_of(options.segments);
  console.start_progress(bytes);
  collection::BuildCounts counts = collection::build_index(
      options.output, options.segments, build,
      [&](uint64_t done, uint64_t all) {
        console.progress(
            all == 0 ? 0
                     : static_cast<uint64_t>(static_cast<double>(bytes) *
                                             static_cast<double>(done) /
                                             static_cast<double>(all)));
      });
  uint64_t left = counts.revisit_dates - counts.matched_dates;
  std::vector<cli::Count> summary = {
      {"captures", counts.captures},
      {"documents", counts.documents},
      {"robots-noindex", counts.noindex},
      {"revisits", counts.revisits},
      {"revisit dates matched", counts.matched_dates},
      {"unmatched", left}};
  if (options.build.shard_documents != 0) {
    summary.push_back({"shards", counts.shards});
  }
  if (counts.rendered_texts > 0) {
    summary.push_back({"rendered texts", counts.rendered_texts});
    summary.push_back({"without page", counts.texts_without_page});
  }
  console.summary(summary);
  if (left > 0) {
    console.message(
        std::to_string(left) +
        " revisit dates match no document: their pages were not imported, or "
        "are in other segments (give SEGMENT/dates of those to "
        "wax-add-dates)");
  }
  if (counts.texts_without_page > 0) {
    console.message(
        std::to_string(counts.texts_without_page) +
        " rendered texts have no page here: their pages were not imported, or "
        "did not change since an earlier batch (a build of all archives at "
        "once joins them)");
  }
  return console.outcome();
}

}  // namespace
}  // namespace wax::tools::index_tool

int main(int argc, char** argv) {
  using namespace wax::tools::index_tool;
  return wax::tools::cli::tool_main<Options>(kInfo, argc, argv, declare, run);
}
