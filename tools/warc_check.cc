// Checks archive files: record boundaries, headers, digests, references.
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "io/inputs/input_files.h"
#include "io/ordered_pool.h"
#include "tools/cli/archive_inputs.h"
#include "tools/cli/tool.h"
#include "tools/cli/tool_options.h"
#include "warc/check/check.h"
#include "warc/check/data_package.h"
#include "warc/check/header_rules.h"

namespace wax::tools::warc_check {
namespace {

constexpr cli::ToolInfo kInfo = {
    "wax-warc-check",
    "check the records, headers and digests of archives",
    "[OPTION]... ARCHIVE...",
    "wax-warc-check --json -o report.jsonl warcs/",
    "wax-warc-recompress wax-warc-indexer wax-problems(7)",
    "Start here"};

struct Options {
  std::vector<std::string> inputs;
  std::string files_from;
  std::string output = "-";
  bool force = false;
  bool json = false;
  bool no_digests = false;
  uint64_t memory = uint64_t{512} << 20;
  uint64_t jobs = 0;
};

void declare(cli::OptionTable& table, Options& options) {
  cli::declare_archives(table, options.inputs, options.files_from);
  cli::declare_line_output(table, options.output, options.force);
  table.flag("json,J", options.json, "write one JSON object per archive");
  table.flag("no-digests", options.no_digests, "do not compute digests");
  cli::declare_memory(table, options.memory,
                      "record ids; ids that do not fit are not compared");
  cli::declare_jobs(table, options.jobs);
}

// Writes what is found, and counts it.
class Findings final : public ProblemSink {
 public:
  Findings(io::Output& output, bool json, cli::Console& console)
      : output_(&output), console_(&console) {
    if (json) json_.emplace(output);
  }

  // Between these, what is reported belongs to the file.
  void begin(const std::string& file) {
    if (json_) json_->begin(file);
  }
  void report(Problem problem) override {
    bool note = problem.severity == Severity::kNote;
    if (json_) {
      json_->add(problem);
    } else if (!note || console_->options().verbose) {
      write_row(problem);
    }
    clean_ = clean_ && note;
    if (problem.severity == Severity::kLost && console_->options().strict) {
      output_->flush();
    }
    if (problem.severity == Severity::kLost) {
      console_->report(std::move(problem));
    } else {
      console_->count(problem);
    }
  }
  void end(const warc::CheckReport& report) {
    if (json_) json_->end(report);
  }
  [[nodiscard]] bool clean() const { return clean_; }

 private:
  void write_row(const Problem& problem) {
    std::string row;
    cli::append_printable(row, problem.file);
    row += '\t';
    row += problem.offset ? std::to_string(*problem.offset) : "-";
    row.append("\t").append(name(problem.severity));
    row.append("\t").append(problem.id).append("\t");
    cli::append_printable(row, problem.text);
    row += '\n';
    output_->write(row);
  }

  io::Output* output_;
  cli::Console* console_;
  std::optional<warc::CheckJson> json_;
  bool clean_ = true;
};

// Inputs without a readable archive: each is reported as a file.
class Unopened final : public ProblemSink {
 public:
  explicit Unopened(Findings& findings) : findings_(&findings) {}
  void report(Problem problem) override {
    if (problem.file != file_) finish();
    file_ = problem.file;
    any_ = true;
    findings_->report(std::move(problem));
  }
  void finish() {
    if (std::exchange(any_, false)) findings_->end({});
  }

 private:
  Findings* findings_;
  std::string file_;
  bool any_ = false;
};

cli::Count digests(std::string word, const warc::DigestCounts& counts) {
  return {std::move(word),
          counts.stated,
          {{"stored", counts.stored},
           {"dechunked", counts.dechunked},
           {"either", counts.either},
           {"block", counts.whole_block},
           {"mismatched", counts.mismatched},
           {"unchecked", counts.unchecked}}};
}

cli::Outcome run(const Options& options, cli::Console& console) {
  std::vector<std::string> named =
      cli::named_archives(options.inputs, options.files_from, console);
  auto output =
      console.open_line_output(options.output, options.force, options.jobs);
  Findings findings(*output, options.json, console);
  Unopened unopened(findings);
  std::vector<std::string> packages;
  std::vector<std::string> paths =
      io::expand_inputs(named, unopened, &packages);
  unopened.finish();
  if (!named.empty() && paths.empty() && findings.clean())
    io::throw_no_archive(named);
  const size_t archives = paths.size();
  paths.insert(paths.end(), packages.begin(), packages.end());
  std::vector<warc::CheckReport> reports(paths.size());
  // Half for the ids of all files, an eighth for each that is read.
  warc::RecordIds ids(options.memory / 2);
  warc::CheckOptions settings;
  settings.digests = !options.no_digests;
  settings.latest_date = warc::latest_plausible_date();
  settings.most_ids = options.memory / 8 / (2 * sizeof(warc::FileIds::Link));
  cli::ArchivesProgress progress(console, cli::size_of_all(paths));

  auto work = [&](size_t index, io::Job& job) {
    warc::CheckOptions mine = settings;
    mine.progress = progress.of(job);
    if (index >= archives) {
      warc::check_data_package(paths[index], paths, job);
      return;
    }
    try {
      reports[index] = warc::check_archive(paths[index], mine, job);
    } catch (const IoError& error) {
      job.report({Severity::kLost, "unreadable-archive", paths[index],
                  std::nullopt, error.what()});
    }
  };

  warc::CheckReport sum;
  io::run_in_order(paths.size(), io::thread_count(options.jobs), work, findings,
                   [&](size_t index) {
                     warc::CheckReport& report = reports[index];
                     findings.begin(paths[index]);
                     ids.add(paths[index], report.ids, findings);
                     findings.end(report);
                     sum += report;
                     report.ids = {};
                   });
  output->finish();
  console.summary({{"archives", archives},
                   {"records", sum.records},
                   {"intact", sum.intact},
                   digests("block digests", sum.block),
                   digests("payload digests", sum.payload)});
  return findings.clean() ? console.outcome() : cli::Outcome::kIncomplete;
}

}  // namespace
}  // namespace wax::tools::warc_check

int main(int argc, char** argv) {
  using namespace wax::tools::warc_check;
  return wax::tools::cli::tool_main<Options>(kInfo, argc, argv, declare, run);
}
