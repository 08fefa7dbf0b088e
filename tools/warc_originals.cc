// Which files have the originals of archives' revisits, and which are missing.
#include <string>
#include <vector>

#include "io/error.h"
#include "io/inputs/input_files.h"
#include "io/ordered_pool.h"
#include "tools/cli/archive_inputs.h"
#include "tools/cli/tool.h"
#include "tools/cli/tool_options.h"
#include "warc/check/needed_files.h"

namespace wax::tools::warc_originals {
namespace {

constexpr cli::ToolInfo kInfo = {
    "wax-warc-originals",
    "list the files that have the originals of revisits",
    "[OPTION]... ARCHIVE...",
    "wax-warc-originals --archives all/ --list new.wacz | xargs -d '\\n' cp -t "
    "out/",
    "wax-warc-check wax-warc-dedup wax-warc-restore wax-problems(7)",
    "Archives"};

struct Options {
  std::vector<std::string> inputs;
  std::string files_from;
  std::vector<std::string> archives;
  std::string output = "-";
  bool force = false;
  bool list = false;
  bool check = false;
  uint64_t jobs = 0;
};

void declare(cli::OptionTable& table, Options& options) {
  cli::declare_archives(table, options.inputs, options.files_from);
  table.option("archives", options.archives, "PATH",
               "directory or archive where needed files are, besides the "
               "folders of the archives that name them (may be repeated)");
  table.flag("list", options.list,
             "write the paths of the ARCHIVEs and of all that they need, one "
             "per line");
  table.flag("check", options.check, "write nothing but what is missing");
  cli::declare_line_output(table, options.output, options.force);
  cli::declare_jobs(table, options.jobs);
}

void write_table(const warc::NeededFiles& needed, io::Output& output) {
  output.write("archive\tneeds\tpath\n");
  std::string row;
  for (const warc::NeededFiles::Need& need : needed.needs) {
    row.clear();
    cli::append_printable(row, needed.files[need.by]);
    row += '\t';
    cli::append_printable(row, need.name);
    row += '\t';
    cli::append_printable(row, need.file ? needed.files[*need.file] : "-");
    output.write(row += '\n');
  }
}

cli::Outcome run(const Options& options, cli::Console& console) {
  if (options.list && options.check) {
    throw UsageError("give either --list or --check");
  }
  io::SkippedFiles skipped;
  const std::vector<std::string> given = io::expand_folders(
      cli::named_archives(options.inputs, options.files_from, console), skipped,
      console);
  const std::vector<std::string> others =
      io::expand_folders(options.archives, skipped, console);
  const warc::NeededFiles needed = warc::find_needed_files(
      given, others, io::thread_count(options.jobs), console);
  auto output =
      console.open_line_output(options.output, options.force, options.jobs);
  if (options.list) {
    for (const std::string& path : needed.files) output->write(path + '\n');
  } else if (!options.check) {
    write_table(needed, *output);
  }
  output->finish();
  const uint64_t missing = warc::report_missing(needed, console);
  if (!options.check || missing > 0) {
    console.summary({{"archives", needed.given},
                     {"other files", needed.files.size() - needed.given},
                     {"references", needed.needs.size()},
                     {"missing", missing}});
  }
  return console.outcome();
}

}  // namespace
}  // namespace wax::tools::warc_originals

int main(int argc, char** argv) {
  using namespace wax::tools::warc_originals;
  return wax::tools::cli::tool_main<Options>(kInfo, argc, argv, declare, run);
}
