// Sorts CDX files of any size in byte order.
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cdx/files/open_cdx.h"
#include "cdx/format/cdx_lines.h"
#include "cdx/format/line_look.h"
#include "lines/sort.h"
#include "tools/cli/tool.h"
#include "tools/cli/tool_options.h"

namespace wax::tools::cdx_sort {
namespace {

constexpr cli::ToolInfo kInfo = {
    "wax-cdx-sort",
    "sort CDX lines in byte order",
    "[OPTION]... [INPUT]...",
    "wax-cdx-sort crawl-1.cdx crawl-2.cdx.gz -o all.cdx",
    "wax-cdx-merge wax-dedup-cdx wax-warc-indexer",
    "CDX"};

struct Options {
  std::vector<std::string> inputs = {"-"};
  std::string output = "-";
  bool force = false;
  lines::SortOptions sort;
};

void declare(cli::OptionTable& table, Options& options) {
  cli::declare_line_output(table, options.output, options.force,
                           "; it may be one of the inputs");
  table.flag("unique,u", options.sort.unique, "write equal lines once");
  cli::declare_sorting(table, options.sort);
  table.positionals(options.inputs, "INPUT", 0, SIZE_MAX,
                    "CDX files, plain or gzip-compressed, or ZipNums; -: "
                    "standard input (default)");
}

cli::Outcome run(const Options& options, cli::Console& console) {
  auto output = console.open_line_output(
      options.output,
      options.force || cli::is_among(options.output, options.inputs),
      options.sort.jobs);
  auto joined = std::make_unique<cdx::JoinedCdx>(options.inputs);
  const cdx::JoinedCdx& input = *joined;
  cdx::LineLook look;
  auto lines = lines::sort_lines(
      std::make_unique<cdx::LookedAtLines>(std::move(joined), look),
      options.sort);

  output->write(input.header().top());
  uint64_t written = lines->copy_to(*output);
  output->finish();
  const std::string fault = look.fault();
  if (!fault.empty()) {
    console.error(
        (options.inputs.size() > 1 ? "the input" : options.inputs.front()) +
        ": " + fault);
  }
  console.summary({{"read", input.count()}, {"written", written}});
  return console.outcome();
}

}  // namespace
}  // namespace wax::tools::cdx_sort

int main(int argc, char** argv) {
  using namespace wax::tools::cdx_sort;
  return wax::tools::cli::tool_main<Options>(kInfo, argc, argv, declare, run);
}
