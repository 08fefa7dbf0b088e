// Lists the captures that need not be imported: the duplicates of others.
#include <string>
#include <vector>

#include "cdx/dedup/date_list.h"
#include "cdx/dedup/duplicates.h"
#include "cdx/dedup/versions.h"
#include "tools/cli/cdx_inputs.h"
#include "tools/cli/line_output.h"
#include "tools/cli/resources.h"
#include "tools/cli/tool.h"

namespace wax::tools::dedup_cdx {
namespace {

constexpr cli::ToolInfo kInfo = {
    "wax-dedup-cdx",
    "list the captures that are duplicates of an earlier one",
    "[OPTION]... [CDX]...",
    "wax-dedup-cdx crawl.cdx -o crawl.dup",
    "wax-cdx-sort wax-revisits wax-import wax-add-dates wax-cdx(5)",
    "Captures"};

struct Options {
  std::vector<std::string> inputs = {"-"};
  std::vector<std::string> against;
  std::vector<std::string> damaged;
  std::string output = "-";
  bool force = false;
  bool unsorted = false;
  std::string url_key = "surt";
  lines::SortOptions sort;
};

void declare(cli::OptionTable& table, Options& options) {
  table
      .option("against,a", options.against, "CDX",
              "also list captures that are duplicates of one in CDX (may be "
              "repeated)")
      .more =
      "CDX lists what was imported before. Captures of a version that it has "
      "are listed, whatever their dates are. So the list is the right one for "
      "wax-import --exclude when the inputs are imported after CDX.";
  table
      .option("damaged", options.damaged, "LIST",
              "LIST names captures of damaged records (may be repeated)")
      .more =
      "wax-warc-indexer --damaged writes LIST; give the lists of the inputs "
      "and of --against. A damaged capture stands for its version only if the "
      "version has no intact capture. Damaged captures of --against are "
      "ignored.";
  table.flag("unsorted", options.unsorted,
             "sort first; the files are not in byte order");
  cli::declare_missing_keys(table, options.url_key);
  cli::declare_line_output(table, options.output, options.force);
  cli::declare_sorting(table, options.sort.memory, options.sort.tmpdir,
                       options.sort.jobs);
  cli::declare_cdx_inputs(table, options.inputs, cli::CdxOrder::kSorted);
}

cli::Outcome run(const Options& options, cli::Console& console) {
  auto output = console.open_line_output(options.output, options.force);

  cdx::VersionOptions version;
  version.unsorted = options.unsorted;
  cdx::OneKeyKind keys;
  version.keys = &keys;
  version.url_key = *cdx::url_key_kind(options.url_key);
  version.sort = options.sort;
  uint64_t streams = 1;
  if (!options.against.empty()) ++streams;
  if (!options.damaged.empty()) streams *= 2;
  version.sort.memory /= streams;

  cdx::VersionCounts counts;
  cdx::VersionCounts old_counts;
  auto versions = cdx::version_lines(options.inputs, version, counts, console);
  std::unique_ptr<lines::LineStream> older;
  if (!options.against.empty()) {
    older = cdx::version_lines(options.against, version, old_counts, console);
  }
  NoProblems none;  // the second reading would tell the same
  cdx::DateListCounts damaged_counts;
  std::unique_ptr<lines::LineStream> damaged;
  if (!options.damaged.empty()) {
    auto read_damaged = [&](ProblemSink& problems) {
      return cdx::read_date_lists(options.damaged, version.sort, damaged_counts,
                                  problems);
    };
    damaged = read_damaged(console);
    if (older) older = cdx::lines_without(std::move(older), read_damaged(none));
  }
  uint64_t same_timestamp = 0;
  auto duplicates = cdx::duplicate_lines(std::move(versions), std::move(older),
                                         &same_timestamp, std::move(damaged));
  uint64_t written = lines::copy_lines(*duplicates, *output);
  output->finish();
  console.summary({{"read", counts.lines},
                   {"skipped",
                    counts.revisits + counts.without_digest +
                        counts.without_date + counts.bad,
                    {{"revisit", counts.revisits},
                     {"no digest", counts.without_digest},
                     {"no date", counts.without_date},
                     {"bad line", counts.bad}}},
                   {"unique", counts.captures - written - same_timestamp},
                   {"same timestamp", same_timestamp},
                   {"duplicates", written}});
  return cli::Outcome::kDone;
}

}  // namespace
}  // namespace wax::tools::dedup_cdx

int main(int argc, char** argv) {
  using namespace wax::tools;
  return cli::tool_main<dedup_cdx::Options>(dedup_cdx::kInfo, argc, argv,
                                            dedup_cdx::declare, dedup_cdx::run);
}
