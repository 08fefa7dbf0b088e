// Merges sorted CDX files.
#include <algorithm>
#include <string>
#include <vector>

#include "cdx/files/merge_files.h"
#include "lines/merge.h"
#include "tools/cli/tool.h"
#include "tools/cli/tool_options.h"

namespace wax::tools::cdx_merge {
namespace {

constexpr cli::ToolInfo kInfo = {
    "wax-cdx-merge",
    "merge sorted CDX files",
    "[OPTION]... INPUT...",
    "wax-cdx-merge monday.cdx tuesday.cdx.gz -o both.cdx",
    "wax-cdx-sort wax-dedup-cdx",
    "CDX"};

struct Options {
  std::vector<std::string> inputs;
  std::string output = "-";
  bool force = false;
  lines::MergeOptions merge;
  std::string tmpdir;
};

void declare(cli::OptionTable& table, Options& options) {
  cli::declare_line_output(table, options.output, options.force,
                           "; it may be one of the inputs");
  table.flag("unique,u", options.merge.unique, "write equal lines once");
  cli::declare_jobs(table, options.merge.jobs);
  cli::declare_tmpdir(table, options.tmpdir).more =
      "They are needed only for more than 2048 inputs, or more than may be "
      "open at once.";
  table.positionals(options.inputs, "INPUT", 1, SIZE_MAX,
                    "sorted CDX files, plain or gzip-compressed, or ZipNums; "
                    "-: standard input");
}

cli::Outcome run(const Options& options, cli::Console& console) {
  if (std::count(options.inputs.begin(), options.inputs.end(), "-") > 1) {
    throw UsageError("standard input is named twice");
  }
  auto output = console.open_line_output(
      options.output,
      options.force || cli::is_among(options.output, options.inputs),
      options.merge.jobs);
  cdx::MergedFiles merged =
      cdx::merge_files(options.inputs, options.merge, options.tmpdir);
  output->write(merged.top);
  uint64_t written = merged.lines->copy_to(*output);
  output->finish();
  console.summary({{"files", options.inputs.size()}, {"written", written}});
  return cli::Outcome::kDone;
}

}  // namespace
}  // namespace wax::tools::cdx_merge

int main(int argc, char** argv) {
  using namespace wax::tools::cdx_merge;
  return wax::tools::cli::tool_main<Options>(kInfo, argc, argv, declare, run);
}
