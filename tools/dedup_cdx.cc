// Lists the captures that need not be imported: the duplicates of others.
#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cdx/dedup/batch_lists.h"
#include "cdx/dedup/damaged_places.h"
#include "cdx/dedup/duplicates.h"
#include "cdx/dedup/import_rules.h"
#include "cdx/dedup/versions.h"
#include "io/error.h"
#include "lines/sort.h"
#include "tools/cli/tool.h"
#include "tools/cli/tool_options.h"

namespace wax::tools::dedup_cdx {
namespace {

constexpr cli::ToolInfo kInfo = {
    "wax-dedup-cdx",
    "list the captures that are duplicates of an earlier one",
    "[OPTION]... [CDX]...",
    "wax-dedup-cdx crawl.cdx -o crawl.dup",
    "wax-cdx-sort wax-revisits wax-import wax-add-dates wax-cdx(5)",
    "Steps of a build"};

struct Options {
  std::vector<std::string> inputs = {"-"};
  std::vector<std::string> against;
  std::vector<std::string> damaged;
  std::vector<std::string> references;
  uint64_t batch = 0;
  std::string output = "-";
  bool force = false;
  bool unsorted = false;
  bool places = false;
  bool all_captures = false;
  std::string url_key = "surt";
  cdx::ImportRulesArgs rules;
  lines::SortOptions sort;
};

void declare(cli::OptionTable& table, Options& options) {
  table
      .option("against", options.against, "CDX",
              "also list captures that are duplicates of one in CDX (may be "
              "repeated)")
      .more =
      "CDX lists what was imported before. Captures of a version that it has "
      "are listed, whatever their dates are. So the list is the right one for "
      "wax-import --exclude when the inputs are imported after CDX.";
  table
      .option("batch", options.batch, "N",
              "write no list, but the captures as those of batch N, for "
              "wax-build")
      .more =
      "wax-build makes the lists of all batches of these files, which it "
      "merges "
      "and searches by URL key.";
  table.option("batch-references", options.references, "LIST",
               "with --batch: also revisits that name their original by date, "
               "from wax-warc-indexer --write-references (may be repeated)");
  table
      .option("damaged", options.damaged, "LIST",
              "use a record in LIST as the first of its version only if no "
              "intact capture exists (may be repeated)")
      .more =
      "wax-warc-indexer --write-damaged writes LIST, a list of damaged "
      "records; give "
      "the lists of the inputs and of --against.";
  table.flag("unsorted", options.unsorted,
             "sort the files first; use this if they are not in byte order");
  table
      .flag("places", options.places,
            "say where each capture is, for wax-add-dates --places")
      .more = "The files are read twice.";
  cli::declare_missing_keys(table, options.url_key);
  cli::declare_line_output(table, options.output, options.force);

  table.group("What import takes");
  cli::declare_import_rules(table, options.rules.status, options.rules.types,
                            options.rules.all_types);
  table.flag("all-captures", options.all_captures,
             "assume that every capture is imported, as NutchWAX does");

  table.group("Resources");
  cli::declare_sorting(table, options.sort);
  cli::declare_cdx_inputs(table, options.inputs, cli::CdxOrder::kSorted);
}

// What was imported before is batch 0.
std::vector<cdx::VersionFile> version_files(const Options& options,
                                            cdx::VersionCounts& counts,
                                            cdx::VersionCounts& old_counts) {
  std::vector<cdx::VersionFile> files;
  for (const std::string& input : options.inputs) {
    files.push_back({input, 1, &counts});
  }
  for (const std::string& older : options.against) {
    files.push_back({older, 0, &old_counts});
  }
  return files;
}

// Where the captures of the inputs are.
std::unique_ptr<lines::LineStream> place_lines(const Options& options,
                                               cdx::VersionOptions version,
                                               cdx::VersionCounts& counts,
                                               ProblemSink& problems) {
  version.ranking = nullptr;
  version.places = true;
  version.sort.memory /= 2;
  return cdx::version_lines(options.inputs, version, counts, problems);
}

cli::Outcome run(const Options& options, cli::Console& console) {
  const bool of_batch = options.batch != 0;
  if (of_batch && !options.against.empty()) {
    throw UsageError("--batch excludes --against");
  }
  if (options.places &&
      (of_batch ||
       std::count(options.inputs.begin(), options.inputs.end(), "-") > 0)) {
    throw UsageError(
        "--places reads files twice, which --batch and standard input exclude");
  }
  if (options.batch >= cdx::kMostBatches) throw UsageError("too many batches");
  auto output = console.open_line_output(options.output, options.force);

  const cdx::ImportRules rules = cdx::import_rules(options.rules);
  cdx::DamagedPlaces damaged(options.sort.memory / 8, options.sort.tmpdir);
  cdx::Ranking ranking;
  for (const std::string& list : options.damaged) damaged.load(list, console);
  damaged.seal();
  if (!options.all_captures) ranking.rules = &rules;
  if (!damaged.empty()) ranking.damaged = &damaged;

  cdx::VersionOptions version;
  version.ranking = &ranking;
  version.unsorted = options.unsorted;
  cdx::OneKeyKind keys;
  version.keys = &keys;
  cdx::OneIdentity identity;
  version.identity = &identity;
  version.url_key = *cdx::url_key_kind(options.url_key);
  version.sort = options.sort;
  version.sort.memory /= 2;
  cdx::VersionCounts counts;
  cdx::VersionCounts old_counts;
  // The inputs have been opened when the first line is there.
  auto head = [&] {
    std::string lines =
        cdx::identity_line(identity.text(), cdx::IdentityForm::kList);
    if (ranking.rules != nullptr) {
      lines += cdx::import_rules_line(rules.spelling());
    }
    return lines;
  };
  cdx::DuplicateCounts found;
  if (of_batch) {
    ranking.all_captures = true;
    version.batch = static_cast<uint32_t>(options.batch);
    version.dates_are_told = true;
    cdx::write_batch_versions({options.inputs, options.references, version},
                              head, *output, counts, console);
  } else {
    auto versions = cdx::version_lines(
        version_files(options, counts, old_counts), version, console);
    cdx::DuplicateOptions duplicate;
    duplicate.from_batch = 1;
    duplicate.sort = version.sort;
    duplicate.sort.memory /= 2;
    auto duplicates =
        cdx::duplicate_lines(std::move(versions), duplicate, found);
    cdx::VersionCounts again;
    NoProblems told_already;
    if (options.places) {
      duplicates =
          cdx::placed_lines(std::move(duplicates),
                            place_lines(options, version, again, told_already));
    }
    lines::copy_below(head, *duplicates, *output);
  }
  output->finish();
  if (of_batch) {
    console.summary({{"read", counts.lines},
                     {"captures", counts.captures},
                     {"revisits", counts.revisits},
                     {"no digest", counts.without_digest},
                     {"no date", counts.without_date},
                     {"bad line", counts.bad}});
    return console.outcome();
  }
  console.summary({{"read", counts.lines},
                   {"skipped",
                    counts.revisits + counts.without_digest +
                        counts.without_date + counts.not_taken + counts.bad,
                    {{"revisit", counts.revisits},
                     {"no digest", counts.without_digest},
                     {"no date", counts.without_date},
                     {"not for import", counts.not_taken},
                     {"bad line", counts.bad}}},
                   {"unique", found.unique},
                   {"same timestamp", found.same_date},
                   {"duplicates", found.duplicates}});
  return cli::Outcome::kDone;
}

}  // namespace
}  // namespace wax::tools::dedup_cdx

int main(int argc, char** argv) {
  using namespace wax::tools::dedup_cdx;
  return wax::tools::cli::tool_main<Options>(kInfo, argc, argv, declare, run);
}
