// Replaces payloads that were captured before by revisit records.
#include <memory>
#include <string>
#include <vector>

#include "cdx/dedup/payload_matches.h"
#include "cdx/lookup/archive_payloads.h"
#include "tools/cli/archive_inputs.h"
#include "tools/cli/archive_outputs.h"
#include "tools/cli/tool.h"
#include "tools/cli/tool_options.h"

namespace wax::tools::warc_dedup {
namespace {

constexpr cli::ToolInfo kInfo = {
    "wax-warc-dedup",
    "replace payloads captured before by revisit records",
    "[OPTION]... ARCHIVE... {-o FILE | -d DIR | --dry-run}",
    "wax-warc-dedup --against old.cdx -d smaller/ new/*.warc.gz",
    "wax-warc-restore wax-warc-check wax-dedup-cdx wax-problems(7)",
    "Archives"};

struct Options {
  std::vector<std::string> inputs;
  std::string files_from;
  std::vector<std::string> against;
  std::vector<std::string> damaged;
  bool any_url = false;
  bool dry_run = false;
  uint64_t smallest = 0;
  cli::ArchiveOutputs outputs;
  cdx::IdentityArgs identity;
  lines::SortOptions sort;
};

void declare(cli::OptionTable& table, Options& options) {
  cli::declare_archives(table, options.inputs, options.files_from);
  table
      .option("against", options.against, "CDX",
              "captures of older archives, whose payloads are not kept again; "
              "or a list of wax-dedup-cdx (may be repeated)")
      .more =
      "Records are compared with each other, too: the earliest capture of a "
      "version keeps its payload. The digests of captures that only CDX names "
      "are believed.";
  table.option("damaged", options.damaged, "LIST",
               "captures of --against in LIST keep no payload for others, from "
               "wax-warc-indexer --write-damaged (may be repeated)");
  table.flag("any-url", options.any_url,
             "also replace payloads that were captured with another URL");
  table.size("min-size", options.smallest,
             "keep records with fewer bytes after their header");
  table.flag("dry-run", options.dry_run,
             "write no archive, but a table of what it would take and save");
  cli::declare_archive_outputs(table, options.outputs);
  cli::declare_identity(table, options.identity);
  table.group("Resources");
  cli::declare_sorting(table, options.sort);
}

std::string row_of(const std::string& archive, const cdx::DedupCounts& counts) {
  return archive + '\t' + std::to_string(counts.revisits) + '\t' +
         std::to_string(counts.bytes_in) + '\t' +
         std::to_string(counts.bytes_out) + '\t' +
         std::to_string(counts.bytes_in - counts.bytes_out) + '\n';
}

cli::Outcome run(const Options& options, cli::Console& console) {
  const std::vector<std::string> inputs =
      cli::find_archives(options.inputs, options.files_from, console);
  std::vector<std::string> outputs;
  if (!options.dry_run) outputs = cli::output_files(options.outputs, inputs);

  cdx::PayloadRules rules;
  if (options.any_url) rules.same = cdx::SamePayload::kDigest;
  cdx::PayloadMatches captures(rules, options.sort);
  for (const std::string& list : options.damaged) {
    captures.load_damaged(list, console);
  }
  cdx::IndexStreamOptions index;
  static_cast<cdx::IdentityOptions&>(index.index) =
      cdx::identity_of(options.identity);
  index.jobs = io::thread_count(options.sort.jobs);
  console.start_progress(cli::size_of_all(inputs));
  uint64_t done = 0;
  cdx::IndexReport report;
  captures.read_archives(inputs, inputs.size(), index, console, report,
                         [&](uint64_t bytes) {
                           done += bytes;
                           console.progress(done);
                         });
  for (const std::string& file : options.against) {
    captures.add_file(file, console);
  }

  cdx::PayloadRemover remover(inputs, captures.matches(), options.sort, console,
                              options.smallest);
  std::unique_ptr<io::Output> table;
  if (options.dry_run) {
    table = console.open_line_output("-", false);
    table->write("archive\trevisits\tbytes\tbytes then\tsaved\n");
  }
  cdx::DedupCounts sum;
  uint64_t failed = 0;
  for (size_t i = 0; i < inputs.size(); ++i) {
    try {
      auto output = options.dry_run ? nullptr
                                    : console.open_output(
                                          outputs[i], options.outputs.force);
      const cdx::DedupCounts counts = remover.copy(i, output.get());
      if (output != nullptr) output->finish();
      if (table != nullptr) table->write(row_of(inputs[i], counts));
      sum += counts;
    } catch (const IoError& error) {
      // The other archives may be readable, but not on a full disk.
      if (!std::string_view(error.what()).starts_with(inputs[i] + ": ")) throw;
      // What could not be indexed is known.
      if (failed++ >= report.failed_files) {
        console.report({Severity::kLost, "unreadable-archive", inputs[i],
                        std::nullopt, error.what()});
      }
    }
  }
  if (table != nullptr) table->finish();
  if (failed == inputs.size()) {
    cli::check_replacing(options.outputs.force, outputs, console);
  }
  console.summary(
      {{"archives", inputs.size()},
       {"captures", captures.asking()},
       {options.dry_run ? "revisits found" : "revisits made", sum.revisits},
       cli::sum_of("duplicates kept",
                   std::vector<std::pair<std::string, uint64_t>>{
                       {"wrong digest", sum.wrong_digest},
                       {"other type", sum.other_type},
                       {"odd header", sum.odd_header},
                       {"revisit not smaller", sum.not_smaller},
                       {"several in a member", sum.not_alone},
                       {"small", sum.small},
                       {"damaged", sum.unreadable}}),
       {"bytes in", sum.bytes_in},
       {"bytes out", sum.bytes_out},
       {"failed", failed}});
  return console.outcome();
}

}  // namespace
}  // namespace wax::tools::warc_dedup

int main(int argc, char** argv) {
  using namespace wax::tools::warc_dedup;
  return wax::tools::cli::tool_main<Options>(kInfo, argc, argv, declare, run);
}
