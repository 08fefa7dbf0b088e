// Puts payloads back in place of revisit records.
#include <cstddef>
#include <filesystem>
#include <set>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "cdx/dedup/payload_matches.h"
#include "cdx/files/archive_paths.h"
#include "cdx/lookup/archive_payloads.h"
#include "io/inputs/input_files.h"
#include "io/ordered_pool.h"
#include "io/problem.h"
#include "tools/cli/archive_inputs.h"
#include "tools/cli/archive_outputs.h"
#include "tools/cli/tool.h"
#include "tools/cli/tool_options.h"
#include "warc/check/needed_files.h"

namespace wax::tools::warc_restore {
namespace {

constexpr cli::ToolInfo kInfo = {
    "wax-warc-restore",
    "put payloads back in place of revisit records",
    "[OPTION]... ARCHIVE... {-o FILE | -d DIR}",
    "wax-warc-restore --archives old/ -d whole/ smaller/*.warc.gz",
    "wax-warc-dedup wax-warc-check wax-problems(7)",
    "Archives"};

struct Options {
  std::vector<std::string> inputs;
  std::string files_from;
  std::vector<std::string> archives;
  std::vector<std::string> cdx;
  bool all = false;
  cli::ArchiveOutputs outputs;
  lines::SortOptions sort;
};

void declare(cli::OptionTable& table, Options& options) {
  cli::declare_archives(table, options.inputs, options.files_from);
  table.option("archives", options.archives, "PATH",
               "directory or archive with payloads that are not in ARCHIVEs "
               "(may be repeated)");
  table
      .option("cdx", options.cdx, "FILE",
              "find them by the lines of FILE (CDX, CDXJ); else --archives are "
              "read whole (may be repeated)")
      .more =
      "A payload is that of any capture with the digest of the revisit. It is "
      "compared with the digest before it is used.";
  table
      .flag("all", options.all,
            "also restore revisits that wax-warc-dedup did not make")
      .more =
      "Their HTTP header is that of the revisit. Without this option, archives "
      "become what they were before wax-warc-dedup, byte for byte.";
  cli::declare_archive_outputs(table, options.outputs);
  table.group("Resources");
  cli::declare_sorting(table, options.sort);
}

// Adds those that the archives name, as far as they are there. What is odd in
// the archives is reported when they are read.
void add_named_files(const Options& options, std::vector<std::string>& paths) {
  NoProblems told_later;
  std::vector<std::string> given;
  std::set<std::string> files;
  for (const std::string& path : paths) {
    const std::string file(io::outer_file(path));
    std::error_code none;
    // A pipe is read only once.
    if (!std::filesystem::is_regular_file(file, none)) continue;
    if (files.insert(file).second) given.push_back(file);
  }
  const warc::NeededFiles needed = warc::find_needed_files(
      given, {}, io::thread_count(options.sort.jobs), told_later);
  const std::vector<std::string> found(
      needed.files.begin() + static_cast<std::ptrdiff_t>(needed.given),
      needed.files.end());
  if (found.empty()) return;
  for (std::string& path : io::expand_inputs(found, told_later)) {
    paths.push_back(std::move(path));
  }
}

cli::Outcome run(const Options& options, cli::Console& console) {
  const std::vector<std::string> inputs =
      cli::find_archives(options.inputs, options.files_from, console);
  const std::vector<std::string> outputs =
      cli::output_files(options.outputs, inputs);

  // All that are read; the first ones are restored.
  std::vector<std::string> paths = inputs;
  if (options.cdx.empty() && !options.archives.empty()) {
    for (std::string& path : io::expand_inputs(options.archives, console)) {
      paths.push_back(std::move(path));
    }
  }
  if (options.cdx.empty()) add_named_files(options, paths);
  cdx::PayloadMatches captures(
      {cdx::SamePayload::kDigest, cdx::CaptureKind::kRevisit}, options.sort);
  cdx::IndexStreamOptions index;
  index.jobs = io::thread_count(options.sort.jobs);
  console.start_progress(cli::size_of_all(paths));
  uint64_t done = 0;
  cdx::IndexReport report;
  captures.read_archives(paths, inputs.size(), index, console, report,
                         [&](uint64_t bytes) {
                           done += bytes;
                           console.progress(done);
                         });
  for (const std::string& file : options.cdx) captures.add_file(file, console);

  const cdx::ArchivePaths archives(options.archives, {}, console);
  cdx::PayloadRestorer restorer(paths, archives, options.all,
                                captures.matches(), console);
  cdx::RestoreCounts sum;
  uint64_t failed = 0;
  for (size_t i = 0; i < inputs.size(); ++i) {
    try {
      auto output = console.open_output(outputs[i], options.outputs.force);
      sum += restorer.copy(i, *output);
      output->finish();
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
  if (failed == inputs.size()) {
    cli::check_replacing(options.outputs.force, outputs, console);
  }
  console.summary(
      {{"archives", inputs.size()},
       {"revisits", captures.asking() + captures.without_digest()},
       {"restored", sum.restored},
       cli::sum_of("kept",
                   std::vector<std::pair<std::string, uint64_t>>{
                       {"payload not found", sum.not_found},
                       {"no digest", captures.without_digest()},
                       {"not of an identical payload", sum.other_profile},
                       {"of other programs", sum.of_others},
                       {"several in a member", sum.not_alone}}),
       {"bytes in", sum.bytes_in},
       {"bytes out", sum.bytes_out},
       {"failed", failed}});
  return console.outcome();
}

}  // namespace
}  // namespace wax::tools::warc_restore

int main(int argc, char** argv) {
  using namespace wax::tools::warc_restore;
  return wax::tools::cli::tool_main<Options>(kInfo, argc, argv, declare, run);
}
