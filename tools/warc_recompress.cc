// Packs archive files anew, record by record.
#include <algorithm>
#include <atomic>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "tools/cli/archive_inputs.h"
#include "tools/cli/tool.h"
#include "warc/date.h"
#include "warc/io/in_order.h"
#include "warc/io/input_files.h"
#include "warc/recompress.h"

namespace wax::tools::warc_recompress {
namespace {

namespace fs = std::filesystem;

constexpr cli::ToolInfo kInfo = {
    "wax-warc-recompress",
    "pack archives anew, each record by itself",
    "[OPTION]... ARCHIVE... {-o FILE | --output-dir DIR}",
    "wax-warc-recompress --to-warc -d new/ old/*.arc.gz",
    "wax-warc-check wax-warc-indexer wax-problems(7)",
    "Archives"};

struct Options {
  std::vector<std::string> inputs;
  std::string files_from;
  std::string output;
  std::string output_dir;
  bool force = false;
  std::string packing = "gzip";
  uint64_t level = 0;
  bool to_warc = false;
  bool repair = false;
  std::string date;
  bool dictionary = false;
  uint64_t jobs = 0;
};

void declare(cli::OptionTable& table, Options& options) {
  cli::declare_archives(table, options.inputs, options.files_from);
  table.option("output,o", options.output, "FILE",
               "write the one archive to FILE; '-' is standard output");
  table.option("output-dir,d", options.output_dir, "DIR",
               "write each archive into DIR, under the name that fits");
  table.flag("force,f", options.force, "replace outputs that exist");
  table.choice("to,t", options.packing, {"gzip", "zstd", "none"},
               "how records are packed");
  table.option("level,l", options.level, "N",
               "gzip: 1 to 9, zstd: 1 to 19; 0: the usual one");
  table.flag("to-warc", options.to_warc, "make WARC 1.1 of ARC files");
  table.flag("repair", options.repair,
             "of a damaged archive, keep every record that is whole");
  table.option("date", options.date, "DATE",
               "of ARC records that have none, in a file that has none: a "
               "WARC-Date, such as 2004 or 2004-05-06T07:08:09Z");
  table.flag("dictionary", options.dictionary,
             "zstd: train a dictionary on the archive and put it in front");
  table.option("jobs,j", options.jobs, "N", "threads; 0: one per core");
}

warc::RecompressOptions recompress_options(const Options& options) {
  warc::RecompressOptions result;
  result.packing = options.packing == "zstd"   ? io::Packing::kZstd
                   : options.packing == "none" ? io::Packing::kNone
                                               : io::Packing::kGzip;
  result.level = static_cast<int>(std::min<uint64_t>(options.level, 100));
  if (result.packing == io::Packing::kNone && result.level != 0) {
    throw UsageError("--to none has no level");
  }
  if (options.dictionary && result.packing != io::Packing::kZstd) {
    throw UsageError("a dictionary goes with --to zstd only");
  }
  if (!options.date.empty() && !warc::date14_of_warc(options.date)) {
    throw UsageError("--date '" + options.date + "' is no WARC-Date");
  }
  result.dictionary = options.dictionary;
  result.date = options.date;
  result.to_warc = options.to_warc;
  result.repair = options.repair;
  result.software = "Waxwing/" + std::string(cli::version());
  return result;
}

struct Task {
  std::string input;
  std::string output;
};

std::vector<Task> tasks_of(const Options& options,
                           const warc::RecompressOptions& recompress,
                           ProblemSink& problems) {
  std::vector<std::string> named =
      cli::named_archives(options.inputs, options.files_from);
  std::vector<std::string> inputs = io::expand_inputs(named, problems);
  if (options.output.empty() == options.output_dir.empty()) {
    throw UsageError("give either -o FILE or --output-dir DIR");
  }
  if (options.output_dir.empty()) {
    if (inputs.empty()) {
      throw UsageError("no archive in " + named.front());
    }
    if (inputs.size() != 1) {
      throw UsageError("-o takes one archive, not " +
                       std::to_string(inputs.size()) +
                       "; --output-dir takes any number");
    }
    return {{inputs.front(), options.output}};
  }
  std::vector<Task> tasks;
  std::map<std::string, std::string> taken;
  for (std::string& input : inputs) {
    fs::path output = fs::path(options.output_dir) /
                      warc::recompressed_name(input, recompress);
    auto [other, fresh] = taken.emplace(output.string(), input);
    if (!fresh) {
      throw UsageError(other->second + " and " + input +
                       " would both be written to " + output.string());
    }
    if (!options.force && fs::exists(output)) {
      throw UsageError(output.string() +
                       ": exists already; --force replaces it");
    }
    tasks.push_back({std::move(input), output.string()});
  }
  fs::create_directories(options.output_dir);
  return tasks;
}

// What came of one archive.
struct Result {
  warc::RecompressCounts counts;
  bool done = false;
};

// One archive to one file, which appears when all of it is there.
void pack(const Task& task, bool force,
          const warc::RecompressOptions& recompress, cli::Console& console,
          io::Job& job, Result& result) {
  auto output = console.open_output(task.output, force);
  std::string name =
      task.output == "-" ? "" : fs::path(task.output).filename().string();
  try {
    result.counts =
        warc::recompress(task.input, name, *output, recompress, job);
  } catch (const FormatError& error) {
    job.report({Severity::kLost, "not-recompressed", task.input, error.offset(),
                recompress.repair
                    ? "nothing is written: no record of it could be kept"
                    : "nothing is written: the file is damaged; --repair "
                      "keeps the records that are whole"});
    return;
  }
  output->finish();
  result.done = true;
}

cli::Outcome run(const Options& options, cli::Console& console) {
  warc::RecompressOptions recompress = recompress_options(options);
  std::vector<Task> tasks = tasks_of(options, recompress, console);
  std::vector<Result> results(tasks.size());
  // Few archives get several threads each.
  unsigned jobs = io::thread_count(options.jobs);
  recompress.jobs =
      std::max<size_t>(1, jobs / std::max<size_t>(1, tasks.size()));
  std::atomic<uint64_t> done = 0;
  console.start_progress(cli::size_of_all(tasks, &Task::input));

  auto work = [&](size_t index, io::Job& job) {
    warc::RecompressOptions mine = recompress;
    uint64_t before = 0;
    mine.progress = [&](uint64_t position) {
      if (!job.wanted()) throw Error("stopped");
      console.progress(done += position - before);
      before = position;
    };
    try {
      pack(tasks[index], options.force, mine, console, job, results[index]);
    } catch (const IoError& error) {
      // The other archives may be readable, but not on a full disk.
      if (!std::string_view(error.what())
               .starts_with(tasks[index].input + ": ")) {
        throw;
      }
      job.report({Severity::kLost, "unreadable-archive", tasks[index].input,
                  std::nullopt, error.what()});
    }
  };

  warc::RecompressCounts sum;
  uint64_t packed = 0;
  io::run_in_order(tasks.size(), jobs, work, console, [&](size_t index) {
    const Result& result = results[index];
    packed += result.done ? 1 : 0;
    sum.read += result.counts.read;
    sum.written += result.counts.written;
    sum.dropped += result.counts.dropped;
    sum.mended += result.counts.mended;
    sum.bytes_in += result.counts.bytes_in;
    sum.bytes_out += result.counts.bytes_out;
  });
  console.summary({{"archives", tasks.size()},
                   {"packed", packed},
                   {"read", sum.read},
                   {"written", sum.written, {{"mended", sum.mended}}},
                   {"dropped", sum.dropped},
                   {"bytes in", sum.bytes_in},
                   {"bytes out", sum.bytes_out},
                   {"failed", tasks.size() - packed}});
  return console.outcome();
}

}  // namespace
}  // namespace wax::tools::warc_recompress

int main(int argc, char** argv) {
  using namespace wax::tools;
  return cli::tool_main<warc_recompress::Options>(
      warc_recompress::kInfo, argc, argv, warc_recompress::declare,
      warc_recompress::run);
}
