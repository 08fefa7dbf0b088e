// Sorted CDX files to ZipNum, and back.
#include <algorithm>
#include <string>
#include <vector>

#include "cdx/files/merge_files.h"
#include "cdx/files/zipnum.h"
#include "cdx/format/cdx_lines.h"
#include "io/new_directory.h"
#include "tools/cli/tool.h"
#include "tools/cli/tool_options.h"

namespace wax::tools::cdx_zipnum {
namespace {

constexpr cli::ToolInfo kInfo = {
    "wax-cdx-zipnum",
    "compress sorted CDX files into searchable blocks",
    "[OPTION]... [INPUT]...",
    "wax-cdx-zipnum crawl.cdx -o crawl.zipnum --shards 8",
    "wax-cdx-lookup wax-cdx-sort wax-cdx-merge wax-cdx(5)",
    "CDX"};

struct Options {
  std::vector<std::string> inputs;
  std::string output;
  bool force = false;
  bool extract = false;
  std::string form = "cluster";
  uint64_t lines = 3000;
  uint64_t shards = 1;
  uint64_t shard_size = 0;
  uint64_t level = 6;
  uint64_t jobs = 0;
};

void declare(cli::OptionTable& table, Options& options) {
  table.option("output,o", options.output, "DIR",
               "the folder to make; with --extract: the file, or - (default)");
  table.flag("force,f", options.force, "replace DIR if it is a ZipNum");
  table.flag("extract,x", options.extract,
             "write the lines of ZipNums (.idx files or folders)");
  table.choice("layout", options.form, {"cluster", "wacz"},
               "cluster: cdx-00000.gz and cluster.idx; wacz: index.cdx.gz and "
               "index.idx");
  table.option("lines", options.lines, "N", "put N lines into a block");
  table.option("shards", options.shards, "N",
               "make N parts with the same number of blocks");
  table.size("shard-size", options.shard_size,
             "start a new part before a part exceeds SIZE; 0: never");
  table.option("level,l", options.level, "N", "compress at level 1 to 9");
  cli::declare_jobs(table, options.jobs);
  table.positionals(options.inputs, "INPUT", 0, SIZE_MAX,
                    "sorted CDX or CDXJ files, which are merged; -: standard "
                    "input (default)");
}

cli::Outcome extract(const Options& options, cli::Console& console) {
  if (options.inputs.empty()) {
    throw UsageError("--extract needs the .idx file or the folder of a ZipNum");
  }
  for (const std::string& path : options.inputs) {
    (void)cdx::open_zipnum(path);
  }
  cdx::MergedFiles merged = cdx::merge_files(options.inputs);
  auto output = console.open_line_output(
      options.output.empty() ? "-" : options.output, options.force);
  output->write(merged.top);
  uint64_t written = merged.lines->copy_to(*output);
  output->finish();
  console.summary({{"files", options.inputs.size()}, {"written", written}});
  return console.outcome();
}

cli::Outcome run(const Options& options, cli::Console& console) {
  if (options.extract) return extract(options, console);
  if (options.output.empty() || options.output == "-") {
    throw UsageError("--output DIR is needed: a ZipNum has several files");
  }
  cdx::ZipNumOptions zipnum;
  zipnum.form = options.form == "wacz" ? cdx::ZipNumForm::kWacz
                                       : cdx::ZipNumForm::kCluster;
  zipnum.block_lines = options.lines;
  zipnum.shards = options.shards;
  zipnum.shard_bytes = options.shard_size;
  zipnum.level = static_cast<int>(std::min<uint64_t>(options.level, 100));
  zipnum.jobs = static_cast<unsigned>(std::min<uint64_t>(options.jobs, 256));
  zipnum.check();

  std::vector<std::string> inputs = options.inputs;
  if (inputs.empty()) inputs.emplace_back("-");
  io::check_replaceable(options.output, options.force, cdx::zipnum_folders(),
                        inputs);
  zipnum.input = inputs.size() > 1       ? "the merged inputs"
                 : inputs.front() == "-" ? "<stdin>"
                                         : inputs.front();
  cdx::MergedFiles merged = cdx::merge_files(inputs);
  io::NewDirectory folder(options.output, options.force, cdx::zipnum_folders(),
                          inputs);
  cdx::ZipNumCounts counts =
      cdx::write_zipnum(*merged.lines, merged.top, folder.part(), zipnum);
  folder.finish();
  console.summary({{"lines", counts.lines},
                   {"blocks", counts.blocks},
                   {"parts", counts.shards},
                   {"bytes", counts.bytes_out}});
  return console.outcome();
}

}  // namespace
}  // namespace wax::tools::cdx_zipnum

int main(int argc, char** argv) {
  using namespace wax::tools::cdx_zipnum;
  return wax::tools::cli::tool_main<Options>(kInfo, argc, argv, declare, run);
}
