// Lists the revisit dates, whose captures are in other records.
#include <string>
#include <utility>
#include <vector>

#include "cdx/dedup/duplicates.h"
#include "cdx/dedup/referenced_dates.h"
#include "cdx/dedup/versions.h"
#include "lines/merge.h"
#include "tools/cli/tool.h"
#include "tools/cli/tool_options.h"

namespace wax::tools::revisits {
namespace {

constexpr cli::ToolInfo kInfo = {"wax-revisits",
                                 "list the revisit records of CDX files",
                                 "[OPTION]... [CDX]...",
                                 "wax-revisits crawl.cdx -o crawl.revisits",
                                 "wax-dedup-cdx wax-add-dates wax-cdx(5)",
                                 "Steps of a build"};

struct Options {
  std::vector<std::string> inputs = {"-"};
  std::vector<std::string> references;
  std::string output = "-";
  bool force = false;
  bool unsorted = false;
  bool places = false;
  std::string url_key = "surt";
  lines::SortOptions sort;
};

void declare(cli::OptionTable& table, Options& options) {
  table
      .option("references", options.references, "LIST",
              "also list the revisit dates in LIST (may be repeated)")
      .more =
      "wax-warc-indexer --write-references writes LIST: revisits that have no "
      "digest, but name the date of their original. Give the CDX of the "
      "originals, "
      "too.";
  table.flag("unsorted", options.unsorted,
             "sort the files first; use this if they are not in byte order");
  table.flag("places", options.places,
             "say where each record is, for wax-add-dates --places");
  cli::declare_missing_keys(table, options.url_key);
  cli::declare_line_output(table, options.output, options.force);
  cli::declare_sorting(table, options.sort);
  cli::declare_cdx_inputs(table, options.inputs, cli::CdxOrder::kSorted);
}

cli::Outcome run(const Options& options, cli::Console& console) {
  auto output = console.open_line_output(options.output, options.force);

  cdx::VersionOptions version;
  version.unsorted = options.unsorted;
  cdx::OneKeyKind keys;
  version.keys = &keys;
  cdx::OneIdentity identity;
  version.identity = &identity;
  version.url_key = *cdx::url_key_kind(options.url_key);
  version.sort = options.sort;
  version.kind = cdx::CaptureKind::kRevisit;
  if (!options.references.empty()) version.sort.memory /= 2;

  cdx::VersionOptions placed = version;
  placed.places = options.places;
  cdx::VersionCounts counts;
  auto revisits = cdx::version_lines(options.inputs, placed, counts, console);
  cdx::ReferenceCounts references;
  if (!options.references.empty()) {
    std::vector<lines::LineInput> both;
    both.push_back({"", std::move(revisits)});
    both.push_back(
        {"", cdx::referenced_dates(options.references, options.inputs, version,
                                   references, console)});
    revisits = lines::merge_lines(std::move(both));
  }
  revisits = cdx::distinct_lines(std::move(revisits));
  auto head = [&] {
    return cdx::identity_line(identity.text(), cdx::IdentityForm::kList);
  };
  uint64_t written = lines::copy_below(head, *revisits, *output);
  output->finish();
  console.summary({{"read", counts.lines},
                   {"skipped",
                    counts.captures + counts.without_digest +
                        counts.without_date + counts.bad,
                    {{"not a revisit", counts.captures},
                     {"no digest", counts.without_digest},
                     {"no date", counts.without_date},
                     {"bad line", counts.bad}}},
                   {"repeated", counts.revisits + references.found - written},
                   {"revisits", written, {{"by date", references.found}}}});
  return cli::Outcome::kDone;
}

}  // namespace
}  // namespace wax::tools::revisits

int main(int argc, char** argv) {
  using namespace wax::tools::revisits;
  return wax::tools::cli::tool_main<Options>(kInfo, argc, argv, declare, run);
}
