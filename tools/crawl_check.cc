// Judges a crawl without a browser: what it lacks, and what is no page in it.
#include <array>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "collection/layout.h"
#include "collection/record/build_record.h"
#include "crawl/check/crawl_facts.h"
#include "crawl/check/crawl_findings.h"
#include "io/error.h"
#include "io/inputs/input_files.h"
#include "io/ordered_pool.h"
#include "text/json_writer.h"
#include "tools/cli/archive_inputs.h"
#include "tools/cli/tool.h"
#include "tools/cli/tool_options.h"
#include "tools/collection_cli/collection_first.h"

namespace wax::tools::crawl_check {
namespace {

constexpr cli::ToolInfo kInfo = {
    "wax-crawl-check",
    "find what a crawl lacks, and what is no page in it",
    "[OPTION]... ARCHIVE...",
    "wax-crawl-check --before last-month/ --json -o report.jsonl this-month/",
    "wax-warc-check wax-jobs wax-build wax-problems(7)",
    "Archives"};

struct Options {
  std::vector<std::string> inputs;
  std::string files_from;
  std::vector<std::string> before;
  std::string publish;
  std::string output = "-";
  bool force = false;
  bool json = false;
  bool by_host = false;
  uint64_t jobs = 0;
};

void declare(cli::OptionTable& table, Options& options) {
  cli::declare_archives(table, options.inputs, options.files_from,
                        "the archives of a crawl, or a collection of "
                        "wax-build");
  table.option("before", options.before, "PATH",
               "archives, a folder or a collection of an earlier crawl, for "
               "pages that lost words since (may be repeated)");
  cli::declare_line_output(table, options.output, options.force);
  table.flag("json,J", options.json, "write one JSON object per finding");
  table.flag("by-host", options.by_host,
             "write how many findings there are, by host and kind");
  table
      .option("publish", options.publish, "FOLDER",
              "let wax-serve show the findings with the collection in FOLDER")
      .more = "Instead of those that were there; nothing is printed.";
  cli::declare_jobs(table, options.jobs);
}

// The archives that are named, with those of collections in their places.
std::vector<std::string> archives_of(const std::vector<std::string>& named,
                                     cli::Console& console) {
  std::vector<std::string> archives;
  for (const std::string& path : named) {
    std::error_code none;
    std::vector<std::string> found;
    if (std::filesystem::is_directory(path, none)) {
      found = collection::recorded_archives(path);
    }
    if (found.empty()) found = io::expand_inputs({path}, console);
    archives.insert(archives.end(), found.begin(), found.end());
  }
  return archives;
}

crawl::CrawlFacts read_all(const std::vector<std::string>& archives,
                           const Options& options, cli::Console& console) {
  crawl::CrawlFacts all;
  std::vector<crawl::CrawlFacts> facts(archives.size());
  cli::ArchivesProgress progress(console, cli::size_of_all(archives));
  auto work = [&](size_t index, io::Job& job) {
    try {
      facts[index] = crawl::read_crawl(archives[index], job);
    } catch (const IoError& error) {
      job.report({Severity::kLost, "unreadable-archive", archives[index],
                  std::nullopt, error.what()});
    }
  };
  io::run_in_order(archives.size(), io::thread_count(options.jobs), work,
                   console, [&](size_t index) {
                     all.add(std::move(facts[index]));
                     facts[index] = {};
                   });
  return all;
}

void write_findings(const std::vector<crawl::Finding>& findings, bool json,
                    io::Output& output) {
  if (!json) output.write("kind\thost\turl\tdate\tcount\tdetail\n");
  std::string row;
  for (const crawl::Finding& finding : findings) {
    row.clear();
    if (json) {
      crawl::append_json(finding, row);
    } else {
      row += crawl::name(finding.kind);
      if (!finding.part.empty()) row.append("-").append(finding.part);
      for (const std::string& value :
           {finding.host, finding.url, finding.date,
            std::to_string(finding.count), finding.detail}) {
        row += '\t';
        cli::append_printable(row, value.empty() ? "-" : value);
      }
    }
    output.write(row += '\n');
  }
}

void write_by_host(const std::vector<crawl::Finding>& findings, bool json,
                   io::Output& output) {
  std::map<std::tuple<std::string, std::string_view, std::string>, uint64_t>
      counts;
  for (const crawl::Finding& finding : findings) {
    ++counts[{finding.host, crawl::name(finding.kind), finding.part}];
  }
  if (!json) output.write("host\tkind\tcount\n");
  for (const auto& [key, count] : counts) {
    const auto& [host, kind, part] = key;
    std::string row;
    if (json) {
      row = "{";
      text::JsonWriter object(row);
      object.add("host", host);
      object.add("kind", kind);
      if (!part.empty()) object.add("part", part);
      object.put_name("count");
      row += std::to_string(count) + '}';
    } else {
      cli::append_printable(row, host);
      row.append("\t").append(kind);
      if (!part.empty()) row.append("-").append(part);
      row += '\t' + std::to_string(count);
    }
    output.write(row += '\n');
  }
}

std::unique_ptr<io::Output> open_findings(const Options& options,
                                          cli::Console& console) {
  if (options.publish.empty()) {
    return console.open_line_output(options.output, options.force,
                                    options.jobs);
  }
  if (options.by_host || options.output != "-") {
    throw UsageError("--publish excludes --by-host and --output");
  }
  collection_cli::check_is_collection(options.publish);
  return console.open_line_output(
      collection::Layout{options.publish}.crawl_report(), /*force=*/true);
}

cli::Outcome run(const Options& options, cli::Console& console) {
  const std::vector<std::string> named =
      cli::named_archives(options.inputs, options.files_from, console);
  const std::vector<std::string> archives = archives_of(named, console);
  if (!named.empty() && archives.empty()) io::throw_no_archive(named);
  const std::vector<std::string> earlier = archives_of(options.before, console);
  const auto output = open_findings(options, console);
  const crawl::CrawlFacts crawl = read_all(archives, options, console);
  const crawl::CrawlFacts before = read_all(earlier, options, console);
  const std::vector<crawl::Finding> findings =
      crawl::find_faults(crawl, before);
  if (options.by_host) {
    write_by_host(findings, options.json, *output);
  } else {
    const bool json = options.json || !options.publish.empty();
    write_findings(findings, json, *output);
  }
  output->finish();
  std::array<uint64_t, crawl::kFindingKinds> counts = {};
  for (const crawl::Finding& finding : findings) {
    ++counts[static_cast<size_t>(finding.kind)];
  }
  cli::Count found{"findings", findings.size(), {}};
  for (size_t kind = 0; kind < counts.size(); ++kind) {
    if (counts[kind] == 0) continue;
    found.reasons.emplace_back(
        crawl::name(static_cast<crawl::FindingKind>(kind)), counts[kind]);
  }
  console.summary({{"archives", archives.size()},
                   {"records", crawl.records},
                   {"pages", crawl.pages.size()},
                   found});
  return findings.empty() ? console.outcome() : cli::Outcome::kIncomplete;
}

}  // namespace
}  // namespace wax::tools::crawl_check

int main(int argc, char** argv) {
  using namespace wax::tools::crawl_check;
  return wax::tools::cli::tool_main<Options>(kInfo, argc, argv, declare, run);
}
