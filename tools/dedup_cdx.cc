// Lists the captures that need not be imported: the duplicates of others.
#include <charconv>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "cdx/dedup/damaged_places.h"
#include "cdx/dedup/duplicates.h"
#include "cdx/dedup/import_rules.h"
#include "cdx/dedup/versions.h"
#include "io/changing_output.h"
#include "io/error.h"
#include "lines/sort.h"
#include "tools/cli/cdx_inputs.h"
#include "tools/cli/import_options.h"
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
  std::string beside;
  std::string output = "-";
  bool force = false;
  bool unsorted = false;
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
      .formerly({"-a"})
      .more =
      "CDX lists what was imported before. Captures of a version that it has "
      "are listed, whatever their dates are. So the list is the right one for "
      "wax-import --exclude when the inputs are imported after CDX.";
  table
      .option("beside", options.beside, "NAME",
              "write a list for each input, named NAME, into its folder")
      .more =
      "The inputs are the batches of one collection, which are imported one "
      "after another. The first batch that has a version keeps it; but a "
      "damaged capture never does if any batch has an intact one. So an "
      "earlier list may change when a batch is added. --damaged is then given "
      "once for each input, in their order.";
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
  cli::declare_missing_keys(table, options.url_key);
  cli::declare_line_output(table, options.output, options.force);

  table.group("What import takes");
  cli::declare_import_rules(table, options.rules.status, options.rules.types,
                            options.rules.all_types);
  table.flag("all-captures", options.all_captures,
             "assume that every capture is imported, as NutchWAX does");

  table.group("Resources");
  cli::declare_sorting(table, options.sort.memory, options.sort.tmpdir,
                       options.sort.jobs);
  cli::declare_cdx_inputs(table, options.inputs, cli::CdxOrder::kSorted);
}

// The inputs are batches from 1 on if each has its own list, else they are one;
// what was imported before is batch 0.
std::vector<cdx::VersionFile> version_files(const Options& options,
                                            cdx::VersionCounts& counts,
                                            cdx::VersionCounts& old_counts) {
  std::vector<cdx::VersionFile> files;
  uint32_t batch = 1;
  for (const std::string& input : options.inputs) {
    files.push_back({input, batch, &counts});
    if (!options.beside.empty()) ++batch;
  }
  for (const std::string& older : options.against) {
    files.push_back({older, 0, &old_counts});
  }
  if (batch >= cdx::kMostBatches) throw UsageError("too many inputs");
  return files;
}

// Where the list of each input goes.
std::vector<std::string> list_paths(const Options& options) {
  if (options.beside.empty()) return {options.output};
  if (options.output != "-" || !options.against.empty()) {
    throw UsageError("--beside excludes --output and --against");
  }
  if (!options.damaged.empty() &&
      options.damaged.size() != options.inputs.size()) {
    throw UsageError("--beside needs one --damaged list for each input");
  }
  std::vector<std::string> paths;
  std::set<std::string> different;
  for (const std::string& input : options.inputs) {
    if (input == "-") throw UsageError("--beside needs inputs that are files");
    paths.push_back(input.substr(0, input.rfind('/') + 1) + options.beside);
    if (!different.insert(paths.back()).second) {
      throw UsageError(paths.back() +
                       ": would be the list of two inputs; --beside needs "
                       "inputs in different folders");
    }
  }
  return paths;
}

// Writes the lines of each batch, which begin with its number, to its list.
void write_lists(lines::LineStream& lines,
                 const std::vector<std::string>& paths,
                 const std::function<std::string()>& head, bool force,
                 cli::Console& console) {
  std::string_view line;
  bool more = lines.next(line);
  for (size_t i = 0; i < paths.size(); ++i) {
    // A list that stays the same keeps its time.
    auto output = force && !paths[i].ends_with(".gz")
                      ? io::open_changing_output(paths[i])
                      : console.open_line_output(paths[i], force);
    output->write(head());
    for (; more; more = lines.next(line)) {
      size_t batch = 0;
      std::from_chars(line.data(), line.data() + cdx::kBatchSize, batch);
      if (batch != i + 1) break;
      output->write(line.substr(cdx::kBatchSize + 1));
      output->write("\n");
    }
    output->finish();
  }
}

cli::Outcome run(const Options& options, cli::Console& console) {
  const std::vector<std::string> paths = list_paths(options);
  std::unique_ptr<io::Output> output;
  if (options.beside.empty()) {
    output = console.open_line_output(options.output, options.force);
  }

  const cdx::ImportRules rules = cdx::import_rules(options.rules);
  cdx::DamagedPlaces damaged(options.sort.memory / 8, options.sort.tmpdir);
  cdx::Ranking ranking;
  ranking.damaged_by_batch = !options.beside.empty();
  for (uint32_t batch = 1; const std::string& list : options.damaged) {
    damaged.load(list, output ? "" : cdx::batch_digits(batch++), console);
  }
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
  auto versions = cdx::version_lines(version_files(options, counts, old_counts),
                                     version, console);

  cdx::DuplicateOptions duplicate;
  duplicate.from_batch = 1;
  duplicate.with_batch = !options.beside.empty();
  duplicate.sort = version.sort;
  duplicate.sort.memory /= 2;
  cdx::DuplicateCounts found;
  auto duplicates = cdx::duplicate_lines(std::move(versions), duplicate, found);
  // The inputs have been opened when the first line is there.
  auto head = [&] {
    std::string lines =
        cdx::identity_line(identity.text(), cdx::IdentityForm::kList);
    if (ranking.rules != nullptr) {
      lines += cdx::import_rules_line(rules.spelling());
    }
    return lines;
  };
  if (output) {
    lines::copy_below(head, *duplicates, *output);
    output->finish();
  } else {
    duplicates = lines::sort_lines(std::move(duplicates), duplicate.sort);
    write_lists(*duplicates, paths, head, options.force, console);
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
  using namespace wax::tools;
  return cli::tool_main<dedup_cdx::Options>(dedup_cdx::kInfo, argc, argv,
                                            dedup_cdx::declare, dedup_cdx::run);
}
