// Recompresses archive files, record by record.
#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "io/folder.h"
#include "io/ordered_pool.h"
#include "tools/cli/archive_inputs.h"
#include "tools/cli/archive_outputs.h"
#include "tools/cli/tool.h"
#include "tools/cli/tool_options.h"
#include "warc/writer/recompress.h"

namespace wax::tools::warc_recompress {
namespace {

namespace fs = std::filesystem;

constexpr cli::ToolInfo kInfo = {
    "wax-warc-recompress",
    "compress each record of archives separately",
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
  std::string compression = "auto";
  uint64_t level = 0;
  bool to_warc = false;
  bool repair = false;
  bool join = false;
  std::string date;
  bool dictionary = false;
  uint64_t jobs = 0;
};

void declare(cli::OptionTable& table, Options& options) {
  cli::declare_archives(table, options.inputs, options.files_from);
  table
      .option("output,o", options.output, "FILE",
              "write a single archive to FILE; '-': standard output")
      .more = "-.gz and -.zst also mean standard output.";
  table.option(
      "output-dir,d", options.output_dir, "DIR",
      "write each archive into DIR; its extension shows the new format");
  table.flag("force,f", options.force, "replace outputs that exist");
  table.choice("compression", options.compression,
               {"auto", "gzip", "zstd", "none"},
               "compression of the records; auto: as the name of FILE ends "
               "(.zst, .warc, .arc), else gzip");
  table.option("level,l", options.level, "N",
               "gzip: 1 to 9, zstd: 1 to 19; 0: the default level");
  table.flag("to-warc", options.to_warc, "convert ARC files to WARC 1.1");
  table.flag("repair", options.repair,
             "keep every intact record of a damaged archive");
  table
      .flag("join", options.join,
            "put records together that are in segments, also of several "
            "ARCHIVEs, which are read twice")
      .more =
      "A record of which a segment is missing or damaged stays in segments. An "
      "archive with later segments alone gives no file.";
  table.option(
      "date", options.date, "DATE",
      "with --to-warc: date of what has none (default: that of the first "
      "record)");
  table.flag("dictionary", options.dictionary,
             "zstd: train a dictionary on the archive");
  cli::declare_jobs(table, options.jobs);
}

io::Compression compression_of(const Options& options) {
  const std::string& word = options.compression;
  const bool by_name = word == "auto";
  for (const char* other : {".bz2", ".xz", ".lz4", ".zip"}) {
    if (!by_name || !options.output.ends_with(other)) continue;
    throw UsageError("-o " + options.output +
                     ": records are compressed by gzip or zstd; give a name in "
                     ".gz or .zst, or --compression");
  }
  if (word == "zstd") return io::Compression::kZstd;
  if (word == "none") return io::Compression::kNone;
  if (by_name) return io::compression_of_name(options.output);
  return io::Compression::kGzip;
}

warc::RecompressOptions recompress_options(const Options& options) {
  if (options.to_warc) cli::check_warc_name(options.output, "-o");
  warc::RecompressOptions result;
  result.compression = compression_of(options);
  result.level = static_cast<int>(std::min<uint64_t>(options.level, 100));
  result.dictionary = options.dictionary;
  result.date = options.date;
  result.to_warc = options.to_warc;
  result.repair = options.repair;
  result.software = "Waxwing/" + std::string(cli::version());
  result.check();
  return result;
}

// The output file: "-" for "-.gz" and "-.zst", which mean compressed standard
// output in all tools.
std::string output_of(const std::string& named, io::Compression compression) {
  if (named != "-.gz" && named != "-.zst") return named;
  if (named.substr(1) == io::file_suffix(compression)) return "-";
  throw UsageError("-o " + named + " does not match --compression");
}

// The file of each input.
std::vector<std::string> outputs_of(const Options& options,
                                    const std::vector<std::string>& inputs,
                                    const warc::RecompressOptions& recompress) {
  if (options.output_dir.empty()) {
    if (inputs.size() == 1) {
      return {output_of(options.output, recompress.compression)};
    }
    throw UsageError("-o takes one archive, not " +
                     std::to_string(inputs.size()) +
                     "; --output-dir takes any number");
  }
  std::vector<std::string> outputs =
      warc::recompressed_files(inputs, options.output_dir, recompress);
  for (const std::string& output : outputs) {
    std::error_code none;
    if (!options.force && fs::exists(output, none)) {
      throw UsageError(output + ": already exists; --force replaces it");
    }
  }
  io::make_folders(options.output_dir);
  return outputs;
}

// Finds the segments of records in the archives.
void read_segments(const std::vector<std::string>& inputs, unsigned jobs,
                   cli::Console& console, warc::SegmentedRecords& segments) {
  if (std::find(inputs.begin(), inputs.end(), "-") != inputs.end()) {
    throw UsageError(
        "--join cannot read standard input twice; give the name of a file");
  }
  cli::ArchivesProgress progress(console, cli::size_of_all(inputs));
  auto work = [&](size_t index, io::Job& job) {
    try {
      segments.read(index, progress.of(job));
    } catch (const IoError&) {
      // It is reported when the archive is recompressed.
    }
  };
  io::run_in_order(inputs.size(), jobs, work, console, [](size_t) {});
  segments.match(console);
}

// The result of one archive.
struct Result {
  warc::RecompressCounts counts;
  bool done = false;
};

// Recompresses one archive into one file, which appears when it is complete.
void recompress_archive(const std::string& input, io::Output& output,
                        const std::string& name,
                        const warc::RecompressOptions& recompress, io::Job& job,
                        Result& result) {
  try {
    result.counts = warc::recompress(input, name, output, recompress, job);
  } catch (const FormatError& error) {
    job.report({Severity::kLost, "not-recompressed", input, error.offset(),
                recompress.repair
                    ? "nothing was written: no record could be kept"
                    : "nothing was written: the file is damaged; --repair "
                      "keeps the intact records"});
    return;
  }
  result.done = true;
  if (result.counts.written > 0) {
    output.finish();
  } else {
    job.report({Severity::kNote, "later-segments-only", input, std::nullopt,
                "all records are segments of records in other archives; no "
                "file is written"});
  }
}

cli::Outcome run(const Options& options, cli::Console& console) {
  warc::RecompressOptions recompress = recompress_options(options);
  if (options.output.empty() == options.output_dir.empty()) {
    throw UsageError("give either -o FILE or --output-dir DIR");
  }
  std::vector<std::string> inputs =
      cli::find_archives(options.inputs, options.files_from, console);
  std::vector<std::string> outputs = outputs_of(options, inputs, recompress);
  std::vector<Result> results(inputs.size());
  // Few archives get several threads each.
  unsigned jobs = io::thread_count(options.jobs);
  recompress.jobs =
      std::max<size_t>(1, jobs / std::max<size_t>(1, inputs.size()));
  warc::SegmentedRecords segments(inputs);
  if (options.join) {
    read_segments(inputs, jobs, console, segments);
    recompress.segments = &segments;
  }
  cli::ArchivesProgress progress(console, cli::size_of_all(inputs));

  auto work = [&](size_t index, io::Job& job) {
    const std::string& input = inputs[index];
    const std::string& file = outputs[index];
    warc::RecompressOptions mine = recompress;
    mine.progress = progress.of(job);
    auto output = console.open_output(file, options.force);
    std::string name = file == "-" ? "" : fs::path(file).filename().string();
    try {
      recompress_archive(input, *output, name, mine, job, results[index]);
    } catch (const IoError& error) {
      // The other archives may be readable, but not on a full disk.
      if (!std::string_view(error.what()).starts_with(input + ": ")) throw;
      job.report({Severity::kLost, "unreadable-archive", input, std::nullopt,
                  error.what()});
    }
  };

  warc::RecompressCounts sum;
  uint64_t recompressed = 0;
  io::run_in_order(inputs.size(), jobs, work, console, [&](size_t index) {
    recompressed += results[index].done ? 1 : 0;
    sum += results[index].counts;
  });
  if (recompressed == 0) {
    cli::check_replacing(options.force, outputs, console);
  }
  std::vector<cli::Count> counts = {
      {"archives", inputs.size()},
      {"recompressed", recompressed},
      {"read", sum.read},
      {"written",
       sum.written,
       {{"repaired", sum.repaired}, {"joined", sum.joined}}},
      {"dropped", sum.dropped}};
  if (options.join) counts.push_back({"later segments", sum.later_segments});
  counts.insert(counts.end(), {{"bytes in", sum.bytes_in},
                               {"bytes out", sum.bytes_out},
                               {"failed", inputs.size() - recompressed}});
  console.summary(counts);
  return console.outcome();
}

}  // namespace
}  // namespace wax::tools::warc_recompress

int main(int argc, char** argv) {
  using namespace wax::tools::warc_recompress;
  return wax::tools::cli::tool_main<Options>(kInfo, argc, argv, declare, run);
}
